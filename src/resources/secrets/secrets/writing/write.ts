import { timestamp, type Timestamp } from '../../../../platform/clock.ts';
import type { Write } from '../../../../change-control/held-back.ts';
import type { DataKey } from '../../../../platform/crypto/sealing.ts';
import { ascending } from '../../../../platform/ids.ts';
import { mapYielding } from '../../../../platform/yielding.ts';
import type { Scope } from '../../../../scope.ts';
import { changeIdOf } from '../../folder-changes/change-ids.ts';
import { actorColumns } from '../../folder-changes/record.ts';
import type { FolderRef } from '../../folders/rules.ts';
import type { FolderWithPath } from '../../folders/store.ts';
import { scheduleReminders, type ReminderRequest } from '../../reminders/schedule.ts';
import type { Reference, SecretVersionRow } from '../columns.ts';
import { encryptContent } from '../encryption.ts';
import { requireSharedSecrets } from '../guard.ts';
import { notifiedReferences } from '../reading/links.ts';
import type { SecretState } from '../state.ts';
import type { Owner, SecretRow, SecretWithVersion } from '../store.ts';

/** The encrypted content of a version; used if it was encrypted before the transaction, with the current key. */
export type SealedContent = ReturnType<typeof encryptContent>;

/** A secret with the content of its next version. */
interface VersionDraft {
  /** Has the number of the new version. */
  readonly row: SecretRow;
  /** The version before, if it is known. */
  readonly before?: Pick<SecretWithVersion, 'tagIds' | 'references' | 'rotationId'>;
  readonly state: SecretState;
  readonly sealed?: SealedContent | undefined;
}

/** A secret with its content in plain text. */
export interface SecretWithState {
  readonly row: SecretWithVersion;
  readonly state: SecretState;
  readonly folderRef: FolderRef;
}

/** Returns the ids of new versions of these secrets, by secret and in the same order. */
export const newVersionIds = (
  { ids, clock }: Pick<Scope, 'ids' | 'clock'>,
  secretIds: readonly string[],
): Map<string, string> => {
  const now = clock.now();
  const versionIds = ascending(secretIds.length, () => ids.orderedUuid(now));
  return new Map([...secretIds].sort().map((secretId, index) => [secretId, versionIds[index]!]));
};

const encryptVersion = (
  tx: Scope,
  key: DataKey,
  { row, state, sealed }: VersionDraft,
  { id, createdAt }: Pick<SecretVersionRow, 'id' | 'createdAt'>,
): SecretVersionRow => ({
  id,
  secretId: row.id,
  version: row.version,
  projectId: row.projectId,
  key: row.key,
  ...(row.ownerId === ''
    ? { folderId: row.folderId, changeId: changeIdOf(tx, row.folderId) }
    : { folderId: null, changeId: null }),
  ...actorColumns(tx.actor),
  skipMultilineEncoding: state.skipMultilineEncoding,
  reminderRepeatDays: state.reminderRepeatDays,
  reminderNote: state.reminderNote,
  tagIds: state.tags.map(({ id }) => id),
  references: state.references,
  ...(sealed?.dataKeyId === key.id ? sealed : encryptContent(key, { secretId: row.id, version: row.version }, state)),
  createdAt,
  redactedAt: null,
  redactedByActorType: null,
  redactedByActorId: null,
});

const isUnbound = ({ project, projectId }: Reference): boolean => project !== undefined && projectId === undefined;

/**
 * Binds references to other projects in new values to the projects that have these slugs now. Those that come from a
 * stored version stay bound as they are.
 */
const bindReferences = async (
  { stores, access }: Pick<Scope, 'stores' | 'access'>,
  drafts: readonly VersionDraft[],
): Promise<readonly VersionDraft[]> => {
  const unbound = drafts.flatMap(({ state }) => state.references.filter(isUnbound));
  if (unbound.length === 0) return drafts;
  const slugs = [...new Set(unbound.map(({ project }) => project!))];
  const ids = await stores.projects.idsOfSlugs(access.organization.id, slugs);
  const bind = (reference: Reference): Reference =>
    isUnbound(reference) ? { ...reference, projectId: ids.get(reference.project!) ?? null } : reference;
  return mapYielding(drafts, (draft) =>
    draft.state.references.some(isUnbound)
      ? { ...draft, state: { ...draft.state, references: draft.state.references.map(bind) } }
      : draft,
  );
};

/** Whether tags or references of the version before may be stored. */
const mayHaveRelations = ({ row, before }: VersionDraft): boolean =>
  row.version > 1 && (before === undefined || before.tagIds.length + before.references.length > 0);

/** Inserts the new version of each secret with its tags and references; the rows of the secrets are already stored. */
const addVersions = async (
  tx: Scope,
  projectId: string,
  folderRef: FolderRef,
  newDrafts: readonly VersionDraft[],
  encryptionKey: DataKey,
): Promise<SecretWithState[]> => {
  const drafts = await bindReferences(tx, newDrafts);
  const ids = newVersionIds(
    tx,
    drafts.map(({ row }) => row.id),
  );
  const createdAt = timestamp(tx.clock.now());
  const versions = await mapYielding(drafts, (draft) =>
    encryptVersion(tx, encryptionKey, draft, { id: ids.get(draft.row.id)!, createdAt }),
  );
  await tx.stores.secretVersions.insert(versions);
  await tx.stores.secrets.deleteRelations(
    projectId,
    drafts.filter(mayHaveRelations).map(({ row }) => row.id),
  );
  await tx.stores.secrets.insertTags(
    projectId,
    drafts.map(({ row: { id }, state }) => ({ id, tagIds: state.tags.map((tag) => tag.id) })),
  );
  await tx.stores.secrets.insertReferences(
    await notifiedReferences(
      tx,
      drafts.map(({ row: { id }, state: { references } }) => ({ id, projectId, references })),
    ),
  );
  const byId = new Map(drafts.map((draft) => [draft.row.id, draft]));
  return mapYielding(versions, (version) => {
    const { row, state, before } = byId.get(version.secretId)!;
    const rotationId = before?.rotationId ?? null;
    return { row: { ...version, ...row, versionId: version.id, rotationId }, state, folderRef };
  });
};

/** A secret to insert; with an id if its content was encrypted for that id already. */
export interface NewSecretDraft extends Pick<VersionDraft, 'state' | 'sealed'> {
  readonly key: string;
  readonly id?: string | undefined;
  readonly reminder?: ReminderRequest | undefined;
}

/** The shared secret of each name, for personal ones; 400 if one does not exist. */
const findSharedIds = async (
  { stores }: Scope,
  folder: FolderWithPath,
  keys: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await stores.secrets.findByKeys(folder.id, keys, 'unencrypted');
  const ids = new Map(rows.map((row) => [row.key, row.id]));
  requireSharedSecrets(
    keys.filter((key) => !ids.has(key)),
    folder,
  );
  return ids;
};

const creationOf = (folder: FolderWithPath, key: string, content: SecretState): Write => ({
  op: 'create',
  folder,
  key,
  content,
});

/** Inserts the secrets with their first versions; the caller has checked that the folder has none of these names. */
export const insertSecrets = async (
  tx: Scope,
  projectId: string,
  folder: FolderWithPath,
  owner: Owner,
  drafts: readonly NewSecretDraft[],
  encryptionKey: DataKey,
): Promise<SecretWithState[]> => {
  if (drafts.length === 0) return [];
  if (owner === '') tx.changeControl.note(...drafts.map(({ key, state }) => creationOf(folder, key, state)));
  else tx.changeControl.noteOther();
  const now = timestamp(tx.clock.now());
  const keys = drafts.map(({ key }) => key);
  const sharedIds = owner === '' ? undefined : await findSharedIds(tx, folder, keys);
  const newIds = ascending(drafts.filter(({ id }) => id === undefined).length, () => tx.ids.uuid());
  const rows = drafts.map(({ key, id }): SecretRow => ({
    id: id ?? newIds.shift()!,
    projectId,
    folderId: folder.id,
    key,
    ownerId: owner,
    sharedId: sharedIds?.get(key) ?? null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }));
  await tx.stores.secrets.insert(rows);
  await scheduleReminders(
    tx,
    projectId,
    drafts.map(({ state, reminder }, index) => ({ id: rows[index]!.id, state, reminder })),
  );
  const versions = drafts.map(({ state, sealed }, index) => ({ row: rows[index]!, state, sealed }));
  return addVersions(tx, projectId, folder, versions, encryptionKey);
};

/** The next version of a secret; another name renames it. */
export interface Replacement extends Pick<VersionDraft, 'state' | 'sealed'> {
  readonly before: SecretWithVersion;
  readonly key: string;
  readonly reminder?: ReminderRequest | undefined;
}

const nextRow = (
  { before, key }: Replacement,
  projectId: string,
  folderId: string,
  updatedAt: Timestamp,
): SecretRow => {
  const { id, ownerId, sharedId, createdAt, version } = before;
  return { id, projectId, folderId, key, ownerId, sharedId, version: version + 1, createdAt, updatedAt };
};

const noteReplacement = (
  { changeControl }: Scope,
  folder: FolderWithPath,
  { before, key, state }: Replacement,
): void => {
  const { id: secretId, version, key: keyBefore, ownerId } = before;
  if (ownerId === '') changeControl.note({ op: 'update', folder, secretId, version, keyBefore, key, content: state });
  else changeControl.noteOther();
};

/** Adds a new version to each of these secrets of one folder, and renames those with another name. */
export const replaceSecrets = async (
  tx: Scope,
  projectId: string,
  folder: FolderWithPath,
  changes: readonly Replacement[],
  encryptionKey: DataKey,
): Promise<SecretWithState[]> => {
  if (changes.length === 0) return [];
  for (const change of changes) noteReplacement(tx, folder, change);
  const now = timestamp(tx.clock.now());
  const drafts = changes.map((change) => ({ ...change, row: nextRow(change, projectId, folder.id, now) }));
  const renamed = drafts.filter(({ row, before }) => row.key !== before.key).map(({ row }) => row.id);
  await tx.stores.secrets.change(
    drafts.map(({ row }) => row),
    renamed.length > 0 ? 'name' : 'content',
  );
  await tx.stores.secrets.updatePersonal(projectId, renamed);
  await scheduleReminders(
    tx,
    projectId,
    changes.map(({ before, state, reminder }) => ({ id: before.id, before, state, reminder })),
  );
  return addVersions(tx, projectId, folder, drafts, encryptionKey);
};
