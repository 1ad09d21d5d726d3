import type { ProjectAccess } from '../../../access/project-access.ts';
import { projectSubjects } from '../../../access/project-subjects.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { UniqueViolation } from '../../../platform/db/errors.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { requireFolderAt } from '../folders/guard.ts';
import type { FolderRef } from '../folders/rules.ts';
import { openInputs, sealInputs } from './encryption.ts';
import { dynamicSecretFields, dynamicSecretNotFound, dynamicSecretSubject, findAllowed, isReadable } from './find.ts';
import type { Inputs } from './providers/provider.ts';
import { providerOf, requireProvider } from './providers/providers.ts';
import { checkLives, orNull, readMetadata } from './rules.ts';
import type { DynamicSecretRow, MetadataEntry } from './store.ts';
import { tryConnection } from './try.ts';
import { tryCredentials } from '../dynamic-secret-leases/trial.ts';

const maxPerFolder = 1_000;

const nameTaken = () => badRequest('Provided dynamic secret already exists under the folder');

const refuseTakenName = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UniqueViolation) throw nameTaken();
    throw error;
  }
};

/** Returns the audit metadata of a dynamic secret. */
export const auditedDynamicSecret = ({ id, name, type, projectId }: DynamicSecretRow, folderRef: FolderRef) => ({
  dynamicSecretName: name,
  dynamicSecretType: type,
  dynamicSecretId: id,
  environment: folderRef.environment,
  secretPath: folderRef.path,
  projectId,
});

const auditedLives = ({ defaultTTL, maxTTL, usernameTemplate }: DynamicSecretRow) => ({
  defaultTTL,
  maxTTL,
  gatewayV2Id: null,
  usernameTemplate,
});

/** Only the server creates this input. */
const withoutKeys = ({ caPrivateKey: _, ...inputs }: Inputs): Inputs => inputs;

export const addDynamicSecret = async (
  scope: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  body: Request<'createDynamicSecret'>['body'],
): Promise<DynamicSecretRow> => {
  const metadata = readMetadata(body.metadata);
  project.require('create-root-credential', dynamicSecretSubject, dynamicSecretFields(folderRef, metadata));
  const provider = requireProvider(body.provider.type);
  const lives = {
    defaultTTL: body.defaultTTL.trim(),
    maxTTL: orNull(body.maxTTL),
    usernameTemplate: orNull(body.usernameTemplate),
  };
  checkLives(lives);
  const inputs = await provider.read(withoutKeys(body.provider.inputs), ['provider', 'inputs']);
  const { id: folderId } = await requireFolderAt(scope.stores, project.row.id, folderRef);
  if (await scope.stores.dynamicSecrets.find(folderId, body.name)) throw nameTaken();
  provider.checkHost(inputs, scope.targets);
  await tryConnection(scope, provider, inputs);
  if (body.test)
    await tryCredentials(
      scope,
      project,
      folderRef,
      { ...lives, name: body.name, type: body.provider.type },
      provider,
      inputs,
    );

  const add = scope.transaction(ofProject(project.row), async (tx) => {
    const folder = await requireFolderAt(tx.stores, project.row.id, folderRef);
    if ((await tx.stores.dynamicSecrets.count(folder.id)) >= maxPerFolder)
      throw badRequest(`The folder has ${maxPerFolder} dynamic secrets, which is the limit.`);
    const now = timestamp(tx.clock.now());
    const id = tx.ids.uuid();
    const row: DynamicSecretRow = {
      id,
      projectId: project.row.id,
      folderId: folder.id,
      name: body.name,
      type: body.provider.type,
      ...lives,
      metadata,
      sealedInputs: sealInputs(tx.keyring, { kind: 'dynamic-secret', id }, inputs),
      status: null,
      statusDetails: null,
      createdAt: now,
      updatedAt: now,
    };
    if (await tx.stores.dynamicSecrets.find(folder.id, row.name)) throw nameTaken();
    tx.stores.dynamicSecrets.insert(row);
    await tx.audit.record({
      type: 'create-dynamic-secret',
      metadata: { ...auditedDynamicSecret(row, folderRef), ...auditedLives(row) },
      project: project.row,
    });
    return row;
  });
  return refuseTakenName(add);
};

type Change = Request<'updateDynamicSecret'>['body']['data'];

/** The names of the fields that a change sets, without their values. */
const updatedFields = ({ inputs, test: _, ...others }: Change): string[] => [
  ...Object.keys(inputs ?? {}).map((name) => `inputs.${name}`),
  ...Object.keys(others),
];

const changedColumns = (before: DynamicSecretRow, data: Change) => {
  const lives = {
    defaultTTL: orNull(data.defaultTTL) ?? before.defaultTTL,
    maxTTL: data.maxTTL === undefined || data.maxTTL === '' ? before.maxTTL : orNull(data.maxTTL),
    usernameTemplate: data.usernameTemplate === undefined ? before.usernameTemplate : orNull(data.usernameTemplate),
  };
  checkLives(lives, ['data']);
  return {
    ...lives,
    name: data.newName ?? before.name,
    ...(data.metadata && { metadata: readMetadata(data.metadata) }),
  };
};

/** 403 unless the caller may do everything with the dynamic secret before and after: rules name metadata. */
const requireMetadata = (
  project: ProjectAccess,
  folderRef: FolderRef,
  { metadata: before }: DynamicSecretRow,
  after: readonly MetadataEntry[],
): void => {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  for (const metadata of [before, after])
    for (const action of projectSubjects.get(dynamicSecretSubject)!.actions)
      project.require(action, dynamicSecretSubject, dynamicSecretFields(folderRef, metadata));
};

/** What decides to whom a stored password is sent. */
const addressInputs = [
  ...['client', 'host', 'port', 'url', 'username', 'binddn'],
  ...['ca', 'startTls', 'sslEnabled', 'sslRejectUnauthorized'],
];

const passwordInputs = ['password', 'bindpass', 'clusterToken'];

/** 400 if the stored password would be sent elsewhere for a caller who may not read it. */
const refuseRedirection = (inputs: Inputs, stored: Inputs): void => {
  const kept = passwordInputs.find((name) => name in stored && !(name in inputs));
  const isRedirected = addressInputs.some((name) => name in inputs && inputs[name] !== stored[name]);
  if (kept !== undefined && isRedirected)
    throw badRequest(`Send ${kept} together with another address or user: you may not read the stored one.`);
};

export const changeDynamicSecret = async (
  scope: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  name: string,
  data: Change,
): Promise<DynamicSecretRow> => {
  const { row: before } = await findAllowed(scope, project, folderRef, name, ['edit-root-credential']);
  const columns = changedColumns(before, data);
  if (columns.metadata) requireMetadata(project, folderRef, before, columns.metadata);
  const owner = { kind: 'dynamic-secret', id: before.id } as const;
  const provider = providerOf(before.type);
  const stored = openInputs(scope.keyring, owner, before.sealedInputs);
  if (data.inputs && !isReadable(project, folderRef, before)) refuseRedirection(data.inputs, stored);
  const isNew = data.inputs !== undefined && Object.keys(data.inputs).length > 0;
  const inputs = isNew ? await provider.read({ ...stored, ...withoutKeys(data.inputs!) }, ['data', 'inputs']) : stored;
  if (isNew) {
    provider.checkHost(inputs, scope.targets);
    await tryConnection(scope, provider, inputs);
  }
  if (data.test) await tryCredentials(scope, project, folderRef, { ...before, ...columns }, provider, inputs);

  const change = scope.transaction(ofProject(project.row), async (tx) => {
    const { row } = await findAllowed(tx, project, folderRef, name, ['edit-root-credential']);
    if (row.id !== before.id) throw dynamicSecretNotFound(name, folderRef);
    if (columns.name !== row.name && (await tx.stores.dynamicSecrets.find(row.folderId, columns.name)))
      throw nameTaken();
    const changes = {
      ...columns,
      ...(isNew && { sealedInputs: sealInputs(tx.keyring, owner, inputs) }),
      updatedAt: timestamp(tx.clock.now()),
    };
    tx.stores.dynamicSecrets.update(row.id, changes);
    const after = { ...row, ...changes };
    await tx.audit.record({
      type: 'update-dynamic-secret',
      metadata: { ...auditedDynamicSecret(after, folderRef), updatedFields: updatedFields(data) },
      project: project.row,
    });
    return after;
  });
  return refuseTakenName(change);
};

/** How many user names an audit entry lists. */
const maxListed = 1_000;

/** Deletes it with the last of its leases; if forced, at once, and its leases are forgotten. */
export const removeDynamicSecret = (
  scope: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  name: string,
  { isForced }: { isForced: boolean },
): Promise<DynamicSecretRow> => {
  project.requireSome('delete-root-credential', dynamicSecretSubject, folderSubjectFields(folderRef));
  return scope.transaction(ofProject(project.row), async (tx) => {
    const { row } = await findAllowed(tx, project, folderRef, name, ['delete-root-credential']);
    const { dynamicSecrets, dynamicSecretLeases } = tx.stores;
    const leases = await dynamicSecretLeases.namesOf(row.id, maxListed + 1);
    const now = timestamp(tx.clock.now());
    let after = row;
    if (leases.length > 0 && !isForced) {
      after = { ...row, status: 'Revocation in process', statusDetails: null, updatedAt: now };
      dynamicSecrets.update(row.id, { status: after.status, statusDetails: null, updatedAt: now });
      dynamicSecretLeases.endAllOf({ dynamicSecretId: row.id }, now);
      tx.afterCommit(() => tx.leases.wake());
    } else {
      dynamicSecretLeases.deleteOf(row.id);
      dynamicSecrets.delete(row.id);
    }
    const forgotten = isForced &&
      leases.length > 0 && {
        forgottenLeases: leases.slice(0, maxListed),
        ...(leases.length > maxListed && { hasMoreForgottenLeases: true }),
      };
    await tx.audit.record({
      type: 'delete-dynamic-secret',
      metadata: { ...auditedDynamicSecret(row, folderRef), isForced, ...forgotten },
      project: project.row,
    });
    return after;
  });
};
