import { expect } from 'chai';
import { createStores } from '../../../src/stores.ts';
import { sweep } from '../../../src/sweep.ts';
import { entriesWhere } from '../../support/expect/audit.ts';
import { newProjectWithSecrets, newSecret, type TestSecrets } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { deleteFolder, deleteSecret, trashCalls } from '../../support/fixtures/trash.ts';
import { databaseKinds, newStorage, ownWorld, type World } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const day = 86_400;

/** The numbers of stored rows of the project. */
const stored = async ({ server: { parts } }: World, { project }: TestSecrets): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of ['secret_versions', 'trash_items', 'trashed_secrets', 'trashed_folders', 'trashed_imports'])
    counts[table] = (await parts.database.read(table).where({ projectId: project.id })).length;
  return counts;
};

const nothing = { secret_versions: 0, trash_items: 0, trashed_secrets: 0, trashed_folders: 0, trashed_imports: 0 };

/** A project whose trash has a secret, and a folder with a secret and a subfolder. */
const newFilledTrash = async (world: World): Promise<TestSecrets> => {
  const setting = await newProjectWithSecrets(world, ['/app', '/app/deep', '/lib']);
  await newSecret(world, setting, 'KEY');
  await newSecret(world, setting, 'INSIDE', { secretPath: '/app/deep' });
  const { admin: as, project } = setting;
  await world.call('createSecretImport', {
    as,
    body: { projectId: project.id, environment: 'dev', path: '/app', import: { environment: 'dev', path: '/lib' } },
  });
  await deleteSecret(world, setting, 'KEY');
  await deleteFolder(world, setting, 'app');
  expect(await stored(world, setting)).to.deep.equal({
    secret_versions: 2,
    trash_items: 2,
    trashed_secrets: 2,
    trashed_folders: 2,
    trashed_imports: 1,
  });
  return setting;
};

for (const kind of databaseKinds) {
  describe(`the end of trash [${kind}]`, () => {
    let world: World;
    before(async () => {
      world = await ownWorld(await newStorage(kind));
    });

    it('comes with the background job, after TRASH_DAYS', async () => {
      const setting = await newFilledTrash(world);
      await world.clock.later(30 * day - 1, () => sweep(world.server.parts));
      expect(await stored(world, setting)).to.include({ trash_items: 2, secret_versions: 2 });
      await world.clock.later(30 * day, () => sweep(world.server.parts));
      expect(await stored(world, setting)).to.deep.equal(nothing);
      const entries = await entriesWhere(world, { projectId: setting.project.id, eventType: 'remove-from-trash' });
      expect(entries.map(({ actorType }) => actorType)).to.deep.equal(['platform', 'platform']);
    });

    it('is reached in several steps if there is much', async () => {
      const setting = await newProjectWithSecrets(world, ['/many']);
      const { database, ids, clock } = world.server.parts;
      const at = clock.now().toISOString();
      const folderId = setting.folderIds['/many']!;
      const rows = Array.from({ length: 1200 }, (_, index) => ({
        id: ids.uuid(),
        projectId: setting.project.id,
        folderId,
        key: `KEY_${index}`,
        ownerId: '',
        sharedId: null,
        version: 1,
        createdAt: at,
        updatedAt: at,
      }));
      await database.transaction(ofInstance, ({ db }) => createStores(db).secrets.insert(rows));
      await deleteFolder(world, setting, 'many');
      expect(await stored(world, setting)).to.include({ trashed_secrets: 1200, trash_items: 1 });
      await world.clock.later(30 * day, () => sweep(world.server.parts));
      expect(await stored(world, setting)).to.deep.equal(nothing);
    });

    it('comes with the end of its environment, project or organization', async () => {
      const ends: ((setting: TestSecrets) => Promise<{ status: number }>)[] = [
        ({ admin: as, project, ids }) =>
          world.call('deleteEnvironment', {
            as,
            params: { projectId: project.id, id: ids.dev! },
            query: { hardDelete: 'true' },
          }),
        ({ admin: as, project }) => world.call('deleteProject', { as, params: { projectId: project.id } }),
        async ({ organization }) =>
          world.call('deleteOrganization', {
            as: await world.newUser(organization, 'admin'),
            params: { organizationId: organization.id },
          }),
      ];
      for (const end of ends) {
        const setting = await newFilledTrash(world);
        expect((await end(setting)).status).to.equal(200);
        expect(await stored(world, setting)).to.deep.equal(nothing);
      }
    });

    it('needs the permission to delete what is in the trash of the environment', async () => {
      const setting = await newFilledTrash(world);
      const { project, ids } = setting;
      const onAll = ['environments', 'secret-folders', 'secret-imports'].map((subject) => ({
        subject,
        action: ['delete'],
      }));
      const end = async (conditions: Readonly<Record<string, unknown>>) => {
        const rules = [...onAll, { subject: 'secrets', action: 'delete', conditions }];
        const as = await newProjectIdentity(world, setting, rules);
        const params = { projectId: project.id, id: ids.dev! };
        return (await world.call('deleteEnvironment', { as, params, query: { hardDelete: 'true' } })).status;
      };
      expect(await end({ secretPath: '/' })).to.equal(403);
      expect(await end({ secretPath: { $glob: '/app/**' } })).to.equal(403);
      expect(await end({ secretPath: { $glob: '/**' } })).to.equal(200);
    });

    it('is at once if TRASH_DAYS is 0', async () => {
      const without = await ownWorld({ ...(await newStorage(kind)), TRASH_DAYS: '0' });
      const setting = await newProjectWithSecrets(without, ['/app', '/app/deep']);
      await newSecret(without, setting, 'KEY');
      await newSecret(without, setting, 'KEY', { type: 'personal', secretValue: 'mine' });
      await newSecret(without, setting, 'INSIDE', { secretPath: '/app/deep' });
      await deleteSecret(without, setting, 'KEY');
      await deleteFolder(without, setting, 'app');
      expect(await stored(without, setting)).to.deep.equal(nothing);
      expect(await trashCalls(() => without).names(setting)).to.deep.equal([]);
    });
  });
}
