import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import {
  newProjectWithImports,
  deleteEnvironment,
  restoreEnvironment,
  rule,
} from '../../support/fixtures/secret-imports.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { expectedImport, type Generation, importCalls, newer, older } from './generations.ts';

const testGetting = (generation: Generation): void =>
  onEitherDatabase(generation.get, (world) => {
    const { get } = importCalls(world, generation);

    it('returns the import with its location', async () => {
      const setting = await newProjectWithImports(world());
      const { id } = await setting.store(setting.folderIds['/c']!, setting.ids.prod!);
      const { status, body } = await get(setting, id);
      expect(status).to.equal(200);
      const location = {
        environment: { id: setting.ids.dev, name: 'The dev', slug: 'dev' },
        projectId: setting.project.id,
        secretPath: '/c',
      };
      expect(body).to.deep.equal({
        secretImport: expectedImport(setting, generation, 'prod', {
          id,
          folderId: setting.folderIds['/c'],
          importPath: '/',
          position: 1,
          ...location,
        }),
      });
      expect((await get(setting, setting.made[1]!.id)).body.secretImport).to.include({
        position: 2,
        importPath: '/b',
        secretPath: '/',
      });
    });

    it('does not find unknown imports, those of another organization, or those of a deleted environment', async () => {
      const setting = await newProjectWithImports(world());
      const out = await setting.store(setting.ids.dev!, setting.ids.prod!, 3);
      const into = await setting.store(setting.ids.prod!, setting.folderIds['/a']!);
      const foreign = (await newProjectWithImports(world())).made[0]!;
      expect((await get(setting, out.id)).status).to.equal(200);
      await deleteEnvironment(world(), setting, 'prod');
      for (const id of [
        out.id,
        into.id,
        foreign.id,
        'not-an-id',
        '%',
        'x'.repeat(300),
        setting.made[0]!.id.toUpperCase(),
      ])
        expectError(await get(setting, id), 404, 'NotFound', /Import not found/);
      await restoreEnvironment(world(), setting, 'prod');
      for (const { id } of [out, into]) expect((await get(setting, id)).status).to.equal(200);
    });

    it('refuses callers without the permission on its folder', async () => {
      const setting = await newProjectWithImports(world());
      const { id } = setting.made[0]!;
      const refused = [
        [{ subject: 'secret-imports', action: ['create', 'edit', 'delete'] }],
        [rule('read', { secretPath: '/a' })],
        [rule('read', { environment: 'prod' })],
        'no-access',
      ];
      for (const role of refused)
        expectError(
          await get(setting, id, await newProjectIdentity(world(), setting, role)),
          403,
          'PermissionDenied',
          /read secret imports/,
        );
      expectError(
        await get(setting, id, await world().newUser(setting.organization, 'admin')),
        403,
        'ProjectMembershipNotFound',
      );
      for (const role of [[rule('read', { environment: 'dev', secretPath: '/' })], 'viewer'])
        expect((await get(setting, id, await newProjectIdentity(world(), setting, role))).status).to.equal(200);
    });
  });

for (const generation of [newer, older]) testGetting(generation);
