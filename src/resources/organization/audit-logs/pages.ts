import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Scope } from '../../../scope.ts';
import { secretSubjectFields } from '../../../access/secret-fields.ts';
import { followCursor, nextCursor, positionOf, readBeginning, type LogQuery } from './cursor.ts';
import type { SearchedSecret } from './columns.ts';
import type { RequestFilters } from './rules.ts';
import { recordView, selectProjects } from './service.ts';
import type { AuditLogRow, ProjectSelection } from './store.ts';

/** As many entries as SQLite, which cannot yield, compares with any filter in some 20 ms. */
const maxExamined = 10_000;

export interface LogPage {
  readonly entries: readonly AuditLogRow[];
  readonly nextCursor: string | null;
  readonly followCursor: string | null;
  readonly totalCount: number | null;
}

/** Finds the caller's access to the project, if its entries are listed. */
const findAccess = async (
  { access }: Scope,
  log: ProjectAccess | undefined,
  projects: ProjectSelection,
  projectId: string,
): Promise<ProjectAccess | undefined> => {
  if (log) return log.row.id === projectId ? log : undefined;
  return 'among' in projects && projects.among.includes(projectId) ? access.inProject(projectId) : undefined;
};

/** Finds the folder and the name of the secret, if the caller may know them. */
const findSecret = async (
  scope: Scope,
  log: ProjectAccess | undefined,
  projects: ProjectSelection,
  id: string,
): Promise<SearchedSecret> => {
  const { access, stores, actor } = scope;
  const row = await stores.secrets.findInOrganization(access.organization.id, id, 'unencrypted');
  const project = row && (await findAccess(scope, log, projects, row.projectId));
  if (!project || (row.ownerId !== '' && row.ownerId !== actor.id)) return { id, location: undefined };
  const { environmentSlug: environment, path, key } = row;
  const fields = secretSubjectFields({ environment, path }, key, await stores.secrets.tagsOf([id]));
  return project.allows('describeSecret', 'secrets', fields)
    ? { id, location: { environment, secretPath: path, secretKey: key } }
    : { id, location: undefined };
};

/** Selects the projects and the secret that a query asks about. */
export const selectEntries = async (scope: Scope, log: ProjectAccess | undefined, secretId: string | undefined) => {
  // Some entries are written later, in batches; before the first read, whose snapshot would not have them.
  await scope.auditQueue.settle();
  const projects = await selectProjects(scope, log?.row);
  const about = secretId === undefined ? undefined : await findSecret(scope, log, projects, secretId);
  return { organizationId: scope.access.organization.id, projects, about };
};

/** Lists the page at a cursor; reading the first one is recorded. */
export const listAtCursor = async (
  scope: Scope,
  log: ProjectAccess | undefined,
  filters: RequestFilters,
  query: LogQuery & { readonly cursor: string },
): Promise<LogPage> => {
  const { kind, from = filters.from, after } = readBeginning(query);
  const filter = { ...filters, ...(await selectEntries(scope, log, query.secret)), from, after };
  const { auditLogs } = scope.stores;
  const now = scope.clock.now();
  const examined = await auditLogs.findTimeAt(filter, maxExamined);
  const rows = await auditLogs.list({ ...filter, from: examined ?? from }, { offset: 0, limit: query.limit + 1 });
  const entries = rows.slice(0, query.limit);
  const hasMore = rows.length > entries.length;
  const examinedUntil = examined === undefined ? undefined : { createdAt: examined };
  const last = hasMore ? positionOf(entries.at(-1)!) : examinedUntil;
  const isCounted = kind === 'first' && examined === undefined;
  const totalCount = hasMore && isCounted ? await auditLogs.countAll(filter) : entries.length;
  const { cursor: _cursor, offset: _offset, limit: _limit, ...asked } = query;
  if (kind === 'first') recordView(scope, log, asked);
  return {
    entries,
    nextCursor: last === undefined ? null : nextCursor(query, from, last),
    followCursor: kind === 'next' || query.endDate !== undefined ? null : followCursor(query, from, now),
    totalCount: isCounted ? totalCount : null,
  };
};
