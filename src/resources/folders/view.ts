import { relativePath } from './path.ts';
import type { FolderInEnvironmentRow, FolderRow } from './store.ts';

export const folderView = ({ id, name, version, createdAt, updatedAt, environmentId, parentId, description, lastSecretModified }: FolderRow) => ({
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

export const folderWithPathView = (row: FolderRow) => ({ ...folderView(row), path: row.path });

/** As seen from the folder that was listed with all below it. */
export const folderBelowView = (row: FolderRow, listed: string) => ({ ...folderView(row), relativePath: relativePath(row.path, listed) });

export const folderInEnvironmentView = ({ environmentName, environmentSlug, ...row }: FolderInEnvironmentRow) => ({
  ...folderWithPathView(row),
  projectId: row.projectId,
  environment: { envId: row.environmentId, envName: environmentName, envSlug: environmentSlug },
});
