import type { Handler } from '../../../contract.ts';
import { findFolderById, foldersIn } from './find.ts';
import { root } from './path.ts';
import { inBody, inQuery, isTrue, readModifiedSince, readPath, readPathFor } from './rules.ts';
import { addFolder, changeFolder, changeFolders, removeFolder } from './service.ts';
import { folderView, folderWithPathView } from './view.ts';

interface PathGiven {
  readonly path?: string;
  readonly directory?: string;
}

/** Where the request has the path: under its newer name, if it has that. */
const nameOfPath = ({ path, directory }: PathGiven): 'path' | 'directory' =>
  path === undefined && directory !== undefined ? 'directory' : 'path';

const pathIn = (given: PathGiven): string => given[nameOfPath(given)] ?? root;

export const createLegacyFolder: Handler<'createLegacyFolder'> = async (scope, { project, body }) => {
  const place = { environment: body.environment, path: readPathFor(pathIn(body), body.name, inBody(nameOfPath(body))) };
  return {
    folder: folderWithPathView(await addFolder(scope, project, place, body)),
  };
};

export const listLegacyFolders: Handler<'listLegacyFolders'> = async (scope, { project, query }) => {
  const place = { environment: query.environment, path: readPath(pathIn(query), inQuery(nameOfPath(query))) };
  const wanted = { isRecursive: isTrue(query.recursive), modifiedSince: readModifiedSince(query.lastSecretModified) };
  return { folders: await foldersIn(scope, project, place, wanted) };
};

export const getLegacyFolder: Handler<'getLegacyFolder'> = async (scope, { params: { folderIdOrName } }) => ({
  folder: await findFolderById(scope, folderIdOrName),
});

export const updateLegacyFolder: Handler<'updateLegacyFolder'> = async (
  scope,
  { project, params: { folderIdOrName: id }, body },
) => {
  const { environment, name, description } = body;
  const place = { environment, path: readPathFor(pathIn(body), name, inBody(nameOfPath(body))) };
  return {
    folder: folderWithPathView(await changeFolder(scope, project, { id, place, name, description })),
  };
};

export const updateLegacyFolders: Handler<'updateLegacyFolders'> = async (scope, { project, body: { folders } }) => {
  const changes = folders.map(({ id, environment, path = root, name, description }, index) => {
    const place = { environment, path: readPathFor(path, name, inBody('folders', index, 'path')) };
    return { id, place, name, description };
  });
  return {
    folders: (await changeFolders(scope, project, changes)).map(folderView),
  };
};

export const deleteLegacyFolder: Handler<'deleteLegacyFolder'> = async (
  scope,
  { project, params: { folderIdOrName }, body },
) => {
  const place = { environment: body.environment, path: readPath(pathIn(body), inBody(nameOfPath(body))) };
  return {
    folder: folderView(
      await removeFolder(scope, project, place, folderIdOrName, {
        isForced: true,
      }),
    ),
  };
};
