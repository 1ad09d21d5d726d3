import type { ProjectEvent } from '../api/project-event.ts';

/** Lists that a change of secrets can change: of one folder, or also of the folders below it. */
const lists: Readonly<Record<string, 'folder' | 'tree'>> = {
  secrets: 'folder',
  'secret-details': 'folder',
  overview: 'tree',
  '/api/v2/folders': 'tree',
  '/api/v2/secret-imports': 'folder',
  '/api/v1/pit/commits': 'tree',
  '/api/v1/projects/{projectId}/trash/items': 'tree',
};

/** The history of a secret names no folder; it is on the screen for one secret at most. */
const historyPath = '/api/v1/dashboard/secret-versions/{secretId}';

interface Fields {
  readonly projectId?: string;
  readonly environment?: string;
  readonly environments?: string;
  readonly path?: string;
  readonly secretPath?: string;
  readonly name?: string;
}

interface Options {
  readonly params?: { readonly path?: Fields; readonly query?: Fields };
}

/** Queries of `api` have keys of a method, a path and options; others have a name and fields. */
const partsOf = (key: readonly unknown[]): { readonly name: string; readonly fields: Fields } => {
  const [first, second, third] = key;
  if (first !== 'get') return { name: String(first), fields: second ?? {} };
  const { params = {} } = (third ?? {}) as Options;
  return { name: String(second), fields: { ...params.path, ...params.query } };
};

const isBelow = (path: string, folder: string): boolean =>
  path === folder || folder === '/' || path.startsWith(`${folder}/`);

/** Whether a query may have another result after an event, or after events that were missed if there is none. */
export const isAffected = (key: readonly unknown[], projectId: string, event?: ProjectEvent): boolean => {
  const { name, fields } = partsOf(key);
  const isAboutOne = name === historyPath || name === 'secret-details';
  // There is nothing to load of a secret that was deleted.
  if (isAboutOne && event?.kind === 'secret:delete') return false;
  if (name === historyPath) return true;
  const extent = lists[name];
  if (extent === undefined || fields.projectId !== projectId) return false;
  if (!event) return true;
  if (isAboutOne && !event.names.includes(fields.name ?? '')) return false;
  const environments = fields.environment === undefined ? fields.environments?.split(',') : [fields.environment];
  const path = fields.path ?? fields.secretPath ?? '/';
  if (!environments?.includes(event.environment)) return false;
  return extent === 'folder' ? path === event.path : isBelow(event.path, path);
};
