import type { ProjectAccess } from '../../../access/project-access.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Stores } from '../../../stores.ts';
import type { EnvironmentRow } from '../../../access/environment.ts';
import { childPath, parentPath } from './path.ts';
import type { FolderRef } from './rules.ts';
import type { FolderRow } from './store.ts';

/** The id has no quotes because a test of the official command line looks for it in this form. */
export const folderNotFound = (projectId: string, { environment, path }: FolderRef) =>
  notFound(`There is no folder '${path}' in the environment '${environment}' of the project ${projectId}.`);

/** How many environments an error message names. */
const maxNamed = 10;

const environmentNotFoundIn = (projectId: string, environment: string, slugs: readonly string[]) => {
  const named = slugs.slice(0, maxNamed).join(', ') || 'none';
  const more = slugs.length > maxNamed ? ` and ${slugs.length - maxNamed} more` : '';
  return notFound(`The project ${projectId} has no environment '${environment}' (it has ${named}${more}).`);
};

/**
 * Builds the 404 for a folder that was not found; an unknown environment has its own message, which names those that
 * the project has. Only for members of the project, who may all see its environments.
 */
export const folderOrEnvironmentNotFound = async (
  { environments }: Pick<Stores, 'environments'>,
  projectId: string,
  folderRef: FolderRef,
) => {
  const slugs = (await environments.listActive([projectId])).map(({ slug }) => slug);
  return slugs.includes(folderRef.environment)
    ? folderNotFound(projectId, folderRef)
    : environmentNotFoundIn(projectId, folderRef.environment, slugs);
};

/** Finds the environment by its slug; 404 if there is none or it is deleted. */
export const requireEnvironment = async (
  stores: Pick<Stores, 'environments'>,
  projectId: string,
  folderRef: FolderRef,
): Promise<EnvironmentRow> => {
  const environment = await stores.environments.findBySlug(projectId, folderRef.environment);
  if (environment?.softDeletedAt !== null) throw await folderOrEnvironmentNotFound(stores, projectId, folderRef);
  return environment;
};

/** Finds the folder in one statement; 404 if the folder or its environment does not exist. */
export const requireFolderAt = async (
  stores: Pick<Stores, 'environments' | 'folders'>,
  projectId: string,
  folderRef: FolderRef,
): Promise<FolderRow> => {
  const folder = await stores.folders.findAt(projectId, folderRef);
  if (!folder) throw await folderOrEnvironmentNotFound(stores, projectId, folderRef);
  return folder;
};

/** Finds the folder with its environment; 404 if one of them does not exist. */
export const requireFolder = async (
  stores: Pick<Stores, 'environments' | 'folders'>,
  projectId: string,
  folderRef: FolderRef,
): Promise<{ environment: EnvironmentRow; folder: FolderRow }> => {
  const environment = await requireEnvironment(stores, projectId, folderRef);
  const folder = await stores.folders.findByPath(environment.id, folderRef.path);
  if (!folder) throw folderNotFound(projectId, folderRef);
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

/** 403 unless the caller may create each of these folders, which is checked on its parent folder. */
export const requireCreationOfEach = (project: ProjectAccess, environment: string, paths: readonly string[]): void => {
  for (const path of paths) project.require('create', 'secret-folders', { environment, secretPath: parentPath(path) });
};

/** 400 for the root folder, which cannot be changed. */
export const refuseRoot = ({ parentId }: FolderRow, verb: string): void => {
  if (parentId === null) throw badRequest(`The root folder of an environment cannot be ${verb}.`);
};

/** 400 if the parent folder has a folder of that name already. */
export const refuseTaken = async (
  { folders }: Pick<Stores, 'folders'>,
  environmentId: string,
  parent: string,
  name: string,
): Promise<void> => {
  if (await folders.findByPath(environmentId, childPath(parent, name))) throw folderNameTaken(name, parent);
};

export const folderNameTaken = (name: string, path: string) =>
  badRequest(`A folder '${name}' already exists in the path '${path}'. Choose another name.`);
