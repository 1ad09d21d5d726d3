import type { Handler } from '../../../contract.ts';
import { folderOfId, foldersIn } from './find.ts';
import { moveFolderTo } from './move.ts';
import { root } from './path.ts';
import { inBody, inQuery, isTrue, readModifiedSince, readPath, readPathFor } from './rules.ts';
import { addFolder, changeFolder, removeFolder } from './service.ts';
import { folderView, folderWithPathView } from './view.ts';

export const createFolder: Handler<'createFolder'> = async (
  scope,
  { body: { projectId, environment, path = root, ...input } },
) => {
  const place = { environment, path: readPathFor(path, input.name, inBody('path')) };
  return { folder: folderWithPathView(await addFolder(scope, await scope.access.inProject(projectId), place, input)) };
};

export const listFolders: Handler<'listFolders'> = async (
  scope,
  { query: { projectId, environment, path, recursive, lastSecretModified } },
) => {
  const place = { environment, path: readPath(path, inQuery('path')) };
  const wanted = { isRecursive: isTrue(recursive), modifiedSince: readModifiedSince(lastSecretModified) };
  return { folders: await foldersIn(scope, projectId, place, wanted) };
};

export const getFolder: Handler<'getFolder'> = async (scope, { params: { folderId } }) => ({
  folder: await folderOfId(scope, folderId),
});

export const updateFolder: Handler<'updateFolder'> = async (
  scope,
  { params: { folderId }, body: { projectId, environment, path = root, ...input } },
) => {
  const place = { environment, path: readPathFor(path, input.name, inBody('path')) };
  return {
    folder: folderWithPathView(
      await changeFolder(scope, await scope.access.inProject(projectId), { id: folderId, place, ...input }),
    ),
  };
};

export const deleteFolder: Handler<'deleteFolder'> = async (
  scope,
  { params: { folderId }, body: { projectId, environment, path = root, forceDelete } },
) => {
  const place = { environment, path: readPath(path, inBody('path')) };
  return {
    folder: folderView(
      await removeFolder(scope, await scope.access.inProject(projectId), place, folderId, { isForced: forceDelete }),
    ),
  };
};

export const moveFolder: Handler<'moveFolder'> = async (
  scope,
  { body: { projectId, folderId, destinationEnvironment, destinationPath } },
) => {
  const wanted = { environment: destinationEnvironment, path: readPath(destinationPath, inBody('destinationPath')) };
  const { source, destination } = await moveFolderTo(scope, await scope.access.inProject(projectId), folderId, wanted);
  return {
    folderId,
    sourceEnvironment: source.environment,
    sourcePath: source.path,
    destinationEnvironment: destination.environment,
    destinationPath: destination.path,
  };
};
