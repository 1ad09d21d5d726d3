import type { Handler } from '../../../contract.ts';
import { findFolderById, listFoldersIn } from './find.ts';
import { root } from './path.ts';
import { inBody, inQuery, isTrue, readModifiedSince, readPath, readPathFor } from './rules.ts';
import { addFolder, changeFolder, changeFolders, removeFolder } from './service.ts';
import { folderView, folderWithPathView } from './view.ts';

interface PathInput {
  readonly path?: string;
  readonly directory?: string;
}

/** Returns the name of the parameter that has the path; `path` takes precedence over the older `directory`. */
const nameOfPath = ({ path, directory }: PathInput): 'path' | 'directory' =>
  path === undefined && directory !== undefined ? 'directory' : 'path';

const pathInRequest = (input: PathInput): string => input[nameOfPath(input)] ?? root;

export const createLegacyFolder: Handler<'createLegacyFolder'> = async (scope, { project, body }) => {
  const folderRef = {
    environment: body.environment,
    path: readPathFor(pathInRequest(body), body.name, inBody(nameOfPath(body))),
  };
  return {
    folder: folderWithPathView(await addFolder(scope, project, folderRef, body)),
  };
};

export const listLegacyFolders: Handler<'listLegacyFolders'> = async (scope, { project, query }) => {
  const folderRef = {
    environment: query.environment,
    path: readPath(pathInRequest(query), inQuery(nameOfPath(query))),
  };
  const listQuery = {
    isRecursive: isTrue(query.recursive),
    modifiedSince: readModifiedSince(query.lastSecretModified),
  };
  return { folders: await listFoldersIn(scope, project, folderRef, listQuery) };
};

export const getLegacyFolder: Handler<'getLegacyFolder'> = async (scope, { params: { folderIdOrName } }) => ({
  folder: await findFolderById(scope, folderIdOrName),
});

export const updateLegacyFolder: Handler<'updateLegacyFolder'> = async (
  scope,
  { project, params: { folderIdOrName: id }, body },
) => {
  const { environment, name, description } = body;
  const folderRef = { environment, path: readPathFor(pathInRequest(body), name, inBody(nameOfPath(body))) };
  return {
    folder: folderWithPathView(await changeFolder(scope, project, { id, folderRef, name, description })),
  };
};

export const updateLegacyFolders: Handler<'updateLegacyFolders'> = async (scope, { project, body: { folders } }) => {
  const changes = folders.map(({ id, environment, path = root, name, description }, index) => {
    const folderRef = { environment, path: readPathFor(path, name, inBody('folders', index, 'path')) };
    return { id, folderRef, name, description };
  });
  return {
    folders: (await changeFolders(scope, project, changes)).map(folderView),
  };
};

export const deleteLegacyFolder: Handler<'deleteLegacyFolder'> = async (
  scope,
  { project, params: { folderIdOrName }, body },
) => {
  const folderRef = { environment: body.environment, path: readPath(pathInRequest(body), inBody(nameOfPath(body))) };
  return {
    folder: folderView(
      await removeFolder(scope, project, folderRef, folderIdOrName, {
        isForced: true,
      }),
    ),
  };
};
