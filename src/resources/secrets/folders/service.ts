import type { ProjectAccess } from '../../../access/project-access.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import {
  isEmpty,
  findContents,
  numberOfSecrets,
  pathsBelow,
  requireDeletionOfContents,
  requireMoveOfContents,
} from './contents.ts';
import {
  refuseRoot,
  refuseTaken,
  requireCreationOfEach,
  requireEnvironment,
  requireFolder,
  requireOnEach,
  folderNameTaken,
} from './guard.ts';
import { movedPath, childPath, parentPath, pathsTo } from './path.ts';
import { checkMovedPaths, type FolderRef } from './rules.ts';
import type { FolderRow } from './store.ts';
import { recordFolderChange } from '../folder-changes/record.ts';
import { deleteFolder } from './delete.ts';
import { deletionEvents, moveEvents, type RecordEvents } from './events.ts';
import { ofProject } from '../../../transaction-keys.ts';

export interface FolderInput {
  readonly name: string;
  readonly description?: string | null | undefined;
}

/** One of several changes of folders. */
export interface FolderChange extends FolderInput {
  readonly id: string;
  readonly folderRef: FolderRef;
}

/** Returns the audit metadata of a folder. */
const auditedFolder = (environment: string, { id, name, path }: FolderRow) => ({
  environment,
  folderId: id,
  folderName: name,
  folderPath: path,
});

const newFolder = ({ clock, ids }: Scope, parent: FolderRow, { name, description = null }: FolderInput): FolderRow => {
  const now = timestamp(clock.now());
  const { projectId, environmentId } = parent;
  const path = childPath(parent.path, name);
  return {
    id: ids.uuid(),
    projectId,
    environmentId,
    parentId: parent.id,
    name,
    path,
    description,
    version: 1,
    lastSecretModified: null,
    createdAt: now,
    updatedAt: now,
  };
};

/** Creates the folder and its missing ancestors. */
export const addFolder = async (
  scope: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  input: FolderInput,
): Promise<FolderRow> => {
  const path = childPath(folderRef.path, input.name);
  requireCreationOfEach(project, folderRef.environment, [path]);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const environment = await requireEnvironment(tx.stores, project.row.id, folderRef);
    const way = pathsTo(path);
    const there = await tx.stores.folders.listByPaths(environment.id, way);
    if (there.length === way.length) throw folderNameTaken(input.name, folderRef.path);
    const missing = way.slice(there.length);
    requireCreationOfEach(project, folderRef.environment, missing);

    const made: FolderRow[] = [];
    for (const one of missing) {
      const parent = made.at(-1) ?? there.find((row) => row.path === parentPath(one))!;
      made.push(newFolder(tx, parent, one === path ? input : { name: one.slice(one.lastIndexOf('/') + 1) }));
    }
    await tx.stores.folders.insert(made);
    for (const { id, parentId } of made) await recordFolderChange(tx, parentId!, 'folder-created', [id]);
    const folder = made.at(-1)!;
    const parents = missing.slice(0, -1);
    await tx.audit.record({
      type: 'create-folder',
      metadata: { ...auditedFolder(folderRef.environment, folder), ...(parents.length > 0 && { parents }) },
      project: project.row,
    });
    return folder;
  });
};

/** Finds the folder by id in the parent folder; 400 for the root, which has no parent. */
const findInParent = async (
  { stores }: Scope,
  projectId: string,
  folderRef: FolderRef,
  id: string,
  verb: string,
): Promise<FolderRow> => {
  const { environment, folder: parent } = await requireFolder(stores, projectId, folderRef);
  const folder = await stores.folders.findById(projectId, id);
  if (folder?.environmentId !== environment.id)
    throw notFound(`Folder not found in the path '${folderRef.path}' of the environment '${folderRef.environment}'.`);
  refuseRoot(folder, verb);
  if (folder.parentId !== parent.id)
    throw notFound(`Folder not found in the path '${folderRef.path}' of the environment '${folderRef.environment}'.`);
  return folder;
};

/** Renames the folder; authorized like a move, because the paths of its contents change. */
const moveContentsOf = async (
  tx: Scope,
  project: ProjectAccess,
  environment: string,
  before: FolderRow,
  after: FolderRow,
): Promise<RecordEvents> => {
  requireOnEach(project, 'edit', environment, [after.path]);
  const contents = await findContents(tx, before);
  const below = pathsBelow(contents);
  const moved = below.map((path) => movedPath(path, before.path, after.path));
  requireOnEach(project, 'edit', environment, [...below, ...moved]);
  const [from, to] = [
    { environment, path: before.path },
    { environment, path: after.path },
  ];
  await requireMoveOfContents(tx, project, from, to, contents);
  await refuseTaken(tx.stores, before.environmentId, parentPath(before.path), after.name);
  checkMovedPaths(moved);
  const recordEvents = await moveEvents(tx, project.row.id, from, to, contents);
  await tx.stores.folders.relocateBelow(before, after);
  return recordEvents;
};

interface Changed {
  readonly before: FolderRow;
  /** Equal to `before` if nothing changes. */
  readonly after: FolderRow;
  /** Undefined if the path stays the same. */
  readonly recordEvents: RecordEvents | undefined;
}

const changeOne = async (
  tx: Scope,
  project: ProjectAccess,
  { id, folderRef, name, description }: FolderChange,
): Promise<Changed> => {
  const before = await findInParent(tx, project.row.id, folderRef, id, 'changed');
  requireOnEach(project, 'edit', folderRef.environment, [before.path]);
  const newValues = { name, description: description === undefined ? before.description : description };
  if (newValues.name === before.name && newValues.description === before.description)
    return { before, after: before, recordEvents: undefined };

  const changes = {
    ...newValues,
    path: childPath(folderRef.path, name),
    version: before.version + 1,
    updatedAt: timestamp(tx.clock.now()),
  };
  const after = { ...before, ...changes };
  const recordEvents =
    name === before.name ? undefined : await moveContentsOf(tx, project, folderRef.environment, before, after);
  await tx.stores.folders.change(before, changes);
  if (name !== before.name)
    await recordFolderChange(tx, before.parentId!, 'folder-renamed', [id], { otherName: before.name });
  return { before, after, recordEvents };
};

const recordedChange = (environment: string, before: FolderRow, after: FolderRow) => ({
  ...auditedFolder(environment, after),
  oldFolderName: before.name,
  oldFolderPath: before.path,
});

export const changeFolder = (scope: Scope, project: ProjectAccess, change: FolderChange): Promise<FolderRow> => {
  project.requireSome('edit', 'secret-folders');
  return scope.transaction(ofProject(project.row), async (tx) => {
    const { before, after, recordEvents } = await changeOne(tx, project, change);
    if (after !== before)
      await tx.audit.record({
        type: 'update-folder',
        metadata: recordedChange(change.folderRef.environment, before, after),
        project: project.row,
      });
    await recordEvents?.();
    return after;
  });
};

/** Applies the changes in their order: all of them or none. */
export const changeFolders = (
  scope: Scope,
  project: ProjectAccess,
  changes: readonly FolderChange[],
): Promise<FolderRow[]> => {
  project.requireSome('edit', 'secret-folders');
  return scope.transaction(ofProject(project.row), async (tx) => {
    const results = [];
    for (const change of changes)
      results.push({ ...(await changeOne(tx, project, change)), environment: change.folderRef.environment });
    const folders = results
      .filter(({ before, after }) => after !== before)
      .map(({ environment, before, after }) => recordedChange(environment, before, after));
    if (folders.length > 0)
      await tx.audit.record({ type: 'update-folders', metadata: { folders }, project: project.row });
    for (const { recordEvents } of results) await recordEvents?.();
    return results.map(({ after }) => after);
  });
};

/** Finds the folder in the parent folder by name, else by id; 404 if there is none. */
const findByNameOrId = async (
  tx: Scope,
  projectId: string,
  folderRef: FolderRef,
  nameOrId: string,
): Promise<FolderRow> => {
  const { environment, folder: parent } = await requireFolder(tx.stores, projectId, folderRef);
  const byName = await tx.stores.folders.findByPath(environment.id, childPath(folderRef.path, nameOrId));
  return byName?.parentId === parent.id ? byName : findInParent(tx, projectId, folderRef, nameOrId, 'deleted');
};

/** Deletes the folder with its contents, or refuses if it has contents and `isForced` is false. */
export const removeFolder = (
  scope: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  nameOrId: string,
  { isForced }: { isForced: boolean },
): Promise<FolderRow> => {
  project.requireSome('delete', 'secret-folders');
  return scope.transaction(ofProject(project.row), async (tx) => {
    const folder = await findByNameOrId(tx, project.row.id, folderRef, nameOrId);
    requireOnEach(project, 'delete', folderRef.environment, [folder.path]);
    const contents = await findContents(tx, folder);
    requireOnEach(project, 'delete', folderRef.environment, pathsBelow(contents));
    requireDeletionOfContents(project, folderRef.environment, contents);
    if (!isForced && !isEmpty(contents))
      throw badRequest(
        `The folder '${folder.path}' is not empty. With forceDelete=true it is deleted together with what is in it.`,
      );

    const recordEvents = await deletionEvents(tx, project.row.id, folderRef.environment, contents);
    const secrets = numberOfSecrets(contents);
    await deleteFolder(tx, folder, secrets);
    await tx.audit.record({
      type: 'delete-folder',
      metadata: { ...auditedFolder(folderRef.environment, folder), ...(secrets > 0 && { numberOfSecrets: secrets }) },
      project: project.row,
    });
    await recordEvents();
    return folder;
  });
};
