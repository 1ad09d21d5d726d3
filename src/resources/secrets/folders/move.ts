import type { ProjectAccess } from '../../../access/project-access.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { recordFolderChange } from '../folder-changes/record.ts';
import { findContents, listFolders, pathsBelow, requireMoveOfContents } from './contents.ts';
import { refuseRoot, refuseTaken, requireCreationOfEach, requireFolder, requireOnEach } from './guard.ts';
import { movedPath, childPath, isPathWithin, parentPath } from './path.ts';
import { checkMovedPaths, type FolderRef } from './rules.ts';
import type { FolderRow } from './store.ts';
import { moveEvents, type RecordEvents } from './events.ts';
import { ofProject } from '../../../transaction-keys.ts';

/** The parent folders of a moved folder, before and after. */
export interface Move {
  readonly source: FolderRef;
  readonly destination: FolderRef;
}

/** Finds the folder and its environment's slug; 404 if there is none. */
const findFolder = async (
  { stores }: Scope,
  projectId: string,
  id: string,
): Promise<{ folder: FolderRow; environment: string }> => {
  const folder = await stores.folders.findById(projectId, id);
  const environment = folder && (await stores.environments.findById(projectId, folder.environmentId));
  if (environment?.softDeletedAt !== null) throw notFound('This project has no folder with this id.');
  return { folder: folder!, environment: environment.slug };
};

/** Moves everything below the folder, after checking permissions, names and the length of the new paths. */
const moveContents = async (
  tx: Scope,
  project: ProjectAccess,
  before: FolderRow,
  after: FolderRow,
  { source, destination }: Move,
): Promise<RecordEvents> => {
  const contents = await findContents(tx, before);
  const below = pathsBelow(contents);
  const newPaths = below.map((path) => movedPath(path, before.path, after.path));
  requireOnEach(project, 'delete', source.environment, below);
  requireCreationOfEach(project, destination.environment, newPaths);
  const [from, to] = [
    { ...source, path: before.path },
    { ...destination, path: after.path },
  ];
  await requireMoveOfContents(tx, project, from, to, contents);
  const folderIds = listFolders(contents).map(({ id }) => id);
  if (await tx.stores.secretRotations.isAnyIn(folderIds))
    throw badRequest(
      `The folder '${before.path}' contains rotations, which cannot be moved with it. Move or delete them first.`,
    );
  await refuseTaken(tx.stores, after.environmentId, destination.path, before.name);
  checkMovedPaths([after.path, ...newPaths]);
  const notify = await moveEvents(tx, project.row.id, from, to, contents);
  await tx.stores.folders.relocateBelow(before, after);
  return notify;
};

/** Moves the folder, with everything in it, into another folder of the project. */
export const moveFolderTo = (
  scope: Scope,
  project: ProjectAccess,
  folderId: string,
  destination: FolderRef,
): Promise<Move> => {
  project.requireSome('delete', 'secret-folders');
  project.require('create', 'secret-folders', { environment: destination.environment, secretPath: destination.path });
  return scope.transaction(ofProject(project.row), async (tx) => {
    const projectId = project.row.id;
    const { folder: parent } = await requireFolder(tx.stores, projectId, destination);
    const { folder: before, environment } = await findFolder(tx, projectId, folderId);
    const move = { source: { environment, path: parentPath(before.path) }, destination };
    refuseRoot(before, 'moved');
    requireOnEach(project, 'delete', environment, [before.path]);

    if (parent.id === before.parentId) return move;
    if (parent.environmentId === before.environmentId && isPathWithin(parent.path, before.path))
      throw badRequest(`The folder '${before.path}' cannot be moved into itself.`);

    const changes = {
      environmentId: parent.environmentId,
      parentId: parent.id,
      path: childPath(parent.path, before.name),
      version: before.version + 1,
      updatedAt: timestamp(tx.clock.now()),
    };
    const notify = await moveContents(tx, project, before, { ...before, ...changes }, move);
    await recordFolderChange(tx, before.parentId!, 'folder-moved-away', [folderId], { otherFolderId: parent.id });
    await tx.stores.folders.change(before, changes);
    await recordFolderChange(tx, parent.id, 'folder-moved-here', [folderId], { otherFolderId: before.parentId });
    await tx.audit.record({
      type: 'move-folder',
      metadata: {
        environment: destination.environment,
        folderId,
        folderName: before.name,
        folderPath: changes.path,
        oldEnvironment: environment,
        oldFolderPath: before.path,
      },
      project: project.row,
    });
    await notify();
    return move;
  });
};
