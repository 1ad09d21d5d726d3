import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { newProjectWithImports, rule, describeRule, unchanged } from '../../support/fixtures/secret-imports.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { checksFolderParameters, checksSource, refusesUnauthorized } from './checks.ts';
import { expectedImport, type Generation, importCalls, newer, older } from './generations.ts';

// The tests of both API versions.

const testCreating = (generation: Generation): void =>
  onEitherDatabase(generation.create, (world) => {
    const { create } = importCalls(world, generation);

    it('appends the import and returns it', async () => {
      const setting = await newProjectWithImports(world());
      const { status, body } = await create(
        setting,
        { environment: 'prod', path: '/' },
        { path: '/', isReplication: false },
      );
      expect(status).to.equal(200);
      const { id } = body.secretImport;
      expect(body.message).to.be.a('string');
      expect(body.secretImport).to.deep.equal(
        expectedImport(setting, generation, 'prod', { id, importPath: '/', position: 3 }),
      );
      expect(await setting.order()).to.equal('dev:/a dev:/b prod:/');
      const [entry, ...more] = await setting.entries();
      expect(more).to.deep.equal([]);
      expect(entry).to.include({
        eventType: 'create-secret-import',
        actorId: setting.admin.id,
        operation: generation.create,
        projectName: setting.project.name,
      });
      expect(entry.eventMetadata).to.deep.equal({
        secretImportId: id,
        folderId: setting.ids.dev,
        importToEnvironment: 'dev',
        importToSecretPath: '/',
        importFromEnvironment: 'prod',
        importFromSecretPath: '/',
        position: 3,
      });
    });

    it('accepts any two folders, without their subfolders, and ignores unknown fields', async () => {
      const setting = await newProjectWithImports(world());
      expect((await create(setting, { path: '/a' }, { path: '/b/', id: 'ignored' })).body.secretImport).to.include({
        position: 1,
        folderId: setting.folderIds['/b'],
        importPath: '/a',
      });
      expect((await create(setting, { path: 'c/', anything: true }, { path: 'b' })).body.secretImport).to.include({
        position: 2,
        importPath: '/c',
      });
      expect((await create(setting, {}, { environment: 'prod' })).body.secretImport).to.include({
        position: 1,
        folderId: setting.ids.prod,
        importPath: '/',
      });
      // Importing the parent folder is not a cycle, because imports do not include subfolders.
      expect((await create(setting, { environment: 'staging' }, { path: '/c' })).status).to.equal(200);
    });

    it('refuses replication', async () => {
      const setting = await newProjectWithImports(world());
      await unchanged(setting, async () =>
        expectError(
          await create(setting, { path: '/c' }, { isReplication: true }),
          400,
          'BadRequest',
          /[Rr]eplication/,
        ),
      );
      expectIssues(await create(setting, { path: '/c' }, { isReplication: 'yes' }), 'body isReplication type');
    });

    it('reports all missing fields', async () => {
      const setting = await newProjectWithImports(world());
      const call = (body?: unknown) => world().call(generation.create, { as: setting.admin, body });
      await unchanged(setting, async () => {
        for (const body of [undefined, {}])
          expectIssues(
            await call(body),
            `body ${generation.project} required`,
            'body environment required',
            'body import required',
          );
        expectIssues(await create(setting, { environment: undefined }), 'body import.environment required');
        expectIssues(await create(setting, {}, { import: 'dev' }), 'body import type');
      });
    });

    it('checks the permission on the importing folder', async () => {
      const setting = await newProjectWithImports(world());
      const as = await newProjectIdentity(world(), setting, [
        rule('create', { environment: 'dev', secretPath: { $glob: '/a/**' } }),
        { subject: 'secrets', action: 'describeSecret' },
      ]);
      await unchanged(setting, async () => {
        for (const body of [{}, { path: '/b' }, { environment: 'prod' }])
          expectError(await create(setting, { path: '/a' }, body, as), 403, 'PermissionDenied');
        expectError(await create(setting, { path: '/a' }, { isReplication: true }, as), 403, 'PermissionDenied');
      });
      expect((await create(setting, { environment: 'prod' }, { path: '/a' }, as)).status).to.equal(200);
    });

    it('cannot form a cycle with concurrent imports', async () => {
      for (let round = 0; round < 5; round += 1) {
        const setting = await newProjectWithImports(world(), []);
        const cycle = ['/a', '/b', '/c', '/'].map((path, index, paths) =>
          create(setting, { path: paths[(index + 1) % 4] }, { path }),
        );
        const statuses = (await Promise.all(cycle)).map(({ status }) => status);
        expect(statuses.sort()).to.deep.equal([200, 200, 200, 400]);
        const [one, other] = await Promise.all([
          create(setting, { environment: 'prod' }, { environment: 'staging' }),
          create(setting, { environment: 'staging' }, { environment: 'prod' }),
        ]);
        expect([one.status, other.status].sort()).to.deep.equal([200, 400]);
      }
    });

    it('gives concurrent imports different positions, and accepts the same source only once', async () => {
      const setting = await newProjectWithImports(world(), []);
      const sources = ['/a', '/b', '/c', '/a', '/b', '/c'].map((path) => ({ path }));
      const answers = await Promise.all(sources.map((source) => create(setting, source)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 400, 400, 400]);
      expect((await setting.order()).split(' ').sort()).to.deep.equal(['dev:/a', 'dev:/b', 'dev:/c']);
      expect(await setting.entries()).to.have.length(3);
    });

    it('handles folders that are deleted or created concurrently', async () => {
      for (let round = 0; round < 5; round += 1) {
        const setting = await newProjectWithImports(world(), ['/b']);
        const body = { projectId: setting.project.id, environment: 'dev', forceDelete: true };
        const [imported, deleted, made] = await Promise.all([
          create(setting, { path: '/a' }),
          world().call('deleteFolder', { as: setting.admin, params: { folderId: 'a' }, body }),
          world().call('createFolder', { as: setting.admin, body: { ...body, name: 'd' } }),
        ]);
        expect([deleted.status, made.status]).to.deep.equal([200, 200]);
        expect(imported.status, JSON.stringify(imported.body)).to.be.oneOf([200, 404]);
        expect(await setting.order()).to.equal('dev:/b');
      }
    });

    checksSource(world, ['/a', '/b'], (setting, source, as) => create(setting, source, {}, as));
    refusesUnauthorized(world, 'create', (setting, location, as) => create(setting, { path: '/c' }, location, as), [
      describeRule('dev', '/c'),
    ]);
    checksFolderParameters(world, 'body', (setting, location, as) => create(setting, { path: '/c' }, location, as));
  });

for (const generation of [newer, older]) testCreating(generation);

onEachDatabase('createSecretImport, source project', (world) => {
  const { create } = importCalls(world, newer);

  it('accepts its own project, and refuses invalid project ids', async () => {
    const setting = await newProjectWithImports(world());
    await unchanged(setting, async () => {
      expectIssues(
        await create(setting, { path: '/c', sourceProjectId: 'x'.repeat(256) }),
        'body import.sourceProjectId too_big',
      );
      expectIssues(await create(setting, { path: '/c', sourceProjectId: '' }), 'body import.sourceProjectId too_small');
      expectIssues(await create(setting, { path: '/c', sourceProjectId: 7 }), 'body import.sourceProjectId type');
    });
    expect((await create(setting, { path: '/c', sourceProjectId: setting.project.id })).status).to.equal(200);
  });

  it('gives the same response for an unknown project and one of another organization', async () => {
    const setting = await newProjectWithImports(world());
    const other = await newProjectWithImports(world());
    await unchanged(setting, async () => {
      for (const sourceProjectId of [other.project.id, 'x', 'x'.repeat(255)])
        expectError(
          await create(setting, { path: '/c', sourceProjectId }),
          404,
          'NotFound',
          new RegExp(`no folder '/c' in the environment 'dev' of the project ${sourceProjectId}`),
        );
    });
  });
});
