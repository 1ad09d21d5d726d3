import { projectNotFound } from '../../../access/access.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { ForeignKeyViolation, UniqueViolation } from '../../../platform/db/errors.ts';
import { badRequest } from '../../../platform/errors.ts';
import { TargetError } from '../../../platform/targets/errors.ts';
import type { Scope } from '../../../scope.ts';
import { apps } from './apps/index.ts';
import { newCredentialsHash, openPassword, sealPassword } from './encryption.ts';
import { connectionNotFound } from './find.ts';
import { requireCreation } from './guard.ts';
import { keyOf, record } from './record.ts';
import { rotateOwnPassword } from './rotate.ts';
import { readCredentials, refuseGateways, type NewCredentials } from './rules.ts';
import type { AppConnectionRow, AppConnectionWithProject, AppName } from './store.ts';
import { messageOf, openConnection, systemOf } from './use.ts';

const maxPerOwner = 200;

const nameTaken = (name: string) =>
  badRequest(`There is an app connection "${name}" here already. Choose another name.`);

const refuseTakenName = async <T>(name: string | undefined, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UniqueViolation) throw nameTaken(name ?? '');
    // The project was deleted in the meantime.
    if (error instanceof ForeignKeyViolation) throw projectNotFound();
    throw error;
  }
};

/** 400 unless the server can log in with these credentials. */
const validate = async (
  scope: Scope,
  app: AppName,
  { shown, password }: NewCredentials,
  organizationId: string,
): Promise<void> => {
  try {
    const system = systemOf(scope, { credentials: shown, organizationId });
    await apps[app].logIn(system, { username: apps[app].usernameIn(shown), password });
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    throw badRequest(`Unable to validate connection: ${messageOf(error, [password])}`);
  }
};

const store = async (scope: Scope, row: AppConnectionRow): Promise<AppConnectionWithProject> => {
  const work = scope.transaction(keyOf(row), async (tx) => {
    if ((await tx.stores.appConnections.count(row.ownerId)) >= maxPerOwner)
      throw badRequest(
        `There are ${maxPerOwner} app connections here, which is the limit. Delete one that is not needed.`,
      );
    await tx.stores.appConnections.insert(row);
    await record(tx, 'create-app-connection', row, {
      name: row.name,
      method: row.method,
      isPlatformManagedCredentials: false,
    });
    return (await tx.stores.appConnections.findInOrganization(row.organizationId, row.id))!;
  });
  return refuseTakenName(row.name, work);
};

export const addConnection = async (
  scope: Scope,
  app: AppName,
  body: Request<'createAppConnection'>['body'],
): Promise<AppConnectionWithProject> => {
  const { clock, ids, keyring, stores } = scope;
  const credentials = readCredentials(apps[app], body.method, body.credentials);
  const project = await requireCreation(scope, body.projectId ?? undefined);
  refuseGateways(body);
  const organizationId = scope.access.organization.id;
  const ownerId = project?.row.id ?? organizationId;
  if (await stores.appConnections.isTaken(ownerId, body.name)) throw nameTaken(body.name);
  await validate(scope, app, credentials, organizationId);
  const id = ids.uuid();
  const now = timestamp(clock.now());
  const stored = await store(scope, {
    id,
    organizationId,
    projectId: project?.row.id ?? null,
    ownerId,
    name: body.name,
    description: body.description ?? null,
    app,
    method: body.method,
    credentials: credentials.shown,
    sealedPassword: sealPassword(keyring, id, credentials.password),
    sealedPending: null,
    runId: null,
    runUntil: null,
    isPlatformManaged: false,
    credentialsHash: newCredentialsHash(),
    createdAt: now,
    updatedAt: now,
  });
  return body.isPlatformManagedCredentials ? rotateOwnPassword(scope, stored) : stored;
};

type Update = Request<'updateAppConnection'>['body'];

/** 400 for a change of what only the server knows. */
const refuseManaged = (row: AppConnectionRow, { credentials, isPlatformManagedCredentials }: Update): void => {
  if (row.isPlatformManaged && (credentials !== undefined || isPlatformManagedCredentials === false))
    throw badRequest(
      'The server manages the password of this connection, so its credentials cannot be changed. Create another connection, and delete this one.',
    );
};

const columnsOf = (scope: Scope, row: AppConnectionRow, credentials: NewCredentials): Partial<AppConnectionRow> => ({
  credentials: credentials.shown,
  sealedPassword: sealPassword(scope.keyring, row.id, credentials.password),
  sealedPending: null,
  runId: null,
  runUntil: null,
  credentialsHash: newCredentialsHash(),
});

export const changeConnection = async (
  scope: Scope,
  connection: AppConnectionWithProject,
  body: Update,
): Promise<AppConnectionWithProject> => {
  const { name, description, credentials: input, isPlatformManagedCredentials } = body;
  const credentials = input && readCredentials(apps[connection.app], undefined, input);
  refuseGateways(body);
  refuseManaged(connection, body);
  if (credentials) await validate(scope, connection.app, credentials, connection.organizationId);
  const work = scope.transaction(keyOf(connection), async (tx) => {
    const before = await tx.stores.appConnections.findInOrganization(connection.organizationId, connection.id);
    if (!before) throw connectionNotFound();
    refuseManaged(before, body);
    const changes = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(credentials && columnsOf(tx, before, credentials)),
    };
    const isChanged = Object.keys(changes).length > 0;
    const after = { ...before, ...changes, ...(isChanged && { updatedAt: timestamp(tx.clock.now()) }) };
    if (isChanged) await tx.stores.appConnections.update(before.id, { ...changes, updatedAt: after.updatedAt });
    await record(tx, 'update-app-connection', after, {
      name: after.name,
      description: after.description,
      credentialsUpdated: credentials !== undefined,
    });
    return after;
  });
  const changed = await refuseTakenName(name, work);
  return isPlatformManagedCredentials && !changed.isPlatformManaged ? rotateOwnPassword(scope, changed) : changed;
};

export const removeConnection = async (
  scope: Scope,
  connection: AppConnectionWithProject,
): Promise<AppConnectionWithProject> => {
  try {
    return await scope.transaction(keyOf(connection), async (tx) => {
      const row = await tx.stores.appConnections.findInOrganization(connection.organizationId, connection.id);
      if (!row) throw connectionNotFound();
      await tx.stores.appConnections.delete(row.id);
      await record(tx, 'delete-app-connection', row, { name: row.name });
      return row;
    });
  } catch (error) {
    if (error instanceof ForeignKeyViolation)
      throw badRequest('Rotations use this connection. Delete them first, or give them another connection.');
    throw error;
  }
};

/** 400 that says why unless the server can log in now. */
export const tryConnection = async (scope: Scope, connection: AppConnectionWithProject): Promise<void> => {
  try {
    const { app, system, admin } = await openConnection(scope, connection);
    await app.logIn(system, admin);
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    throw badRequest(`Unable to validate connection: ${messageOf(error, [openPassword(scope.keyring, connection)])}`);
  }
  await scope.transaction(keyOf(connection), (tx) => record(tx, 'test-app-connection', connection));
};
