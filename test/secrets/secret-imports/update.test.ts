import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { later } from '../../support/fixtures/secret-folders.ts';
import {
  newProjectWithImports,
  deleteEnvironment,
  describeRule,
  unchanged,
} from '../../support/fixtures/secret-imports.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { checksFolderParameters, checksSource, findsOnlyOwnImports, refusesUnauthorized } from './checks.ts';
import { expectedImport, type Generation, importCalls, newer, older } from './generations.ts';

// The tests of both API versions.

const testUpdating = (generation: Generation): void =>
  onEitherDatabase(generation.update, (world) => {
    const { update } = importCalls(world, generation);

    it('moves the import to another position and returns it', async () => {
      const setting = await newProjectWithImports(world(), ['/a', '/b', '/c']);
      const [first, second] = setting.made;
      const { status, body } = await world().clock.later(60, () =>
        update(setting, first!.id, { position: 2 }, { path: '/', id: first!.id }),
      );
      expect(status).to.equal(200);
      expect(body.message).to.be.a('string');
      expect(body.secretImport).to.deep.equal(
        expectedImport(setting, generation, 'dev', {
          id: first!.id,
          importPath: '/a',
          position: 2,
          version: 2,
          updatedAt: later,
        }),
      );
      expect(await setting.order()).to.equal('dev:/b dev:/a dev:/c');
      expect((await setting.imports()).find(({ id }) => id === second!.id)).to.include({ version: 1, position: 1 });
      const [entry, ...more] = await setting.entries();
      expect(more).to.deep.equal([]);
      expect(entry).to.include({
        eventType: 'update-secret-import',
        actorId: setting.admin.id,
        operation: generation.update,
      });
      expect(entry.eventMetadata).to.deep.equal({
        secretImportId: first!.id,
        folderId: setting.ids.dev,
        importToEnvironment: 'dev',
        importToSecretPath: '/',
        importFromEnvironment: 'dev',
        importFromSecretPath: '/a',
        position: 2,
        oldImportFromEnvironment: 'dev',
        oldImportFromSecretPath: '/a',
        oldPosition: 1,
      });
    });

    it('shifts the imports in between, and treats a position beyond the end as the last', async () => {
      const setting = await newProjectWithImports(world(), ['/a', '/b', '/c']);
      const [a, , c] = setting.made;
      expect((await update(setting, c!.id, { position: 1 })).body.secretImport.position).to.equal(1);
      expect(await setting.order()).to.equal('dev:/c dev:/a dev:/b');
      expect((await update(setting, c!.id, { position: 2_147_483_647 })).body.secretImport.position).to.equal(3);
      expect(await setting.order()).to.equal('dev:/a dev:/b dev:/c');
      expect((await update(setting, a!.id, { position: 4 })).body.secretImport.position).to.equal(3);
      expect(await setting.order()).to.equal('dev:/b dev:/c dev:/a');
      expect((await update(setting, a!.id, { position: 2 })).body.secretImport).to.include({ position: 2, version: 3 });
      expect(await setting.order()).to.equal('dev:/b dev:/a dev:/c');
    });

    it('counts imports from deleted environments', async () => {
      const setting = await newProjectWithImports(world(), ['/a']);
      const { id } = setting.made[0]!;
      await setting.store(setting.ids.dev!, setting.ids.prod!, 2);
      await setting.store(setting.ids.dev!, setting.folderIds['/b']!, 3);
      await deleteEnvironment(world(), setting, 'prod');
      expect((await update(setting, id, { position: 9 })).body.secretImport.position).to.equal(3);
      expect(
        (await setting.imports()).map(({ sourceFolderId, position }) => [position, sourceFolderId]).sort(),
      ).to.deep.equal([
        [1, setting.ids.prod],
        [2, setting.folderIds['/b']],
        [3, setting.folderIds['/a']],
      ]);
    });

    it('replaces the source by the given folder', async () => {
      const setting = await newProjectWithImports(world());
      const { admin, project } = setting;
      const [a, b] = setting.made;
      await world().call('createFolder', {
        as: admin,
        body: { projectId: project.id, environment: 'prod', name: 'a' },
      });
      expect((await update(setting, a!.id, { environment: 'prod' })).body.secretImport).to.deep.include({
        importPath: '/a',
        position: 1,
        version: 2,
      });
      expect(await setting.order()).to.equal('prod:/a dev:/b');
      expect((await update(setting, b!.id, { path: 'c/' })).body.secretImport).to.include({
        importPath: '/c',
        version: 2,
      });
      expect(await setting.order()).to.equal('prod:/a dev:/c');
      expect(
        (await update(setting, b!.id, { environment: 'staging', path: '/', position: 1 })).body.secretImport,
      ).to.include({ importPath: '/', position: 1, version: 3 });
      expect(await setting.order()).to.equal('staging:/ prod:/a');
      const entry = (await setting.entries()).find(
        ({ eventMetadata }) => eventMetadata.importFromEnvironment === 'staging',
      );
      expect(entry.eventMetadata).to.include({
        importFromEnvironment: 'staging',
        importFromSecretPath: '/',
        oldImportFromEnvironment: 'dev',
        oldImportFromSecretPath: '/c',
        position: 1,
        oldPosition: 2,
      });
    });

    it('can reverse an import, because the replaced one no longer forms a cycle', async () => {
      const setting = await newProjectWithImports(world(), []);
      const { id } = await setting.store(setting.folderIds['/a']!, setting.folderIds['/b']!);
      await setting.store(setting.folderIds['/c']!, setting.folderIds['/a']!);
      expectError(await update(setting, id, { path: '/c' }, { path: '/a' }), 400, 'BadRequest', /Cyclic import/);
      expect((await update(setting, id, { path: '/' }, { path: '/a' })).status).to.equal(200);
    });

    it('changes and records nothing if nothing differs', async () => {
      const setting = await newProjectWithImports(world());
      const [a, b] = setting.made;
      await unchanged(setting, () =>
        world().clock.later(60, async () => {
          for (const changes of [
            {},
            { position: 1 },
            { environment: 'dev', path: '/a', position: 1 },
            { path: 'a/' },
            { anything: true },
          ]) {
            const { status, body } = await update(setting, a!.id, changes);
            expect(status).to.equal(200);
            expect(body.secretImport).to.deep.equal(
              expectedImport(setting, generation, 'dev', { id: a!.id, importPath: '/a', position: 1 }),
            );
          }
          for (const position of [2, 3])
            expect((await update(setting, b!.id, { position })).body.secretImport.version).to.equal(1);
        }),
      );
    });

    it('reports all problems of a request', async () => {
      const setting = await newProjectWithImports(world());
      const { id } = setting.made[0]!;
      await unchanged(setting, async () => {
        for (const position of [0, -1])
          expectIssues(await update(setting, id, { position }), 'body import.position too_small');
        for (const position of [1.5, '1', null])
          expectIssues(await update(setting, id, { position }), 'body import.position type');
        expectIssues(await update(setting, id, { position: 2_147_483_648 }), 'body import.position too_big');
        for (const body of [undefined, {}]) {
          const response = await world().call(generation.update, {
            as: setting.admin,
            params: { secretImportId: id },
            body,
          });
          expectIssues(
            response,
            `body ${generation.project} required`,
            'body environment required',
            'body import required',
          );
        }
      });
    });

    it('keeps positions consistent under concurrent moves', async () => {
      const setting = await newProjectWithImports(world(), ['/a', '/b', '/c']);
      const moves = setting.made.flatMap(({ id }) => [1, 2, 3].map((position) => update(setting, id, { position })));
      for (const { status } of await Promise.all(moves)) expect(status).to.equal(200);
      expect((await setting.order()).split(' ').sort()).to.deep.equal(['dev:/a', 'dev:/b', 'dev:/c']);
    });

    checksSource(world, ['/a', '/b'], (setting, source, as) => update(setting, setting.made[0]!.id, source, {}, as));
    refusesUnauthorized(
      world,
      'edit',
      (setting, location, as) => update(setting, setting.made[0]!.id, { position: 2 }, location, as),
      [describeRule('dev', '/a')],
    );
    checksFolderParameters(world, 'body', (setting, location, as) =>
      update(setting, setting.made[0]!.id, { position: 2 }, location, as),
    );
    findsOnlyOwnImports(world, (setting, id, location) => update(setting, id, { position: 2 }, location));
  });

for (const generation of [newer, older]) testUpdating(generation);
