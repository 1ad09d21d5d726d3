import type { ProjectRow } from '../../../access/project.ts';
import type { FolderChange } from '../../../events/recorder.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { DataKey } from '../../../platform/crypto/sealing.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { mapYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import { changeIdOf } from '../folder-changes/change-ids.ts';
import { actorColumns, recordSecretChange } from '../folder-changes/record.ts';
import type { SecretVersionRow } from '../secrets/columns.ts';
import { recordEffects } from '../secrets/effects.ts';
import { notifiedReferences } from '../secrets/reading/links.ts';
import type { SecretRow } from '../secrets/store.ts';
import { newVersionIds } from '../secrets/writing/write.ts';
import { deleteSecrets } from '../secrets/writing/delete.ts';
import { addsVersion, isMove, type Plan, type SecretWrite } from './plan.ts';
import type { ContentPreparation } from './prepare.ts';
import type { SecretNow } from './reveal.ts';

const idsOf = (writes: readonly SecretWrite[]): string[] => writes.map(({ now }) => now.row.id);

const versionAfter = (write: SecretWrite): number => write.now.row.version + (addsVersion(write) ? 1 : 0);

/** Records the moves between each pair of folders; the names and folders are those that the rows have at the time. */
const recordMoves = async (
  tx: Scope,
  moves: readonly SecretWrite[],
  kind: 'secret-moved-away' | 'secret-moved-here',
): Promise<void> => {
  const pairs = groupBy(moves, ({ now, folderId }) => `${now.row.folderId} ${folderId}`);
  for (const group of pairs.values()) {
    const [from, to] = [group[0]!.now.row.folderId, group[0]!.folderId];
    const [folderId, otherFolderId] = kind === 'secret-moved-away' ? [from, to] : [to, from];
    await recordSecretChange(tx, folderId, kind, idsOf(group), { otherFolderId });
  }
};

/** Gives the secrets their names, folders and version numbers, by way of names that cannot collide. */
const changeRows = async (tx: Scope, projectId: string, writes: readonly SecretWrite[]): Promise<SecretRow[]> => {
  const relocated = writes.filter(
    (write) => write.now.row.isTrashed || isMove(write) || write.now.row.key !== write.name,
  );
  await tx.stores.pointInTime.setNamesAside(projectId, idsOf(relocated.filter(({ now }) => !now.row.isTrashed)));
  await tx.stores.pointInTime.restoreSecrets(projectId, idsOf(writes.filter(({ now }) => now.row.isTrashed)));
  const updatedAt = timestamp(tx.clock.now());
  const rows = writes.map((write): SecretRow => {
    const { isTrashed: _trashed, ...row } = write.now.row;
    return { ...row, folderId: write.folderId, key: write.name, version: versionAfter(write), updatedAt };
  });
  await tx.stores.secrets.change(rows, relocated.length > 0 ? 'name' : 'content');
  await tx.stores.secrets.updatePersonal(projectId, idsOf(relocated));
  return rows;
};

/** Whether tags or references of the current version may be stored. */
const mayHaveRelations = ({ now: { tags, facts } }: SecretWrite): boolean =>
  tags.length + facts.tagIds.length + facts.references.length > 0;

/** Adds the new versions, with their tags and references; reminders stay as they are. */
const addVersions = async (
  tx: Scope,
  projectId: string,
  writes: readonly SecretWrite[],
  preparation: ContentPreparation,
  key: DataKey,
): Promise<void> => {
  const createdAt = timestamp(tx.clock.now());
  const ids = newVersionIds(tx, idsOf(writes));
  const versions = await mapYielding(writes, (write): SecretVersionRow => ({
    id: ids.get(write.now.row.id)!,
    secretId: write.now.row.id,
    version: versionAfter(write),
    projectId,
    folderId: write.folderId,
    changeId: changeIdOf(tx, write.folderId),
    key: write.name,
    ...actorColumns(tx.actor),
    skipMultilineEncoding: write.facts.skipMultilineEncoding,
    reminderRepeatDays: write.now.facts.reminderRepeatDays,
    reminderNote: write.now.facts.reminderNote,
    tagIds: write.tags.map(({ id }) => id),
    references: write.facts.references,
    ...preparation.contentFor(write, key),
    createdAt,
    redactedAt: null,
    redactedByActorType: null,
    redactedByActorId: null,
  }));
  await tx.stores.secretVersions.insert(versions);
  await tx.stores.secrets.deleteRelations(projectId, idsOf(writes.filter(mayHaveRelations)));
  await tx.stores.secrets.insertTags(
    projectId,
    writes.map(({ now, tags }) => ({ id: now.row.id, tagIds: tags.map(({ id }) => id) })),
  );
  const references = writes.map(({ now, facts }) => ({ id: now.row.id, projectId, references: facts.references }));
  await tx.stores.secrets.insertReferences(await notifiedReferences(tx, references));
};

/** Returns the events of the changes, one of each kind for each folder. */
const eventsOf = (writes: readonly SecretWrite[], deletions: readonly SecretNow[]): FolderChange[] => {
  const keys = new Map<string, { change: FolderChange; keys: Set<string> }>();
  const add = (kind: FolderChange['kind'], folder: FolderChange['folder'], ...names: string[]): void => {
    const id = `${kind} ${folder.id}`;
    const entry = keys.get(id) ?? { change: { kind, folder, keys: [] }, keys: new Set<string>() };
    keys.set(id, entry);
    for (const name of names) entry.keys.add(name);
  };
  for (const { row, folderRef } of deletions) add('secret:delete', { id: row.folderId, ...folderRef }, row.key);
  for (const write of writes) {
    const { now, folderId, folderRef, name } = write;
    const folder = { id: folderId, ...folderRef };
    if (isMove(write)) add('secret:delete', { id: now.row.folderId, ...now.folderRef }, now.row.key);
    if (now.row.isTrashed || isMove(write)) add('secret:create', folder, name);
    else add('secret:update', folder, now.row.key, name);
  }
  return [...keys.values()].map(({ change, keys: names }) => ({ ...change, keys: [...names].sort() }));
};

/** The folders whose contents the plan changes. */
export const changedFolders = ({ writes, deletions }: Pick<Plan, 'writes' | 'deletions'>): string[] => {
  const ids = new Set(deletions.map(({ row }) => row.folderId));
  for (const write of writes) {
    ids.add(write.folderId);
    if (isMove(write)) ids.add(write.now.row.folderId);
  }
  return [...ids];
};

/** Makes the planned changes of secrets, and records their events. */
export const applySecrets = async (
  tx: Scope,
  project: ProjectRow,
  { writes, deletions }: Plan,
  preparation: ContentPreparation,
  key: DataKey,
): Promise<void> => {
  if (writes.length === 0 && deletions.length === 0) return;
  const projectId = project.id;
  for (const [folderId, group] of groupBy(deletions, ({ row }) => row.folderId))
    await deleteSecrets(
      tx,
      projectId,
      folderId,
      group.map(({ row }) => row),
    );
  const moves = writes.filter(isMove);
  await recordMoves(tx, moves, 'secret-moved-away');
  await changeRows(tx, projectId, writes);
  await recordMoves(tx, moves, 'secret-moved-here');
  for (const [folderId, group] of groupBy(
    writes.filter(({ now }) => now.row.isTrashed),
    (write) => write.folderId,
  ))
    await recordSecretChange(tx, folderId, 'secret-restored', idsOf(group));
  await addVersions(tx, projectId, writes.filter(addsVersion), preparation, key);
  await recordEffects(tx, project, eventsOf(writes, deletions));
};

/** Returns what the audit log records about the secrets. */
export const auditedSecrets = ({ writes, deletions }: Plan) => [
  ...writes.map((write) => ({
    secretId: write.now.row.id,
    secretKey: write.name,
    secretPath: write.folderRef.path,
    secretVersion: versionAfter(write),
    change: write.now.row.isTrashed ? 'restored' : isMove(write) ? 'moved' : 'updated',
  })),
  ...deletions.map(({ row, folderRef }) => ({
    secretId: row.id,
    secretKey: row.key,
    secretPath: folderRef.path,
    secretVersion: row.version,
    change: 'deleted',
  })),
];
