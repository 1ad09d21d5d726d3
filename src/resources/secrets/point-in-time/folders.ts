import type { ProjectAccess } from '../../../access/project-access.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { moveFolderTo } from '../folders/move.ts';
import { childPath } from '../folders/path.ts';
import type { FolderRef } from '../folders/rules.ts';
import { changeFolder, removeFolder } from '../folders/service.ts';
import { restoreItem } from '../trash/service.ts';
import type { Change } from './difference.ts';
import type { Wanted } from './plan.ts';
import type { NotRestored } from './result.ts';
import type { FolderThen } from './state.ts';

/** What happened to the folders. */
export interface FolderResult {
  readonly changed: number;
  readonly notRestored: readonly NotRestored[];
}

/** Finds where a folder is now; undefined if it does not exist. */
const refOf = async (tx: Scope, projectId: string, environment: string, id: string): Promise<FolderRef | undefined> => {
  const folder = await tx.stores.folders.findById(projectId, id);
  return folder && { environment, path: folder.path };
};

/** Only the topmost ones: what is in them is deleted together with them. */
const topmost = (deletions: readonly FolderThen[]): FolderThen[] => {
  const ids = new Set(deletions.map(({ id }) => id));
  return deletions.filter(({ folderId }) => !ids.has(folderId));
};

/** 400 if a secret that belongs elsewhere would be deleted for good with its folder, because there is no trash. */
const refuseLoss = ({ config }: Scope, { current, target }: Wanted, deletions: readonly FolderThen[]): void => {
  const ids = new Set(deletions.map(({ id }) => id));
  const lost = [...current.secrets.values()].find(({ id, folderId }) => ids.has(folderId) && target.secrets.has(id));
  if (config.trashDays === 0 && lost)
    throw badRequest(`Move the secret '${lost.name}' out of its folder first, which would be deleted for good.`);
};

/** Gives a folder its former parent folder and name; returns why not, if that is impossible. */
const settle = async (
  tx: Scope,
  project: ProjectAccess,
  environment: string,
  { id, folderId, name, row }: FolderThen,
): Promise<NotRestored['reason'] | undefined> => {
  const projectId = project.row.id;
  const parent = await refOf(tx, projectId, environment, folderId);
  if (!row || !parent) return 'removed';
  const { environmentId } = (await tx.stores.folders.findById(projectId, folderId))!;
  const taken = await tx.stores.folders.findByPath(environmentId, childPath(parent.path, name));
  if (taken && taken.id !== id) return 'name-taken';
  const inTrash = await tx.stores.trash.find(projectId, id, timestamp(tx.clock.now()));
  if (inTrash) await restoreItem(tx, project, id, name);
  const folder = await tx.stores.folders.findById(projectId, id);
  if (!folder) return 'removed';
  if (folder.parentId !== folderId) await moveFolderTo(tx, project, id, parent);
  if (folder.name !== name) await changeFolder(tx, project, { id, folderRef: parent, name });
  return undefined;
};

/** Deletes, restores, moves and renames folders; `tx` is a scope that joins the transaction. */
export const applyFolders = async (
  tx: Scope,
  project: ProjectAccess,
  environment: string,
  wanted: Wanted,
  changes: readonly Change<FolderThen>[],
): Promise<FolderResult> => {
  const deletions = changes.flatMap(({ type, before }) => (type === 'delete' ? [before] : []));
  refuseLoss(tx, wanted, deletions);
  for (const { id, folderId } of topmost(deletions)) {
    const parent = (await refOf(tx, project.row.id, environment, folderId))!;
    await removeFolder(tx, project, parent, id, { isForced: true });
  }
  const notRestored: NotRestored[] = [];
  for (const { after } of changes) {
    const reason = after && (await settle(tx, project, environment, after));
    if (reason) notRestored.push({ type: 'folder', id: after.id, name: after.name, reason });
  }
  return { changed: changes.length - notRestored.length, notRestored };
};
