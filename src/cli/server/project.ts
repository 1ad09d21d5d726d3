import type { Reply } from '../../contract.ts';
import { suggestion } from '../suggest.ts';
import { StartError } from '../../platform/errors.ts';
import { RefusedByServer, uuid, type ApiClient } from './client.ts';

export type Project = Reply<'getProjectBySlug'>;

const isUnknown = (error: unknown): boolean =>
  error instanceof RefusedByServer && (error.status === 403 || error.status === 404);

/** Finds a project by its id or slug; for an unknown one, the message says which there are. */
export const findProject = async (client: ApiClient, idOrSlug: string): Promise<Project> => {
  try {
    return uuid.test(idOrSlug)
      ? (await client.call('getProject', { params: { projectId: idOrSlug } })).project
      : await client.call('getProjectBySlug', { params: { slug: idOrSlug } });
  } catch (error) {
    if (!isUnknown(error)) throw error;
    const { projects } = await client.call('listProjects');
    const slugs = projects.map(({ slug }) => slug);
    throw new StartError(`You are not a member of a project '${idOrSlug}'.${suggestion(idOrSlug, slugs)}`, {
      cause: error,
    });
  }
};

/** Refuses an environment that the project does not have. */
export const checkEnvironment = ({ slug, environments }: Project, environment: string): void => {
  const slugs = environments.map((each) => each.slug);
  if (!slugs.includes(environment))
    throw new StartError(`The project ${slug} has no environment '${environment}'.${suggestion(environment, slugs)}`);
};

/** The paths of the folders that a folder contains, directly. */
export const listFolderPaths = async (
  client: ApiClient,
  { id: projectId }: Pick<Project, 'id'>,
  environment: string,
  path: string,
): Promise<string[]> => {
  const { folders } = await client.call('listFolders', { query: { projectId, environment, path } });
  return folders.map(({ name }) => `${path === '/' ? '' : path}/${name}`);
};

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/')) || '/';

/** Refuses a folder that the environment does not have. */
export const checkFolder = async (
  client: ApiClient,
  project: Project,
  environment: string,
  path: string,
): Promise<void> => {
  if (path === '/') return;
  const parent = parentOf(path);
  const paths = await listFolderPaths(client, project, environment, parent);
  if (paths.includes(path)) return;
  await checkFolder(client, project, environment, parent);
  throw new StartError(
    `The environment ${environment} of ${project.slug} has no folder '${path}'.${suggestion(path, paths)}`,
  );
};
