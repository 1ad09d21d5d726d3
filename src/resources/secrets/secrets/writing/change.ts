import type { ProjectAccess } from '../../../../access/project-access.ts';
import { timestamp } from '../../../../platform/clock.ts';
import type { FolderChange } from '../../../../events/recorder.ts';
import type { DataKey } from '../../../../platform/crypto/sealing.ts';
import type { Scope } from '../../../../scope.ts';
import type { FolderRef } from '../../folders/rules.ts';
import { hasChanges, reminderRequest, type ContentChange } from './change-input.ts';
import { insertSecrets } from './create.ts';
import { refuseDisclosure, type NameAndTagChange } from '../reading/disclosure.ts';
import {
  findForChange,
  lockFolders,
  readForChange,
  findOwner,
  folderWithPath,
  refuseMissing,
  refuseTaken,
  requireSecretAction,
  requireSomeOfEach,
  type ReadForChange,
  type StoredSecret,
  type LockedFolder,
  type SecretKind,
} from '../guard.ts';
import type { AuditEntryBuilder } from '../record.ts';
import { emptyState, checkMetadata, checkRetagging, decryptState, stateAfter, tagsAfter, type Tag } from '../state.ts';
import { replaceSecrets } from './replace.ts';
import { withValue, withReadableValue, type SecretWithState } from './version.ts';
import type { Owner } from '../store.ts';
import type { DecryptedSecret } from '../view.ts';
import { ofInstance } from '../../../../transaction-keys.ts';

/** A requested change of one secret. */
export interface SecretChange {
  readonly folderRef: FolderRef;
  readonly key: string;
  /** The new name; undefined if it stays. */
  readonly newKey: string | undefined;
  readonly content: ContentChange;
}

/** What to do about secrets that do not exist. */
export type IfMissing = 'fail' | 'ignore' | 'create';

/** The result of a change. */
interface Outcome {
  readonly secret: SecretWithState;
  readonly happened: 'created' | 'changed' | 'nothing';
}

/** A change of an existing secret. */
interface Planned extends SecretChange {
  readonly before: StoredSecret;
}

const nameAfter = ({ key, newKey }: SecretChange): string => newKey ?? key;

/**
 * 403 unless the caller may edit the secret with its current name and tags, and with the new ones; a secret that does
 * not exist is authorized as if it had no tags.
 */
const requireChange = (
  project: ProjectAccess,
  change: SecretChange,
  before: StoredSecret | undefined,
  tags: ReadonlyMap<string, Tag>,
  ifMissing: IfMissing,
): void => {
  const { folderRef, key, content } = change;
  const tagsNow = before?.tags ?? [];
  requireSecretAction(project, 'edit', folderRef, key, tagsNow);
  if (before) {
    const tagsThen = tagsAfter(tagsNow, content, tags);
    requireSecretAction(project, 'edit', folderRef, nameAfter(change), tagsThen);
  } else if (ifMissing === 'create')
    requireSecretAction(project, 'create', folderRef, nameAfter(change), tagsAfter([], content, tags));
};

const relabellingOf = (
  change: SecretChange,
  before: StoredSecret | undefined,
  tags: ReadonlyMap<string, Tag>,
): NameAndTagChange[] =>
  before ? [{ before, keyAfter: nameAfter(change), tagsAfter: tagsAfter(before.tags, change.content, tags) }] : [];

/** 400 for new names that other secrets have. */
const refuseTakenNames = async (
  { stores }: Scope,
  { id, folderRef }: LockedFolder,
  changes: readonly SecretChange[],
  found: ReadonlyMap<string, StoredSecret>,
): Promise<void> => {
  const names = changes.filter((change) => nameAfter(change) !== change.key || !found.has(change.key)).map(nameAfter);
  if (names.length === 0) return;
  refuseTaken(
    (await stores.secrets.findByKeys(id, names, 'unencrypted')).map(({ key }) => key),
    folderRef,
  );
};

const applyChanges = async (
  tx: Scope,
  projectId: string,
  folder: LockedFolder,
  planned: readonly Planned[],
  tags: ReadonlyMap<string, Tag>,
  encryptionKey: DataKey,
): Promise<Outcome[]> => {
  const drafts = [];
  for (const { key, newKey, content, before } of planned) {
    const state = await decryptState(tx, before.row, before.tags, content.value);
    drafts.push({
      before: before.row,
      key: newKey ?? key,
      state: stateAfter(state, content, tags),
      reminder: reminderRequest(content),
      isChange: newKey !== undefined || hasChanges(content),
    });
  }
  const changed = await replaceSecrets(
    tx,
    projectId,
    folder,
    drafts.filter(({ isChange }) => isChange),
    encryptionKey,
  );
  const untouched = drafts
    .filter(({ isChange }) => !isChange)
    .map(({ before, state }) => ({ row: before, state, folderRef: folder.folderRef }));
  return [
    ...changed.map((secret) => ({ secret, happened: 'changed' as const })),
    ...untouched.map((secret) => ({ secret, happened: 'nothing' as const })),
  ];
};

/** Applies the changes in one folder, and returns the results by the new names of the secrets. */
const changeIn = async (
  tx: Scope,
  project: ProjectAccess,
  folder: LockedFolder,
  owner: Owner,
  changes: readonly SecretChange[],
  ifMissing: IfMissing,
  { tags, found, encryptionKey }: ReadForChange,
): Promise<Map<string, Outcome>> => {
  const projectId = project.row.id;
  for (const change of changes) requireChange(project, change, found.get(change.key), tags, ifMissing);
  await refuseDisclosure(
    tx,
    project,
    folder.folderRef,
    changes.flatMap((change) => relabellingOf(change, found.get(change.key), tags)),
  );
  checkMetadata(
    project.row,
    changes.map(({ content }) => content),
  );
  const missing = changes.filter(({ key }) => !found.has(key));
  if (ifMissing === 'fail')
    refuseMissing(
      missing.map(({ key }) => key),
      folder.folderRef,
    );
  for (const { key, content } of changes) checkRetagging(found.get(key)?.tags ?? [], content);
  if (owner === '')
    await refuseTakenNames(
      tx,
      folder,
      ifMissing === 'create' ? changes : changes.filter(({ key }) => found.has(key)),
      found,
    );

  const planned = changes.flatMap((change) =>
    found.has(change.key) ? [{ before: found.get(change.key)!, ...change }] : [],
  );
  const outcomes = await applyChanges(tx, projectId, folder, planned, tags, encryptionKey);
  const created =
    ifMissing === 'create'
      ? missing.map((change) => ({
          key: nameAfter(change),
          state: stateAfter(emptyState, change.content, tags),
          reminder: reminderRequest(change.content),
        }))
      : [];
  const made = await insertSecrets(tx, projectId, folder, owner, created, encryptionKey);
  return new Map(
    [...outcomes, ...made.map((secret) => ({ secret, happened: 'created' as const }))].map((outcome) => [
      outcome.secret.row.key,
      outcome,
    ]),
  );
};

/** Returns the events of the changes in one folder; a renamed secret is reported under both names. */
const eventsOf = (
  folder: LockedFolder,
  changes: readonly SecretChange[],
  outcomes: ReadonlyMap<string, Outcome>,
): FolderChange[] => {
  const happenedTo = (change: SecretChange): Outcome['happened'] | undefined =>
    outcomes.get(nameAfter(change))?.happened;
  const created = changes.filter((change) => happenedTo(change) === 'created').map(nameAfter);
  const changed = changes
    .filter((change) => happenedTo(change) === 'changed')
    .flatMap((change) => [change.key, nameAfter(change)]);
  return [
    { kind: 'secret:create', folder: folderWithPath(folder), keys: created },
    { kind: 'secret:update', folder: folderWithPath(folder), keys: [...new Set(changed)] },
  ];
};

const shownAfter = (project: ProjectAccess, { secret, happened }: Outcome): DecryptedSecret =>
  happened === 'created' ? withValue(secret) : withReadableValue(project, secret);

const folderKey = ({ environment, path }: FolderRef): string => `${environment}:${path}`;

/**
 * Changes secrets of one or several folders: all of them, or none. `folderRef` is the folder that the audit log names.
 * Values of secrets that nothing was changed about are recorded as read.
 */
export const changeSecrets = async (
  scope: Scope,
  project: ProjectAccess,
  { folderRef, kind, ifMissing }: { folderRef: FolderRef; kind: SecretKind; ifMissing: IfMissing },
  changes: readonly SecretChange[],
  entry: AuditEntryBuilder,
): Promise<DecryptedSecret[]> => {
  for (const change of changes) {
    requireSomeOfEach(project, 'edit', change.folderRef, [change.key, nameAfter(change)]);
    if (ifMissing === 'create') requireSomeOfEach(project, 'create', change.folderRef, [nameAfter(change)]);
  }
  const owner = findOwner(scope, kind);
  const projectId = project.row.id;
  const folderRefs = [...new Map(changes.map((change) => [folderKey(change.folderRef), change.folderRef])).values()];
  const done = await scope.transaction(ofInstance, async (tx) => {
    const outcomes = new Map<string, ReadonlyMap<string, Outcome>>();
    const events: FolderChange[] = [];
    const inFolder = (folderRef: FolderRef) =>
      changes.filter((change) => folderKey(change.folderRef) === folderKey(folderRef));
    const change = async (folder: LockedFolder, read: ReadForChange): Promise<void> => {
      const here = inFolder(folder.folderRef);
      const outcome = await changeIn(tx, project, folder, owner, here, ifMissing, read);
      outcomes.set(folderKey(folder.folderRef), outcome);
      if (kind === 'shared') events.push(...eventsOf(folder, here, outcome));
    };
    if (folderRefs.length === 1) {
      const { folder, read } = await findForChange(tx, projectId, folderRefs[0]!, owner, changes);
      await change(folder, read);
    } else
      for (const folder of await lockFolders(tx, projectId, folderRefs)) {
        const { folderRef: changed } = folder;
        await change(folder, await readForChange(tx, projectId, changed, owner, inFolder(changed)));
      }
    const done = changes.flatMap((change) => outcomes.get(folderKey(change.folderRef))!.get(nameAfter(change)) ?? []);
    const changed = done.filter(({ happened }) => happened !== 'nothing').map(({ secret }) => secret);

    if (changed.length > 0) {
      const folderIds = new Set(changed.filter(({ row }) => row.ownerId === '').map(({ row }) => row.folderId));
      await tx.stores.folders.touch(project.row.id, [...folderIds], timestamp(tx.clock.now()));
      await tx.audit.record({ project: project.row, ...entry('update', folderRef, changed) });
      await tx.events.record(project.row.id, events);
    }
    return done.map((outcome) => ({ ...outcome, shown: shownAfter(project, outcome) }));
  });
  const read = done.filter(({ happened, shown }) => happened === 'nothing' && shown.value !== undefined);
  if (read.length > 0)
    scope.audit.recordRead({
      project: project.row,
      ...entry(
        'get',
        folderRef,
        read.map(({ secret }) => secret),
      ),
    });
  return done.map(({ shown }) => shown);
};
