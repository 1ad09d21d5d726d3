import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { newProjectWithImports, deleteEnvironment, restoreEnvironment } from '../../support/fixtures/secret-imports.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { checksFolderParameters, refusesUnauthorized } from './checks.ts';
import { expectedImport, type Generation, importCalls, newer, older } from './generations.ts';

// The tests of both API versions.

const testListing = (generation: Generation): void =>
  onEitherDatabase(generation.list, (world) => {
    const { list, create, update } = importCalls(world, generation);
    const sources = (body: any): string =>
      body.secretImports
        .map(({ importEnv, importPath, position }: any) => `${position} ${importEnv.slug}:${importPath}`)
        .join(', ');

    it('lists the imports of a folder by position, with all fields', async () => {
      const setting = await newProjectWithImports(world());
      await setting.store(setting.folderIds['/a']!, setting.ids.prod!);
      const [first, second] = setting.made;
      const named = generation.project === 'projectId' && { sourceProjectName: setting.project.name };
      const { status, body } = await list(setting);
      expect(status).to.equal(200);
      expect(body.message).to.be.a('string');
      expect(body.secretImports).to.deep.equal([
        expectedImport(setting, generation, 'dev', { id: first!.id, importPath: '/a', position: 1, ...named }),
        expectedImport(setting, generation, 'dev', { id: second!.id, importPath: '/b', position: 2, ...named }),
      ]);
      for (const path of ['/a', 'a', '/a/', 'a/'])
        expect(sources((await list(setting, { path })).body)).to.equal('1 prod:/');
      for (const query of [{ path: '/b' }, { environment: 'prod' }])
        expect((await list(setting, query)).body.secretImports).to.deep.equal([]);
    });

    it('sorts by position, not by time', async () => {
      const setting = await newProjectWithImports(world());
      await update(setting, setting.made[1]!.id, { position: 1 });
      expect(sources((await list(setting)).body)).to.equal('1 dev:/b, 2 dev:/a');
    });

    it('shows the new path of a source that is renamed or moved, also to another environment', async () => {
      const setting = await newProjectWithImports(world());
      const { admin, project, folderIds, ids } = setting;
      await world().call('updateFolder', {
        as: admin,
        params: { folderId: folderIds['/a']! },
        body: { projectId: project.id, environment: 'dev', name: 'renamed' },
      });
      expect(sources((await list(setting)).body)).to.equal('1 dev:/renamed, 2 dev:/b');
      await world().call('moveFolder', {
        as: admin,
        body: {
          projectId: project.id,
          folderId: folderIds['/b'],
          destinationEnvironment: 'prod',
          destinationPath: '/',
        },
      });
      expect(sources((await list(setting)).body)).to.equal('1 dev:/renamed, 2 prod:/b');
      await world().call('updateEnvironment', {
        as: admin,
        params: { projectId: project.id, id: ids.prod! },
        body: { slug: 'live', name: 'Live' },
      });
      const { secretImports } = (await list(setting)).body;
      expect(secretImports[1].importEnv).to.include({ id: ids.prod, slug: 'live', name: 'Live' });
    });

    it('renumbers imports when a source is deleted', async () => {
      const setting = await newProjectWithImports(world(), ['/a', '/b', '/c']);
      const { admin, project, folderIds } = setting;
      await world().call('deleteFolder', {
        as: admin,
        params: { folderId: folderIds['/b']! },
        body: { projectId: project.id, environment: 'dev' },
      });
      expect(sources((await list(setting)).body)).to.equal('1 dev:/a, 2 dev:/c');
      expect((await create(setting, { environment: 'prod', path: '/' })).body.secretImport.position).to.equal(3);
      expect(sources((await list(setting)).body)).to.equal('1 dev:/a, 2 dev:/c, 3 prod:/');
      expect((await setting.imports()).map(({ position }) => position).sort()).to.deep.equal([1, 2, 3]);
    });

    it('hides imports of a deleted environment, keeps their positions, and shows them again after it is restored', async () => {
      const setting = await newProjectWithImports(world(), []);
      for (const [index, slug] of ['prod', 'staging'].entries())
        await setting.store(setting.ids.dev!, setting.ids[slug]!, index + 1);
      await deleteEnvironment(world(), setting, 'prod');
      expect(sources((await list(setting)).body)).to.equal('2 staging:/');
      expect((await create(setting, { path: '/a' })).body.secretImport.position).to.equal(3);
      await restoreEnvironment(world(), setting, 'prod');
      expect(sources((await list(setting)).body)).to.equal('1 prod:/, 2 staging:/, 3 dev:/a');
    });

    it('requires an environment and a project', async () => {
      const setting = await newProjectWithImports(world());
      expectIssues(
        await world().call(generation.list, { as: setting.admin }),
        `query ${generation.project} required`,
        'query environment required',
      );
      expectError(await list(setting, { [generation.project]: 'not-an-id' }), 404, 'NotFound', /Project not found/);
    });

    it('allows viewers', async () => {
      const setting = await newProjectWithImports(world());
      expect(
        (await list(setting, {}, await newProjectIdentity(world(), setting, 'viewer'))).body.secretImports,
      ).to.have.length(2);
    });

    refusesUnauthorized(world, 'read', (setting, location, as) => list(setting, location, as));
    checksFolderParameters(world, 'query', (setting, location, as) => list(setting, location, as));
  });

for (const generation of [newer, older]) testListing(generation);
