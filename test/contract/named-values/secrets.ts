import type { Rule } from '../../../src/access/rule.ts';
import type { OperationId } from '../../../generated/operations.ts';
import {
  newProjectWithSecrets,
  newSecret,
  rule,
  secretCall,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import type { World } from '../../support/world/world.ts';
import { succeed, type Attacks, type Prepare } from './attack.ts';
import { formerName, renameInBatch } from './point-in-time.ts';
import { restoreElsewhere, restoreRenamed } from './trash.ts';
import {
  allActions,
  attackIn,
  protectedValue,
  reading,
  relabel,
  seesSecret,
  seesVersions,
  writing,
  type FolderRef,
} from './secret-changes.ts';

const onEnvironments: Rule = { subject: 'environments', action: allActions };
const onFolders: readonly Rule[] = ['secret-folders', 'secret-imports'].map((subject) => ({
  subject,
  action: allActions,
}));

/** A secret in prod, which a rule about `live` would disclose. */
const environmentAttack =
  (request: { body?: object; query?: Record<string, string> }, harmless?: string): Prepare =>
  async (world, operation) => {
    const setting = await newProjectWithSecrets(world);
    await newSecret(world, setting, 'KEY', { environment: 'prod', secretValue: protectedValue });
    const params = { projectId: setting.project.id, workspaceId: setting.project.id, id: setting.ids.prod! };
    return attackIn(world, setting, {
      attacker: [onEnvironments],
      beneficiary: [rule(reading, { environment: 'live' })],
      change: (as) => world.call(operation, { as, params, ...request }),
      sees: seesSecret(world, setting, [{ environment: 'prod' }, { environment: 'live' }]),
      ...(harmless === undefined ? { isFreeWithoutRule: true as const } : { harmless }),
    });
  };

const renameEnvironment = {
  'changes the slug of the environment to one that another rule names': environmentAttack({ body: { slug: 'live' } }),
};
const hardDeleteEnvironment = {
  'deletes the environment permanently, which frees its slug': environmentAttack(
    { query: { hardDelete: 'true' } },
    'the secrets of the environment are deleted too',
  ),
};

/** Builds the body of a request that moves the content of dev's /closed to another folder. */
type TransferRequest = (
  setting: TestSecrets,
  secretId: string,
  to: Required<FolderRef>,
) => { params?: Record<string, string>; body: object };

const bySecrets: TransferRequest = ({ project }, secretId, to) => ({
  body: {
    projectId: project.id,
    sourceEnvironment: 'dev',
    sourceSecretPath: '/closed',
    destinationEnvironment: to.environment,
    destinationSecretPath: to.secretPath,
    secretIds: [secretId],
    attributesToCopy: { value: true },
  },
});

const byFolder: TransferRequest = ({ project, folderIds }, _secretId, { environment, secretPath }) => ({
  body: {
    projectId: project.id,
    folderId: folderIds['/closed'],
    destinationEnvironment: environment,
    destinationPath: secretPath,
  },
});

const byName: TransferRequest = ({ project, folderIds }) => {
  const id = folderIds['/closed']!;
  const change = { id, environment: 'dev', path: '/', name: 'renamed' };
  return {
    params: { folderId: id, folderIdOrName: id },
    body: { ...change, projectId: project.id, workspaceId: project.id, projectSlug: project.slug, folders: [change] },
  };
};

const transferRequests: Readonly<Partial<Record<OperationId, TransferRequest>>> = {
  moveSecrets: bySecrets,
  duplicateSecrets: bySecrets,
  moveFolder: byFolder,
  updateFolder: byName,
  updateLegacyFolder: byName,
  updateLegacyFolders: byName,
};

/** The destination of a secret of /closed, and the folders in which it may appear. */
const toProd = { environment: 'prod', secretPath: '/' };
const toOpen = { environment: 'dev', secretPath: '/open' };
const openPaths = { secretPath: { $glob: '/{open,renamed}/**' } };

const transfer =
  (to: Required<FolderRef>, conditions: Readonly<Record<string, unknown>>): Prepare =>
  async (world, operation) => {
    const setting = await newProjectWithSecrets(world, ['/closed', '/open']);
    const { id } = await newSecret(world, setting, 'KEY', { secretPath: '/closed', secretValue: protectedValue });
    const paths = to.environment === 'prod' ? ['/', '/closed'] : ['/closed', '/open', '/open/closed', '/renamed'];
    return attackIn(world, setting, {
      attacker: [...onFolders, writing],
      beneficiary: [rule(reading, conditions)],
      change: (as) => world.call(operation, { as, ...transferRequests[operation]!(setting, id, to) }),
      sees: seesSecret(
        world,
        setting,
        paths.map((secretPath) => ({ environment: to.environment, secretPath })),
      ),
    });
  };

const toAnotherEnvironment = { 'moves the secret to another environment': transfer(toProd, { environment: 'prod' }) };
const toAnotherPath = { 'moves the secret to another path': transfer(toOpen, openPaths) };

/** A secret that was named CLOSED when it had the protected value and is named OPEN now. */
const renamedSecret = async (world: World): Promise<{ setting: TestSecrets; id: string }> => {
  const setting = await newProjectWithSecrets(world, ['/closed', '/open']);
  const { id } = await newSecret(world, setting, 'CLOSED', { secretPath: '/closed', secretValue: protectedValue });
  succeed(
    await secretCall(() => world, 'updateSecret')(setting, 'CLOSED', {
      secretPath: '/closed',
      newSecretName: 'OPEN',
      secretValue: 'nothing special',
    }),
  );
  return { setting, id };
};

const moveFormerName: Prepare = async (world, operation) => {
  const { setting, id } = await renamedSecret(world);
  return attackIn(world, setting, {
    attacker: [...onFolders, writing, rule('readValue', { secretName: 'OPEN' })],
    beneficiary: [rule(reading, openPaths)],
    change: (as) => world.call(operation, { as, ...transferRequests[operation]!(setting, id, toOpen) }),
    sees: seesVersions(world, id),
  });
};

const withFormerName = { 'moves versions with a former name to a path that another rule names': moveFormerName };

const restoreName: Prepare = async (world, operation) => {
  const { setting, id } = await renamedSecret(world);
  return attackIn(world, setting, {
    attacker: [writing, rule('readValue', { secretName: 'OPEN' })],
    beneficiary: [rule(reading, { secretName: 'OPEN' })],
    change: (as) => world.call(operation, { as, params: { secretId: id, version: '1' } }),
    sees: seesSecret(world, setting, [{ secretPath: '/closed' }], ['OPEN']),
  });
};

const rename = {
  'changes the name of the secret to one that another rule names': relabel(
    undefined,
    () => ({ newSecretName: 'OPEN' }),
    rule(reading, { secretName: { $glob: 'OP*' } }),
  ),
};

export const environmentAttacks: Attacks = {
  updateEnvironment: renameEnvironment,
  updateWorkspaceEnvironment: renameEnvironment,
  deleteEnvironment: hardDeleteEnvironment,
  deleteWorkspaceEnvironment: hardDeleteEnvironment,
  moveSecrets: toAnotherEnvironment,
  duplicateSecrets: toAnotherEnvironment,
  moveFolder: toAnotherEnvironment,
};

export const secretPathAttacks: Attacks = {
  restoreFromTrash: { 'restores the secret in a folder that was renamed': restoreElsewhere },
  moveSecrets: toAnotherPath,
  duplicateSecrets: toAnotherPath,
  moveFolder: toAnotherPath,
  updateFolder: toAnotherPath,
  updateLegacyFolder: toAnotherPath,
  updateLegacyFolders: toAnotherPath,
};

export const secretNameAttacks: Attacks = {
  commitBatch: { 'gives the secret a name that another rule names': renameInBatch },
  rollbackToCommit: formerName,
  rollbackToTime: formerName,
  revertCommit: formerName,
  restoreFromTrash: { 'restores the secret under a name that another rule names': restoreRenamed },
  updateSecret: rename,
  updateSecrets: rename,
  updateRawSecret: rename,
  updateRawSecrets: rename,
  restoreSecretVersion: { 'restores the value that the secret had under a former name': restoreName },
  moveSecrets: withFormerName,
  moveFolder: withFormerName,
  updateFolder: withFormerName,
  updateLegacyFolder: withFormerName,
  updateLegacyFolders: withFormerName,
};
