import type { ProjectAccess } from '../../../../access/project-access.ts';
import { timestamp } from '../../../../platform/clock.ts';
import type { DataKey } from '../../../../platform/crypto/sealing.ts';
import { ascending } from '../../../../platform/ids.ts';
import type { Scope } from '../../../../scope.ts';
import type { FolderRef } from '../../folders/rules.ts';
import { scheduleReminders, type ReminderRequest } from '../../reminders/schedule.ts';
import { reminderRequest, type ContentChange } from './change-input.ts';
import {
  findForChange,
  findOwner,
  folderWithPath,
  requireSharedSecrets,
  refuseTaken,
  requireSecretAction,
  requireSomeOfEach,
  type LockedFolder,
  type SecretKind,
} from '../guard.ts';
import type { AuditEntryBuilder } from '../record.ts';
import { emptyState, checkMetadata, stateAfter, tagsAfter, type Tag } from '../state.ts';
import type { Owner, SecretRow } from '../store.ts';
import { addVersions, withValue, type SecretWithState, type VersionDraft } from './version.ts';
import type { DecryptedSecret } from '../view.ts';
import { ofInstance } from '../../../../transaction-keys.ts';

/** A secret to create; undefined fields of its content are empty. */
export interface NewSecret {
  readonly key: string;
  readonly content: ContentChange;
}

/** Finds the shared secret of each personal one, by name; 400 if one does not exist. */
const sharedTwins = async (
  { stores }: Scope,
  { id, folderRef }: LockedFolder,
  keys: readonly string[],
): Promise<Map<string, string>> => {
  const twins = new Map((await stores.secrets.findByKeys(id, keys, 'unencrypted')).map((row) => [row.key, row.id]));
  requireSharedSecrets(
    keys.filter((key) => !twins.has(key)),
    folderRef,
  );
  return twins;
};

/** A secret to insert; with an id if its content was encrypted for that id already. */
export interface NewSecretDraft extends Pick<VersionDraft, 'state' | 'sealed'> {
  readonly key: string;
  readonly id?: string | undefined;
  readonly reminder?: ReminderRequest | undefined;
}

/** Inserts the secrets with their first versions; the caller has checked that the folder has none of these names. */
export const insertSecrets = async (
  tx: Scope,
  projectId: string,
  folder: LockedFolder,
  owner: Owner,
  drafts: readonly NewSecretDraft[],
  encryptionKey?: DataKey,
): Promise<SecretWithState[]> => {
  if (drafts.length === 0) return [];
  const now = timestamp(tx.clock.now());
  const keys = drafts.map(({ key }) => key);
  const twins = owner === '' ? undefined : await sharedTwins(tx, folder, keys);
  const newIds = ascending(drafts.filter(({ id }) => id === undefined).length, () => tx.ids.uuid());
  const rows = drafts.map(({ key, id }): SecretRow => ({
    id: id ?? newIds.shift()!,
    projectId,
    folderId: folder.id,
    key,
    ownerId: owner,
    sharedId: twins?.get(key) ?? null,
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
  return addVersions(
    tx,
    projectId,
    folder.folderRef,
    drafts.map(({ state, sealed }, index) => ({ row: rows[index]!, state, sealed })),
    encryptionKey,
  );
};

/** 403 unless the caller may create each of these. */
export const requireCreation = (
  project: ProjectAccess,
  folderRef: FolderRef,
  secrets: readonly NewSecret[],
  tags: ReadonlyMap<string, Tag>,
): void => {
  for (const { key, content } of secrets)
    requireSecretAction(project, 'create', folderRef, key, tagsAfter([], content, tags));
};

/** Creates these secrets in a folder: all of them, or none. */
export const addSecrets = (
  scope: Scope,
  project: ProjectAccess,
  { folderRef, kind }: { folderRef: FolderRef; kind: SecretKind },
  secrets: readonly NewSecret[],
  entry: AuditEntryBuilder,
): Promise<DecryptedSecret[]> => {
  const keys = secrets.map(({ key }) => key);
  requireSomeOfEach(project, 'create', folderRef, keys);
  const owner = findOwner(scope, kind);
  return scope.transaction(ofInstance, async (tx) => {
    const projectId = project.row.id;
    const { folder, read } = await findForChange(tx, projectId, folderRef, owner, secrets);
    const { tags, found, encryptionKey } = read;
    requireCreation(project, folderRef, secrets, tags);
    checkMetadata(
      project.row,
      secrets.map(({ content }) => content),
    );
    refuseTaken([...found.keys()], folderRef);

    const created = await insertSecrets(
      tx,
      projectId,
      folder,
      owner,
      secrets.map(({ key, content }) => ({
        key,
        state: stateAfter(emptyState, content, tags),
        reminder: reminderRequest(content),
      })),
      encryptionKey,
    );
    if (owner === '') await tx.stores.folders.touch(projectId, [folder.id], timestamp(tx.clock.now()));
    await tx.audit.record({ project: project.row, ...entry('create', folderRef, created) });
    if (owner === '')
      await tx.events.record(projectId, [{ kind: 'secret:create', folder: folderWithPath(folder), keys }]);
    return created.map(withValue);
  });
};
