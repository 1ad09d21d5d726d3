import type { ProjectAccess } from '../../../access/project-access.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { requireEnvironment } from './guard.ts';
import type { FolderRef } from './rules.ts';
import type { FolderRow } from './store.ts';
import { folderBelowView, folderInEnvironmentView, folderView } from './view.ts';

export interface FolderListQuery {
  /** Whether to list all folders below, not only the direct children. */
  readonly isRecursive: boolean;
  /** Lists only folders with secrets that were changed at or after this time. */
  readonly modifiedSince: string | undefined;
}

/** Compares by code units, because the collations of the databases differ. */
const byName = (one: FolderRow, other: FolderRow): number => {
  const [first, second] = one.name === other.name ? [one.path, other.path] : [one.name, other.name];
  return first < second ? -1 : 1;
};

/** Lists the folders in a folder, for any member of the project; empty if the folder does not exist. */
export const listFoldersIn = async (
  { stores }: Pick<Scope, 'stores'>,
  { row: project }: ProjectAccess,
  folderRef: FolderRef,
  { isRecursive, modifiedSince }: FolderListQuery,
) => {
  const environment = await requireEnvironment(stores, project.id, folderRef);
  const parent = await stores.folders.findByPath(environment.id, folderRef.path);
  if (!parent) return [];
  const rows = await (isRecursive ? stores.folders.listBelow(parent) : stores.folders.listIn(parent.id));
  const query = rows.filter(
    ({ lastSecretModified }) =>
      modifiedSince === undefined || (lastSecretModified !== null && lastSecretModified >= modifiedSince),
  );
  return query.sort(byName).map((row) => (isRecursive ? folderBelowView(row, parent.path) : folderView(row)));
};

/** Finds the folder by id, for any member of its project; 404 if it does not exist. */
export const findFolderById = async ({ access, stores }: Pick<Scope, 'access' | 'stores'>, id: string) => {
  const folder = await stores.folders.findInOrganization(access.organization.id, id);
  if (!folder) throw notFound('Folder not found.');
  await access.inProject(folder.projectId);
  return folderInEnvironmentView(folder);
};
