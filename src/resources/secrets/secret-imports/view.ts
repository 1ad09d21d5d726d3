import type { ImportingFolder, ImportWithSource } from './store.ts';

/** An import, with the parts of its source that the caller may see. */
export interface VisibleImport extends ImportWithSource {
  readonly sourceProjectName: string;
}

export const legacyImportView = ({
  id,
  version,
  position,
  folderId,
  createdAt,
  updatedAt,
  ...source
}: VisibleImport) => ({
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

/** The current generation of the API also shows the project of the source. */
export const importView = (row: VisibleImport) => {
  const view = legacyImportView(row);
  return { ...view, importEnv: { ...view.importEnv, projectId: row.sourceProjectId } };
};

/** Shows the project, environment and path of the importing folder. */
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
