import { relativePath } from './path.ts';
import type { FolderInEnvironmentRow, FolderRow } from './store.ts';

export const folderView = ({
  id,
  name,
  version,
  createdAt,
  updatedAt,
  environmentId,
  parentId,
  description,
  lastSecretModified,
}: FolderRow) => ({
  id,
  name,
  version,
  createdAt,
  updatedAt,
  envId: environmentId,
  parentId,
  isReserved: false,
  description,
  lastSecretModified,
});

export const folderWithPathView = (row: FolderRow) => ({ path: row.path, ...folderView(row) });

/** Shows a folder of a recursive list, with its path relative to the listed folder. */
export const folderBelowView = (row: FolderRow, ancestorPath: string) => ({
  relativePath: relativePath(row.path, ancestorPath),
  ...folderView(row),
});

export const folderInEnvironmentView = ({ environmentName, environmentSlug, ...row }: FolderInEnvironmentRow) => ({
  projectId: row.projectId,
  environment: { envId: row.environmentId, envName: environmentName, envSlug: environmentSlug },
  ...folderWithPathView(row),
});
