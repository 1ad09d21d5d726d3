import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Request } from '../../../contract.ts';
import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { generatePassword } from '../../../platform/crypto/generated-passwords.ts';
import { UniqueViolation } from '../../../platform/db/errors.ts';
import { badRequest, ServiceError } from '../../../platform/errors.ts';
import { TargetError } from '../../../platform/targets/errors.ts';
import type { Scope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { findEncryptionKey } from '../../project/data-keys/encryption.ts';
import { apps } from '../app-connections/apps/index.ts';
import { openPassword } from '../app-connections/encryption.ts';
import type { AppConnectionRow } from '../app-connections/store.ts';
import { messageOf, openConnection } from '../app-connections/use.ts';
import { requireFolderAt } from '../folders/guard.ts';
import { inBody, readPath, type FolderRef } from '../folders/rules.ts';
import { refuseTaken, requireSecretAction } from '../secrets/guard.ts';
import { recordEffects } from '../secrets/effects.ts';
import { emptyState } from '../secrets/state.ts';
import { insertSecrets } from '../secrets/writing/write.ts';
import { findUsableConnection } from './connection.ts';
import { removeCreatedUsers } from './created-users.ts';
import { sealPasswords } from './encryption.ts';
import { rotationNotFound } from './find.ts';
import { requireUngoverned, rotationFields } from './guard.ts';
import { nextRotation, usernamesOf } from './plan.ts';
import { record } from './record.ts';
import { requirementsOf, userKeysOf } from './rules.ts';
import { runSeconds } from './run.ts';
import type { RotationTypeName, SecretRotation, SecretRotationRow } from './store.ts';
import { rotationTypes } from './types/index.ts';

type Body = Request<'createSecretRotation'>['body'];

const maxPerProject = 500;

/** A missing folder is 400 here, as in Infisical. */
const requireFolder = async (scope: Scope, projectId: string, folderRef: FolderRef) => {
  try {
    return await requireFolderAt(scope.stores, projectId, folderRef);
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) throw badRequest(error.message);
    throw error;
  }
};

const taken = (name: string) =>
  badRequest(
    `There is a rotation "${name}" in this folder already, or another rotation of this connection changes one of the users.`,
  );

/** 400 if the folder has secrets of these names. */
const refuseExisting = async (
  { stores }: Scope,
  { id }: { readonly id: string },
  folderRef: FolderRef,
  { username, password }: SecretRotationRow['secretsMapping'],
): Promise<void> => {
  const found = await stores.secrets.findByKeys(id, [username, password], 'unencrypted');
  refuseTaken(
    found.map(({ key }) => key),
    folderRef,
  );
};

/** What a new rotation is made from. */
interface Planned {
  readonly row: Omit<SecretRotationRow, 'dataKeyId' | 'sealedPasswords' | 'folderId'>;
  readonly folderRef: FolderRef;
  readonly connection: AppConnectionRow;
}

/**
 * Stores the rotation before the passwords are changed, so that no other one can be created for the same users. Nobody
 * sees it before it is complete; if the server stops before that, it is deleted.
 */
const reserve = async (scope: Scope, project: ProjectAccess, { row, folderRef }: Planned): Promise<void> => {
  try {
    await scope.transaction(ofProject(project.row), async (tx) => {
      const folder = await requireFolder(tx, project.row.id, folderRef);
      if ((await tx.stores.secretRotations.count(project.row.id)) >= maxPerProject)
        throw badRequest(`This project has ${maxPerProject} rotations, which is the limit.`);
      await refuseExisting(tx, folder, folderRef, row.secretsMapping);
      const place = { environmentSlug: folderRef.environment, path: folder.path, folderId: folder.id };
      await requireUngoverned(tx, { ...row, ...place });
      const key = await findEncryptionKey(tx, project.row.id);
      const sealed = sealPasswords(key, row.id, { known: [null, null], pending: null });
      await tx.stores.secretRotations.insert({ ...row, folderId: folder.id, ...sealed });
      await tx.stores.secretRotations.setUsers(row.id, row.connectionId, userKeysOf(row.type, row.parameters));
    });
  } catch (error) {
    if (error instanceof UniqueViolation) throw taken(row.name);
    throw error;
  }
};

/** Sets new passwords for both users, and logs in as each; returns that of the first. */
const changeBoth = async (scope: Scope, { row, connection }: Planned): Promise<string> => {
  const users = usernamesOf(row.parameters).map((username) => ({
    username,
    password: generatePassword(requirementsOf(row.parameters)),
  }));
  const { app, system, admin } = await openConnection(scope, connection);
  try {
    for (const user of users) await app.setPassword(system, admin, user, row.parameters);
    for (const user of users) await app.logIn(system, user);
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    const secrets = [...users.map(({ password }) => password), openPassword(scope.keyring, connection)];
    throw badRequest(`Failed to set the passwords: ${messageOf(error, secrets)}`);
  }
  return users[0]!.password;
};

/** Writes the two secrets, and completes the rotation, in one transaction. */
const complete = (
  scope: Scope,
  project: ProjectAccess,
  { row, folderRef }: Planned,
  password: string,
): Promise<SecretRotation> =>
  scope.transaction(ofProject(project.row), async (tx) => {
    const projectId = project.row.id;
    const reserved = await tx.stores.secretRotations.find(row.id);
    if (reserved?.runId !== row.runId) throw rotationNotFound();
    const folder = { id: reserved.folderId, ...folderRef, path: reserved.path };
    await refuseExisting(tx, folder, folder, row.secretsMapping);
    const key = await findEncryptionKey(tx, projectId);
    const names = [row.secretsMapping.username, row.secretsMapping.password];
    const values = [row.parameters.username1, password];
    const drafts = names.map((name, index) => ({ key: name, state: { ...emptyState, value: values[index]! } }));
    const created = await insertSecrets(tx, projectId, folder, '', drafts, key);
    const [usernameSecretId, passwordSecretId] = names.map(
      (name) => created.find(({ row: secret }) => secret.key === name)!.row.id,
    ) as [string, string];
    await tx.stores.secrets.setRotation(projectId, [usernameSecretId, passwordSecretId], row.id);
    const now = tx.clock.now();
    const next = nextRotation(now, row, false);
    const nextRotationAt = next && timestamp(next);
    await tx.stores.secretRotations.update(row.id, {
      ...sealPasswords(key, row.id, { known: [password, null], pending: null }),
      usernameSecretId,
      passwordSecretId,
      rotationStatus: 'success',
      lastRotatedAt: timestamp(now),
      nextRotationAt,
      dueAt: nextRotationAt,
      runId: null,
    });
    await recordEffects(tx, project.row, [{ kind: 'secret:create', folder, keys: names }]);
    const after = (await tx.stores.secretRotations.find(row.id))!;
    const { name, description, connectionId, parameters, secretsMapping, rotationInterval } = row;
    const settings = { name, description, connectionId, parameters, secretsMapping, rotationInterval };
    await record(tx, 'create-secret-rotation', after, project.row, settings);
    return after;
  });

const plan = async (scope: Scope, project: ProjectAccess, type: RotationTypeName, body: Body): Promise<Planned> => {
  const kind = rotationTypes[type];
  const parameters = kind.readParameters(body.parameters);
  const secretsMapping = kind.readMapping(body.secretsMapping);
  const folderRef = { environment: body.environment, path: readPath(body.secretPath, inBody('secretPath')) };
  project.require('create', 'secret-rotation', rotationFields(folderRef, body.connectionId));
  for (const name of [secretsMapping.username, secretsMapping.password])
    requireSecretAction(project, 'create', folderRef, name, []);
  await requireFolder(scope, project.row.id, folderRef);
  const connection = await findUsableConnection(scope, project, body.connectionId, kind);
  const own = apps[kind.app].usernameIn(connection.credentials);
  if (userKeysOf(type, parameters).includes(kind.userKey(own)))
    throw badRequest('The user of the connection cannot be rotated here: rotate the credentials of the connection.');
  const now = scope.clock.now();
  const row = {
    id: scope.ids.uuid(),
    projectId: project.row.id,
    connectionId: connection.id,
    name: body.name,
    description: body.description ?? null,
    type,
    isAutoRotationEnabled: body.isAutoRotationEnabled,
    rotationInterval: body.rotationInterval,
    rotateAtHours: body.rotateAtUtc?.hours ?? 0,
    rotateAtMinutes: body.rotateAtUtc?.minutes ?? 0,
    parameters,
    secretsMapping,
    usernameSecretId: null,
    passwordSecretId: null,
    activeIndex: 0,
    rotationStatus: null,
    lastRotationAttemptedAt: timestamp(now),
    lastRotatedAt: null,
    isLastRotationManual: false,
    lastRotationMessage: null,
    nextRotationAt: null,
    failures: 0,
    dueAt: timestamp(secondsAfter(now, runSeconds)),
    runId: scope.ids.uuid(),
    createdAt: timestamp(now),
    updatedAt: timestamp(now),
  };
  return { row, folderRef, connection };
};

/** Deletes what was reserved; if users that the server has created cannot be removed, that is done later. */
const undo = async (scope: Scope, project: ProjectAccess, { row, connection }: Planned): Promise<void> => {
  try {
    await removeCreatedUsers(scope, connection, row.parameters);
  } catch (error) {
    if (error instanceof TargetError) return;
    throw error;
  }
  await scope.transaction(ofProject(project.row), async (tx) => {
    const reserved = await tx.stores.secretRotations.find(row.id);
    if (reserved?.usernameSecretId === null) await tx.stores.secretRotations.delete(reserved.id);
  });
};

export const addRotation = async (
  scope: Scope,
  project: ProjectAccess,
  type: RotationTypeName,
  body: Body,
): Promise<SecretRotation> => {
  const planned = await plan(scope, project, type, body);
  await reserve(scope, project, planned);
  try {
    return await complete(scope, project, planned, await changeBoth(scope, planned));
  } catch (error) {
    await undo(scope, project, planned);
    throw error;
  }
};
