import type { NamedProject } from '../access/access.ts';
import type { Parts } from '../scope.ts';
import { queryOf } from './query.ts';

const longestName = 100;

type Located = Pick<Express.Locals, 'operation' | 'params'>;

/** The project that the path or query names. The contract does not say so where a service token may imply it. */
const nameIn = (url: string, { operation: { projectIn }, params }: Located): readonly [string, unknown] => {
  if (projectIn?.part === 'params') return [projectIn.name, params[projectIn.name]];
  const query = queryOf(url);
  return projectIn ? [projectIn.name, query[projectIn.name]] : ['id', query.projectId ?? query.workspaceId];
};

/**
 * Starts to read the project that the path or query names while the token is read: on PostgreSQL, both are one round
 * trip instead of two (`npm run bench -- --only '^get secret'`). Whoever uses the row checks its id and its organization.
 */
export const prefetchProject = (
  { stores, database }: Pick<Parts, 'stores' | 'database'>,
  url: string,
  located: Located,
): NamedProject | undefined => {
  if (!database.isRemote || located.operation.projectIn?.part === 'body') return undefined;
  const [parameter, name] = nameIn(url, located);
  // The contract refuses others, or nobody asks for them.
  if (typeof name !== 'string' || name.length > longestName || name.includes('\0')) return undefined;
  const isSlug = /slug$/i.test(parameter);
  const found = isSlug ? stores.projects.findBySlugAnywhere(name) : stores.projects.findAnywhere(name);
  return { kind: isSlug ? 'slug' : 'id', name, found: found.catch(() => undefined) };
};
