import type { ImportingFolder, PlacedImport } from './store.ts';

/** An import with what its reader may know of its source. */
export interface SeenImport extends PlacedImport {
  readonly sourceProjectName: string;
}

export const legacyImportView = ({ id, version, position, folderId, createdAt, updatedAt, ...source }: SeenImport) => ({
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
export const importView = (row: SeenImport) => {
  const view = legacyImportView(row);
  return { ...view, importEnv: { ...view.importEnv, projectId: row.sourceProjectId } };
};

/** Where the folder that imports is. */
export const importingFolderView = ({
  projectId,
  path,
  environmentId,
  environmentName,
  environmentSlug,
}: ImportingFolder) => ({
  environment: { id: environmentId, name: environmentName, slug: environmentSlug },
  projectId,
  secretPath: path,
});
