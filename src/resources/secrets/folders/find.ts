import type { ProjectAccess } from '../../../access/project-access.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { requireEnvironment } from './guard.ts';
import type { FolderRef } from './rules.ts';
import type { FolderRow } from './store.ts';
import { folderBelowView, folderInEnvironmentView, folderView } from './view.ts';

export interface FolderListQuery {
  /** All below, not only what is directly in there. */
  readonly isRecursive: boolean;
  /** Only folders with secrets that were changed then or later. */
  readonly modifiedSince: string | undefined;
}

/** In the same order on every database, whatever it takes for the order of letters. */
const byName = (one: FolderRow, other: FolderRow): number => {
  const [first, second] = one.name === other.name ? [one.path, other.path] : [one.name, other.name];
  return first < second ? -1 : 1;
};

/** What is in a folder, for any member of the project; nothing if there is no such folder. */
export const foldersIn = async (
  { stores }: Pick<Scope, 'stores'>,
  { project }: ProjectAccess,
  place: FolderRef,
  { isRecursive, modifiedSince }: FolderListQuery,
) => {
  const environment = await requireEnvironment(stores, project.id, place);
  const parent = await stores.folders.findByPath(environment.id, place.path);
  if (!parent) return [];
  const rows = await (isRecursive ? stores.folders.listBelow(parent) : stores.folders.listIn(parent.id));
  const wanted = rows.filter(
    ({ lastSecretModified }) =>
      modifiedSince === undefined || (lastSecretModified !== null && lastSecretModified >= modifiedSince),
  );
  return wanted.sort(byName).map((row) => (isRecursive ? folderBelowView(row, parent.path) : folderView(row)));
};

/** The folder of that id, for any member of its project. */
export const findFolderById = async ({ access, stores }: Pick<Scope, 'access' | 'stores'>, id: string) => {
  const folder = await stores.folders.findInOrganization(access.organization.id, id);
  if (!folder) throw notFound('There is no such folder.');
  await access.inProject(folder.projectId);
  return folderInEnvironmentView(folder);
};
