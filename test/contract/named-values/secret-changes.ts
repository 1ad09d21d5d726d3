import type { Rule } from '../../../src/access/rule.ts';
import type { OperationId } from '../../../generated/operations.ts';
import {
  newProjectWithSecrets,
  newSecret,
  projectField,
  rule,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import type { World } from '../../support/world/world.ts';
import type { Attack, Caller, Prepare } from './attack.ts';

export const protectedValue = 'the protected value';

const showsProtectedValue = (body: unknown): boolean => JSON.stringify(body).includes(protectedValue);

export interface FolderRef {
  readonly environment?: string;
  readonly secretPath?: string;
}

/** Whether the secret can be read by one of these names in one of these folders. */
export const seesSecret =
  (
    world: World,
    { project }: Pick<TestSecrets, 'project'>,
    folders: readonly FolderRef[],
    names: readonly string[] = ['KEY'],
  ) =>
  async (as: Caller): Promise<boolean> => {
    for (const folder of folders) {
      for (const secretName of names) {
        const query = { projectId: project.id, environment: 'dev', secretPath: '/', ...folder };
        if (showsProtectedValue((await world.call('getSecret', { as, params: { secretName }, query })).body))
          return true;
      }
    }
    return false;
  };

export const seesVersions =
  (world: World, secretId: string) =>
  async (as: Caller): Promise<boolean> =>
    showsProtectedValue((await world.call('listSecretVersions', { as, params: { secretId } })).body);

type Plan = Pick<Attack, 'change' | 'sees' | 'harmless' | 'isFreeWithoutRule'> & {
  readonly attacker: readonly Rule[];
  readonly beneficiary: readonly Rule[];
};

/** The attack with machine identities that have exactly these rules in the project. */
export const attackIn = async (
  world: World,
  setting: Pick<TestSecrets, 'organization' | 'project' | 'admin'>,
  { attacker, beneficiary, ...plan }: Plan,
): Promise<Attack> => ({
  ...plan,
  organization: setting.organization,
  admin: setting.admin,
  attacker: await newProjectIdentity(world, setting, attacker),
  beneficiary: await newProjectIdentity(world, setting, beneficiary),
});

/** All actions except reading values. */
export const writing = rule(['describeSecret', 'create', 'edit', 'delete']);
export const reading = ['describeSecret', 'readValue'];
export const allActions = ['read', 'create', 'edit', 'delete'];

/** A change of the secret KEY, as requests about one and about several secrets express it. */
const changeRequest = (operation: OperationId, { project }: TestSecrets, change: object) => ({
  params: { secretName: 'KEY' },
  body: {
    [projectField(operation)]: project.id,
    environment: 'dev',
    ...change,
    secrets: [{ secretKey: 'KEY', ...change }],
  },
});

export const relabel =
  (tag: 'red' | undefined, change: (setting: TestSecrets) => object, ...beneficiary: readonly Rule[]): Prepare =>
  async (world, operation) => {
    const setting = await newProjectWithSecrets(world);
    await newSecret(world, setting, 'KEY', { secretValue: protectedValue, tagIds: tag ? [setting[tag].id] : [] });
    return attackIn(world, setting, {
      attacker: [writing],
      beneficiary,
      change: (as) => world.call(operation, { as, ...changeRequest(operation, setting, change(setting)) }),
      sees: seesSecret(world, setting, [{}], ['KEY', 'OPEN']),
      isFreeWithoutRule: true,
    });
  };
