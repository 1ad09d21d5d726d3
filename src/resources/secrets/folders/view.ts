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

/** As seen from the folder that was listed with all below it. */
export const folderBelowView = (row: FolderRow, listed: string) => ({
  relativePath: relativePath(row.path, listed),
  ...folderView(row),
});

export const folderInEnvironmentView = ({ environmentName, environmentSlug, ...row }: FolderInEnvironmentRow) => ({
  projectId: row.projectId,
  environment: { envId: row.environmentId, envName: environmentName, envSlug: environmentSlug },
  ...folderWithPathView(row),
});
