import type { Handler } from '../../../contract.ts';
import { findFolderById, foldersIn } from './find.ts';
import { moveFolderTo } from './move.ts';
import { root } from './path.ts';
import { inBody, inQuery, isTrue, readModifiedSince, readPath, readPathFor } from './rules.ts';
import { addFolder, changeFolder, removeFolder } from './service.ts';
import { folderView, folderWithPathView } from './view.ts';

export const createFolder: Handler<'createFolder'> = async (
  scope,
  { project, body: { environment, path = root, ...input } },
) => {
  const place = { environment, path: readPathFor(path, input.name, inBody('path')) };
  return { folder: folderWithPathView(await addFolder(scope, project, place, input)) };
};

export const listFolders: Handler<'listFolders'> = async (
  scope,
  { project, query: { environment, path, recursive, lastSecretModified } },
) => {
  const place = { environment, path: readPath(path, inQuery('path')) };
  const wanted = { isRecursive: isTrue(recursive), modifiedSince: readModifiedSince(lastSecretModified) };
  return { folders: await foldersIn(scope, project, place, wanted) };
};

export const getFolder: Handler<'getFolder'> = async (scope, { params: { folderId } }) => ({
  folder: await findFolderById(scope, folderId),
});

export const updateFolder: Handler<'updateFolder'> = async (
  scope,
  { project, params: { folderId }, body: { environment, path = root, name, description } },
) => {
  const place = { environment, path: readPathFor(path, name, inBody('path')) };
  return {
    folder: folderWithPathView(await changeFolder(scope, project, { id: folderId, place, name, description })),
  };
};

export const deleteFolder: Handler<'deleteFolder'> = async (
  scope,
  { project, params: { folderId }, body: { environment, path = root, forceDelete } },
) => {
  const place = { environment, path: readPath(path, inBody('path')) };
  return {
    folder: folderView(await removeFolder(scope, project, place, folderId, { isForced: forceDelete })),
  };
};

export const moveFolder: Handler<'moveFolder'> = async (
  scope,
  { project, body: { folderId, destinationEnvironment, destinationPath } },
) => {
  const wanted = { environment: destinationEnvironment, path: readPath(destinationPath, inBody('destinationPath')) };
  const { source, destination } = await moveFolderTo(scope, project, folderId, wanted);
  return {
    folderId,
    sourceEnvironment: source.environment,
    sourcePath: source.path,
    destinationEnvironment: destination.environment,
    destinationPath: destination.path,
  };
};
