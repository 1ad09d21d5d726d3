import type { OperationId } from '../../generated/operations.ts';
import type { NamedProject } from '../access/access.ts';
import type { Claims } from '../platform/crypto/verified-tokens.ts';
import type { Parts } from '../scope.ts';
import { queryOf } from './query.ts';

const longestName = 100;

/** The project that the path or query names. The contract does not say so where a service token may imply it. */
const nameIn = (url: string, { operation: { projectIn }, params }: Located): readonly [string, unknown] => {
  if (projectIn?.part === 'params') return [projectIn.name, params[projectIn.name]];
  const query = queryOf(url);
  return projectIn ? [projectIn.name, query[projectIn.name]] : ['id', query.projectId ?? query.workspaceId];
};

type Located = Pick<Express.Locals, 'operation' | 'params'>;

/**
 * The ids of the projects that bodies named last, by token and operation: tokens have the same claims object in all
 * requests while they are cached.
 */
const lastInBodies = new WeakMap<Claims, Map<OperationId, string>>();

/** Remembers the project of a request with a body, because the next one of the same token probably names it too. */
export const rememberProject = (claims: Claims, { id, bodyTypes }: Located['operation'], projectId: string): void => {
  // A body may name anything, and it is remembered as long as the token.
  if (bodyTypes.length === 0 || projectId.length > longestName) return;
  const projects = lastInBodies.get(claims) ?? new Map<OperationId, string>();
  lastInBodies.set(claims, projects.set(id, projectId));
};

/**
 * Starts to read the project that the path or query names while the token is read: on PostgreSQL, both are one round
 * trip instead of two (`npm run bench -- --only '^get secret'`). The body is not read yet; if it has to name the project,
 * the guess is the one that it named last time. Whoever uses the row checks its id and its organization.
 */
export const prefetchProject = (
  { stores, database }: Pick<Parts, 'stores' | 'database'>,
  url: string,
  located: Located,
  claims: Claims | undefined,
): NamedProject | undefined => {
  if (!database.isRemote) return undefined;
  const { id, projectIn } = located.operation;
  const [parameter, named] = projectIn?.part === 'body' ? [projectIn.name] : nameIn(url, located);
  const isGuess = named === undefined;
  const name = isGuess ? claims && lastInBodies.get(claims)?.get(id) : named;
  // The contract refuses others, or nobody asks for them.
  if (typeof name !== 'string' || name.length > longestName || name.includes('\0')) return undefined;
  const isSlug = !isGuess && /slug$/i.test(parameter);
  const found = isSlug ? stores.projects.findBySlugAnywhere(name) : stores.projects.findAnywhere(name);
  return { kind: isSlug ? 'slug' : 'id', name, isGuess, found: found.catch(() => undefined) };
};
