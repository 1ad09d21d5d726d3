import type { Handler } from '../../../contract.ts';
import { root } from '../folders/path.ts';
import { inQuery, readPath } from '../folders/rules.ts';
import { findImportById, listImports } from './find.ts';
import { readNewSource, readImportingFolder, readSource } from './rules.ts';
import { addImport, changeImport, removeImport } from './service.ts';
import { importingFolderView, legacyImportView } from './view.ts';
import { listImportedIn } from '../secrets/reading/list.ts';

export const createLegacySecretImport: Handler<'createLegacySecretImport'> = async (scope, { project, body }) => {
  const [folderRef, source] = [readImportingFolder(body), readSource(body.import)];
  const added = await addImport(scope, project, folderRef, source, {
    isReplication: body.isReplication,
  });
  return { message: 'The import was created.', secretImport: legacyImportView(added) };
};

export const listLegacySecretImports: Handler<'listLegacySecretImports'> = async (
  scope,
  { project, query: { environment, path = root } },
) => {
  const folderRef = { environment, path: readPath(path, inQuery('path')) };
  const rows = await listImports(scope, project, folderRef);
  return { message: 'These are the imports.', secretImports: rows.map(legacyImportView) };
};

export const getLegacySecretImport: Handler<'getLegacySecretImport'> = async (
  scope,
  { params: { secretImportId } },
) => {
  const { row, folder } = await findImportById(scope, secretImportId);
  return { secretImport: { ...legacyImportView(row), ...importingFolderView(folder) } };
};

export const updateLegacySecretImport: Handler<'updateLegacySecretImport'> = async (
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
  return { message: 'The import was changed.', secretImport: legacyImportView(changed) };
};

export const deleteLegacySecretImport: Handler<'deleteLegacySecretImport'> = async (
  scope,
  { project, params: { secretImportId }, body },
) => {
  const folderRef = readImportingFolder(body);
  const removed = await removeImport(scope, project, folderRef, secretImportId);
  return { message: 'The import was deleted.', secretImport: legacyImportView(removed) };
};

export const listLegacyImportedSecrets: Handler<'listLegacyImportedSecrets'> = async (
  scope,
  { project, query: { environment, path = root } },
) => {
  const folderRef = { environment, path: readPath(path, inQuery('path')) };
  return { secrets: await listImportedIn(scope, project, folderRef) };
};
