import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectWithImports } from '../../support/fixtures/secret-imports.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { checksFolderParameters, findsOnlyOwnImports, refusesUnauthorized } from './checks.ts';
import { expectedImport, type Generation, importCalls, newer, older } from './generations.ts';

const testDeleting = (generation: Generation): void =>
  onEitherDatabase(generation.delete, (world) => {
    const { remove, create } = importCalls(world, generation);

    it('deletes the import, returns it, and renumbers the others', async () => {
      const setting = await newProjectWithImports(world(), ['/a', '/b', '/c']);
      const { id } = setting.made[1]!;
      const { status, body } = await remove(setting, id, { path: '/', id });
      expect(status).to.equal(200);
      expect(body.message).to.be.a('string');
      expect(body.secretImport).to.deep.equal(
        expectedImport(setting, generation, 'dev', { id, importPath: '/b', position: 2 }),
      );
      expect(await setting.order()).to.equal('dev:/a dev:/c');
      expect((await setting.imports()).map(({ position }) => position).sort()).to.deep.equal([1, 2]);
      const [entry, ...more] = await setting.entries();
      expect(more).to.deep.equal([]);
      expect(entry).to.include({
        eventType: 'delete-secret-import',
        actorId: setting.admin.id,
        operation: generation.delete,
      });
      expect(entry.eventMetadata).to.deep.equal({
        secretImportId: id,
        folderId: setting.ids.dev,
        importToEnvironment: 'dev',
        importToSecretPath: '/',
        importFromEnvironment: 'dev',
        importFromSecretPath: '/b',
        position: 2,
      });
      expectError(await remove(setting, id), 404, 'NotFound', /Import not found/);
    });

    it('allows the same source again, and the opposite direction', async () => {
      const setting = await newProjectWithImports(world());
      await remove(setting, setting.made[0]!.id);
      expect((await create(setting, { path: '/' }, { path: '/a' })).status).to.equal(200);
      await remove(setting, setting.made[1]!.id);
      expect((await create(setting, { path: '/b' })).body.secretImport.position).to.equal(1);
    });

    it('succeeds only once for concurrent requests', async () => {
      const setting = await newProjectWithImports(world());
      const answers = await Promise.all(Array.from({ length: 4 }, () => remove(setting, setting.made[0]!.id)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 404, 404, 404]);
      expect(await setting.entries()).to.have.length(1);
    });

    it('requires the location of the import', async () => {
      const setting = await newProjectWithImports(world());
      for (const body of [undefined, {}]) {
        const response = await world().call(generation.delete, {
          as: setting.admin,
          params: { secretImportId: setting.made[0]!.id },
          body,
        });
        expectIssues(response, `body ${generation.project} required`, 'body environment required');
      }
    });

    refusesUnauthorized(world, 'delete', (setting, location, as) => remove(setting, setting.made[0]!.id, location, as));
    checksFolderParameters(world, 'body', (setting, location, as) =>
      remove(setting, setting.made[0]!.id, location, as),
    );
    findsOnlyOwnImports(world, (setting, id, location) => remove(setting, id, location));
  });

for (const generation of [newer, older]) testDeleting(generation);
