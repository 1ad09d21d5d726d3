import type { Handler } from '../../../contract.ts';
import { root } from '../folders/path.ts';
import { inQuery, readPath } from '../folders/rules.ts';
import { listImportedIn } from '../secrets/reading/list.ts';
import { findImportById, listImports } from './find.ts';
import { readNewSource, readImportingFolder, readSource } from './rules.ts';
import { addImport, changeImport, removeImport } from './service.ts';
import { importingFolderView, importView } from './view.ts';

export const createSecretImport: Handler<'createSecretImport'> = async (scope, { project, body }) => {
  const {
    isReplication,
    import: { sourceProjectId, ...from },
  } = body;
  const [folderRef, source] = [readImportingFolder(body), readSource(from)];
  const added = await addImport(scope, project, folderRef, source, {
    isReplication,
    sourceProjectId,
  });
  return { message: 'The import was created.', secretImport: importView(added) };
};

export const listSecretImports: Handler<'listSecretImports'> = async (
  scope,
  { project, query: { environment, path = root } },
) => {
  const folderRef = { environment, path: readPath(path, inQuery('path')) };
  const rows = await listImports(scope, project, folderRef);
  return {
    message: 'These are the imports.',
    secretImports: rows.map((row) => ({ ...importView(row), sourceProjectName: row.sourceProjectName })),
  };
};

export const getSecretImport: Handler<'getSecretImport'> = async (scope, { params: { secretImportId } }) => {
  const { row, folder } = await findImportById(scope, secretImportId);
  return { secretImport: { ...importView(row), ...importingFolderView(folder) } };
};

export const updateSecretImport: Handler<'updateSecretImport'> = async (
  scope,
  { project, params: { secretImportId: id }, body },
) => {
  const change = {
    id,
    folderRef: readImportingFolder(body),
    source: readNewSource(body.import),
    position: body.import.position,
  };
  const changed = await changeImport(scope, project, change);
  return { message: 'The import was changed.', secretImport: importView(changed) };
};

export const deleteSecretImport: Handler<'deleteSecretImport'> = async (
  scope,
  { project, params: { secretImportId }, body },
) => {
  const folderRef = readImportingFolder(body);
  const removed = await removeImport(scope, project, folderRef, secretImportId);
  return { message: 'The import was deleted.', secretImport: importView(removed) };
};

export const listImportedSecrets: Handler<'listImportedSecrets'> = async (
  scope,
  { project, query: { environment, path = root } },
) => {
  const folderRef = { environment, path: readPath(path, inQuery('path')) };
  return { secrets: await listImportedIn(scope, project, folderRef) };
};
