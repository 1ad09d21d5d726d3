import type { ProjectAccess } from '../../../access/project-access.ts';
import type { ProjectRow } from '../../../access/project.ts';
import { timestamp } from '../../../platform/clock.ts';
import { isTimeUp, yieldToEventLoop } from '../../../platform/event-loop.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import type { Scope } from '../../../scope.ts';
import type { AuditLogFilter, AuditLogRow, ProjectSelection } from './store.ts';

/** Finds the project of the log, undefined for the organization's log; 403 unless the caller may read that project's. */
export const findLog = async (
  { access }: Pick<Scope, 'access'>,
  projectId: string | undefined,
): Promise<ProjectAccess | undefined> => {
  const project = projectId === undefined ? undefined : await access.inProject(projectId);
  project?.require('read', 'audit-logs');
  return project;
};

/**
 * Selects the entries that are listed: of the organization's log those of the projects that the caller may read, and
 * besides those that belong to no project; without the permission, of the latter only the caller's own.
 */
export const selectProjects = async (scope: Scope, project: ProjectRow | undefined): Promise<ProjectSelection> => {
  if (project) return { only: project.id };
  const { access, actor } = scope;
  const among = await listReadableProjects(scope);
  return access.allows('read', 'audit-logs')
    ? { among, includesDeleted: access.allows('access-all-projects', 'organization-admin-console') }
    : { among, ownOf: actor.id };
};

const listReadableProjects = async ({ access, abilities, stores, clock }: Scope): Promise<string[]> => {
  const now = timestamp(clock.now());
  const readable: string[] = [];
  for (const project of await stores.projects.listOfMember(access.organization.membershipId)) {
    if (isTimeUp()) await yieldToEventLoop();
    const { ability } = await abilities.inProject(stores, project, access.organization);
    if (ability.decide('read', 'audit-logs', {}, now).isAllowed) readable.push(project.id);
  }
  return readable;
};

/** Records that the log was read. */
export const recordView = ({ audit }: Scope, log: ProjectAccess | undefined, query: object): void =>
  audit.recordRead({ type: 'view-audit-logs', metadata: { ...query }, ...(log && { project: log.row }) });

/** Lists a page of entries; reading the first page is recorded itself. */
export const listEntries = async (
  scope: Scope,
  log: ProjectAccess | undefined,
  filter: Omit<AuditLogFilter, 'after'>,
  page: Page,
  query: object,
): Promise<AuditLogRow[]> => {
  const entries = await scope.stores.auditLogs.list(filter, page);
  if (page.offset === 0) recordView(scope, log, query);
  return entries;
};
