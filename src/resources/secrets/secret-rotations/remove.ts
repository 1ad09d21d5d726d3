import type { ProjectAccess } from '../../../access/project-access.ts';
import { timestamp } from '../../../platform/clock.ts';
import { defaultRequirements, generatePassword } from '../../../platform/crypto/generated-passwords.ts';
import { badRequest } from '../../../platform/errors.ts';
import { TargetError } from '../../../platform/targets/errors.ts';
import type { Scope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { openPassword } from '../app-connections/encryption.ts';
import { messageOf, openConnection } from '../app-connections/use.ts';
import { recordEffects } from '../secrets/effects.ts';
import { requireSecretAction } from '../secrets/guard.ts';
import { deleteSecrets } from '../secrets/writing/delete.ts';
import { findByIdsInFolder } from '../secrets/writing/find.ts';
import { removeCreatedUsers } from './created-users.ts';
import { findRotationAgain, type FoundRotation } from './find.ts';
import { placeOf, refuseRunning } from './guard.ts';
import { usernamesOf } from './plan.ts';
import { record } from './record.ts';
import type { SecretRotation } from './store.ts';

export interface Removal {
  readonly deleteSecrets: boolean;
  readonly revokeGeneratedCredentials: boolean;
}

/** Gives each user a password that nobody knows, or removes those that the server has created. */
const revoke = async (scope: Scope, rotation: SecretRotation): Promise<void> => {
  const { organizationId, connectionId, parameters } = rotation;
  const connection = (await scope.stores.appConnections.findInOrganization(organizationId, connectionId))!;
  const passwords: string[] = [openPassword(scope.keyring, connection)];
  try {
    if (await removeCreatedUsers(scope, connection, parameters)) return;
    const { app, system, admin } = await openConnection(scope, connection);
    for (const username of usernamesOf(parameters)) {
      const password = generatePassword(parameters.passwordRequirements ?? defaultRequirements);
      passwords.push(password);
      await app.setPassword(system, admin, { username, password }, parameters);
    }
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    throw badRequest(`Failed to revoke the credentials, so nothing was deleted: ${messageOf(error, passwords)}`);
  }
};

const removeSecrets = async (tx: Scope, project: ProjectAccess, rotation: SecretRotation): Promise<void> => {
  const folder = { id: rotation.folderId, ...placeOf(rotation) };
  const found = await findByIdsInFolder(tx, folder, secretIdsOf(rotation));
  const secrets = [...found.values()];
  for (const { row, tags } of secrets) requireSecretAction(project, 'delete', folder, row.key, tags);
  await deleteSecrets(
    tx,
    project.row.id,
    folder.id,
    secrets.map(({ row }) => row),
  );
  const keys = secrets.map(({ row }) => row.key);
  await recordEffects(tx, project.row, [{ kind: 'secret:delete', folder, keys }]);
};

export const secretIdsOf = ({ usernameSecretId, passwordSecretId }: SecretRotation): string[] =>
  [usernameSecretId, passwordSecretId].filter((id) => id !== null);

/** Deletes the rotation, after its users have got other passwords if that is asked for. */
export const removeRotation = async (scope: Scope, found: FoundRotation, removal: Removal): Promise<SecretRotation> => {
  const { project } = found;
  refuseRunning(found.rotation, timestamp(scope.clock.now()));
  const before = await preview(scope, found, removal);
  if (removal.revokeGeneratedCredentials) await revoke(scope, before);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const rotation = await findRotationAgain(tx, 'delete', found);
    const ids = secretIdsOf(rotation);
    await tx.stores.secrets.setRotation(project.row.id, ids, null);
    if (removal.deleteSecrets) await removeSecrets(tx, project, rotation);
    await tx.stores.secretRotations.delete(rotation.id);
    await record(tx, 'delete-secret-rotation', rotation, project.row, { ...removal, name: rotation.name });
    return rotation;
  });
};

/** 403 for what the caller may not delete, before anything is revoked. */
const preview = async (scope: Scope, { rotation, project }: FoundRotation, removal: Removal) => {
  if (!removal.deleteSecrets) return rotation;
  const folder = { id: rotation.folderId, ...placeOf(rotation) };
  for (const { row, tags } of (await findByIdsInFolder(scope, folder, secretIdsOf(rotation))).values())
    requireSecretAction(project, 'delete', folder, row.key, tags);
  return rotation;
};
