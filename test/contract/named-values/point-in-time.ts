import {
  newProjectWithSecrets,
  newSecret,
  rule,
  secretCall,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import type { World } from '../../support/world/world.ts';
import { succeed, type Caller, type Prepare } from './attack.ts';
import { attackIn, protectedValue, reading, seesSecret, writing } from './secret-changes.ts';

const onCommits = { subject: 'commits', action: ['read', 'perform-rollback'] };

/** The commits of the root folder, newest first. */
const commitsOf = async (world: World, { admin: as, project }: TestSecrets): Promise<string[]> => {
  const { body } = succeed(
    await world.call('listCommits', { as, query: { projectId: project.id, environment: 'dev' } }),
  );
  return (body.commits as { id: string }[]).map(({ id }) => id);
};

const attackOn = (world: World, setting: TestSecrets, change: (as: Caller) => ReturnType<World['call']>) =>
  attackIn(world, setting, {
    attacker: [writing, onCommits],
    beneficiary: [rule(reading, { secretName: 'OPEN' })],
    change,
    sees: seesSecret(world, setting, [{}], ['KEY', 'OPEN']),
  });

/** A secret OPEN, which was renamed to KEY a minute later; the operation gives it its former name. */
const renamedBack: Prepare = async (world, operation) => {
  const setting = await newProjectWithSecrets(world);
  await newSecret(world, setting, 'OPEN', { secretValue: protectedValue });
  await world.clock.later(60, async () =>
    succeed(await secretCall(() => world, 'updateSecret')(setting, 'OPEN', { newSecretName: 'KEY' })),
  );
  const [newest, first] = await commitsOf(world, setting);
  const folder = { environment: 'dev', folderId: setting.folderIds['/'], at: '2030-01-01T00:00:00.000Z' };
  const commitId = operation === 'revertCommit' ? newest! : first!;
  return attackOn(world, setting, (as) =>
    world.clock.later(120, () =>
      world.call(operation, { as, params: { commitId }, body: { projectId: setting.project.id, ...folder } }),
    ),
  );
};

export const formerName = { 'gives the secret its former name, which another rule names': renamedBack };

export const renameInBatch: Prepare = async (world, operation) => {
  const setting = await newProjectWithSecrets(world);
  await newSecret(world, setting, 'KEY', { secretValue: protectedValue });
  const secrets = { update: [{ secretKey: 'KEY', newSecretName: 'OPEN' }] };
  const body = { projectId: setting.project.id, environment: 'dev', changes: { secrets, folders: {} } };
  return attackOn(world, setting, (as) => world.call(operation, { as, body }));
};
