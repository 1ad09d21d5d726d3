import type { Rule } from '../../../src/access/rule.ts';
import {
  newProjectWithSecrets,
  newSecret,
  rule,
  secretCall,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import type { World } from '../../support/world/world.ts';
import { succeed, type Prepare } from './attack.ts';
import { attackIn, protectedValue, reading, seesSecret, writing } from './secret-changes.ts';

/** A secret KEY with the tag red, in the trash of /closed. */
const trashedSecret = async (world: World): Promise<{ setting: TestSecrets; trashItemId: string }> => {
  const setting = await newProjectWithSecrets(world, ['/closed']);
  const fields = { secretPath: '/closed', secretValue: protectedValue, tagIds: [setting.red.id] };
  const { id } = await newSecret(world, setting, 'KEY', fields);
  succeed(await secretCall(() => world, 'deleteSecret')(setting, 'KEY', { secretPath: '/closed' }));
  return { setting, trashItemId: id };
};

/** Restores the secret after another change of the project; `beneficiary` sees it then. */
const restoring =
  (
    change: (world: World, setting: TestSecrets) => Promise<unknown>,
    body: object,
    { path = '/closed', name = 'KEY', beneficiary }: { path?: string; name?: string; beneficiary: readonly Rule[] },
  ): Prepare =>
  async (world, operation) => {
    const { setting, trashItemId } = await trashedSecret(world);
    await change(world, setting);
    return attackIn(world, setting, {
      attacker: [writing],
      beneficiary,
      change: (as) => world.call(operation, { as, params: { projectId: setting.project.id, trashItemId }, body }),
      sees: seesSecret(world, setting, [{ secretPath: path }], [name]),
    });
  };

export const restoreRenamed = restoring(
  () => Promise.resolve(),
  { newName: 'OPEN' },
  { name: 'OPEN', beneficiary: [rule(reading, { secretName: 'OPEN' })] },
);

export const restoreElsewhere = restoring(
  async (world, { admin: as, project, folderIds }) =>
    succeed(
      await world.call('updateFolder', {
        as,
        params: { folderId: folderIds['/closed']! },
        body: { projectId: project.id, environment: 'dev', path: '/', name: 'open' },
      }),
    ),
  {},
  { path: '/open', beneficiary: [rule(reading, { secretPath: '/open' })] },
);

export const restoreUntagged = restoring(
  async (world, { admin: as, project, red }) =>
    succeed(await world.call('deleteTag', { as, params: { projectId: project.id, tagId: red.id } })),
  {},
  { beneficiary: [rule(reading, {}), { ...rule(reading, { secretTags: { $in: ['red'] } }), inverted: true }] },
);
