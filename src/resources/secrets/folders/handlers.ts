import type { Handler } from '../../../contract.ts';
import { findFolderById, listFoldersIn } from './find.ts';
import { moveFolderTo } from './move.ts';
import { root } from './path.ts';
import { inBody, inQuery, isTrue, readModifiedSince, readPath, readPathFor } from './rules.ts';
import { addFolder, changeFolder, removeFolder } from './service.ts';
import { folderView, folderWithPathView } from './view.ts';

export const createFolder: Handler<'createFolder'> = async (
  scope,
  { project, body: { environment, path = root, ...input } },
) => {
  const folderRef = { environment, path: readPathFor(path, input.name, inBody('path')) };
  return { folder: folderWithPathView(await addFolder(scope, project, folderRef, input)) };
};

export const listFolders: Handler<'listFolders'> = async (
  scope,
  { project, query: { environment, path, recursive, lastSecretModified } },
) => {
  const folderRef = { environment, path: readPath(path, inQuery('path')) };
  const listQuery = { isRecursive: isTrue(recursive), modifiedSince: readModifiedSince(lastSecretModified) };
  return { folders: await listFoldersIn(scope, project, folderRef, listQuery) };
};

export const getFolder: Handler<'getFolder'> = async (scope, { params: { folderId } }) => ({
  folder: await findFolderById(scope, folderId),
});

export const updateFolder: Handler<'updateFolder'> = async (
  scope,
  { project, params: { folderId }, body: { environment, path = root, name, description } },
) => {
  const folderRef = { environment, path: readPathFor(path, name, inBody('path')) };
  return {
    folder: folderWithPathView(await changeFolder(scope, project, { id: folderId, folderRef, name, description })),
  };
};

export const deleteFolder: Handler<'deleteFolder'> = async (
  scope,
  { project, params: { folderId }, body: { environment, path = root, forceDelete } },
) => {
  const folderRef = { environment, path: readPath(path, inBody('path')) };
  return {
    folder: folderView(await removeFolder(scope, project, folderRef, folderId, { isForced: forceDelete })),
  };
};

export const moveFolder: Handler<'moveFolder'> = async (
  scope,
  { project, body: { folderId, destinationEnvironment, destinationPath } },
) => {
  const destinationRef = {
    environment: destinationEnvironment,
    path: readPath(destinationPath, inBody('destinationPath')),
  };
  const { source, destination } = await moveFolderTo(scope, project, folderId, destinationRef);
  return {
    folderId,
    sourceEnvironment: source.environment,
    sourcePath: source.path,
    destinationEnvironment: destination.environment,
    destinationPath: destination.path,
  };
};
