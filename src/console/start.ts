// Loaded before everything else: the session and the data of the address are on their way while the rest is loaded.
import { api } from './api/client.ts';
import { queryClient } from './api/query-client.ts';
import { secretList } from './api/secret-list.ts';
import { currentToken, resumeSession } from './api/session.ts';
import { environmentOfSegment } from './layout/addresses.ts';

/** What cannot be loaded now the page shows, which tries it again. */
const ignore = (): void => undefined;

/** What the page of an environment shows first; the permissions are as long as some code, and follow it. */
const loadFolder = (projectId: string, environment: string, path: string): void => {
  const params = { query: { projectId, environment, path } };
  queryClient.query(api.queryOptions('get', '/api/v2/folders', { params })).catch(ignore);
  queryClient.query(api.queryOptions('get', '/api/v2/secret-imports', { params })).catch(ignore);
  queryClient.query(secretList({ projectId, environment, path })).catch(ignore);
};

/** What every page of a project needs, and the secrets of the environment that the address names. */
const loadProject = async (slug: string, segment: string | undefined, folders: readonly string[]): Promise<void> => {
  const options = api.queryOptions('get', '/api/v1/projects/slug/{slug}', { params: { path: { slug } } });
  const project = await queryClient.query(options);
  const environment = project.environments.find((each) => each.slug === environmentOfSegment(segment ?? ''));
  if (environment) loadFolder(project.id, environment.slug, `/${folders.join('/')}`);
};

const loadData = (): void => {
  queryClient.query(api.queryOptions('get', '/api/v1/organization')).catch(ignore);
  queryClient.query(api.queryOptions('get', '/api/v1/user')).catch(ignore);
  const [first, slug, segment, ...folders] = location.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  if (first === 'p' && slug !== undefined) loadProject(slug, segment, folders).catch(ignore);
};

/** Resolves when it is known whether there is a session. */
export const started: Promise<void> = resumeSession().catch(ignore);

void started.then(() => {
  if (currentToken() !== undefined) loadData();
});
