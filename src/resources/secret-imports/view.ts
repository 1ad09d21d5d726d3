import type { ImportingFolder, PlacedImport } from './store.ts';

export const legacyImportView = ({ id, version, position, folderId, createdAt, updatedAt, ...source }: PlacedImport) => ({
  id,
  version,
  importPath: source.sourcePath,
  importEnv: { id: source.sourceEnvironmentId, name: source.sourceEnvironmentName, slug: source.sourceEnvironmentSlug },
  position,
  createdAt,
  updatedAt,
  folderId,
  isReplication: false,
  isReplicationSuccess: null,
  replicationStatus: null,
  lastReplicated: null,
  isReserved: false,
});

/** Newer clients are also told which project the source is of. */
export const importView = (row: PlacedImport) => {
  const view = legacyImportView(row);
  return { ...view, importEnv: { ...view.importEnv, projectId: row.projectId } };
};

/** Where the folder that imports is. */
export const importingFolderView = ({ projectId, path, environmentId, environmentName, environmentSlug }: ImportingFolder) => ({
  environment: { id: environmentId, name: environmentName, slug: environmentSlug },
  projectId,
  secretPath: path,
});
