import type { ProjectAccess } from '../../../access/project-access.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Stores } from '../../../stores.ts';
import type { EnvironmentRow } from '../../project/environments/store.ts';
import { childPath, parentPath } from './path.ts';
import type { Place } from './rules.ts';
import type { FolderRow } from './store.ts';

/** The id stands without quotes because the official command line's tests want it so. */
export const unknownFolder = (projectId: string, { environment, path }: Place) =>
  notFound(`There is no folder '${path}' in an environment '${environment}' of the project ${projectId}. Check both.`);

/** The environment of that slug, and 404 for a deleted one too. */
export const requireEnvironment = async (
  { environments }: Pick<Stores, 'environments'>,
  projectId: string,
  place: Place,
): Promise<EnvironmentRow> => {
  const environment = await environments.findBySlug(projectId, place.environment);
  if (environment?.softDeletedAt !== null) throw unknownFolder(projectId, place);
  return environment;
};

/** The folder of that path; 404 names it and its environment. */
export const requireFolderAt = async (
  { folders }: Pick<Stores, 'folders'>,
  projectId: string,
  place: Place,
): Promise<FolderRow> => {
  const folder = await folders.findAt(projectId, place);
  if (!folder) throw unknownFolder(projectId, place);
  return folder;
};

/** The folder of that path, with its environment; 404 names both. */
export const requireFolder = async (
  stores: Pick<Stores, 'environments' | 'folders'>,
  projectId: string,
  place: Place,
): Promise<{ environment: EnvironmentRow; folder: FolderRow }> => {
  const environment = await requireEnvironment(stores, projectId, place);
  const folder = await stores.folders.findByPath(environment.id, place.path);
  if (!folder) throw unknownFolder(projectId, place);
  return { environment, folder };
};

/** 403 unless the caller may edit or delete each of these folders. */
export const requireOnEach = (
  project: ProjectAccess,
  action: 'edit' | 'delete',
  environment: string,
  paths: readonly string[],
): void => {
  for (const secretPath of paths) project.require(action, 'secret-folders', { environment, secretPath });
};

/** 403 unless the caller may create each of these folders. That is asked of the folder in which it comes to be. */
export const requireCreationOfEach = (project: ProjectAccess, environment: string, paths: readonly string[]): void => {
  for (const path of paths) project.require('create', 'secret-folders', { environment, secretPath: parentPath(path) });
};

/** 400 for the root, which stays where and what it is. */
export const refuseRoot = ({ parentId }: FolderRow, verb: string): void => {
  if (parentId === null) throw badRequest(`The root folder of an environment cannot be ${verb}.`);
};

/** 400 if there is a folder of that name already. */
export const refuseTaken = async (
  { folders }: Pick<Stores, 'folders'>,
  environmentId: string,
  parent: string,
  name: string,
): Promise<void> => {
  if (await folders.findByPath(environmentId, childPath(parent, name))) throw takenName(name, parent);
};

export const takenName = (name: string, path: string) =>
  badRequest(`A folder '${name}' already exists in the path '${path}'. Choose another name.`);
