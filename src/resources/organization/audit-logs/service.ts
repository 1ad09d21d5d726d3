import type { ProjectAccess } from '../../../access/project-access.ts';
import type { ProjectRow } from '../../../access/project.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import type { Scope } from '../../../scope.ts';
import type { RequestFilters } from './rules.ts';
import type { AuditLogRow, ProjectChoice } from './store.ts';

/** The project whose log is wanted, or none for that of the organization; 403 unless the caller may read it. */
export const findLog = async (
  { access }: Pick<Scope, 'access'>,
  projectId: string | undefined,
): Promise<ProjectAccess | undefined> => {
  const project = projectId === undefined ? undefined : await access.inProject(projectId);
  (project ?? access).require('read', 'audit-logs');
  return project;
};

/** The log of the organization has entries of such projects as the caller may read, too. */
const chooseProjects = async (scope: Scope, project: ProjectRow | undefined): Promise<ProjectChoice> =>
  project
    ? { only: project.id }
    : {
        among: await readableProjects(scope),
        includesGone: scope.access.allows('access-all-projects', 'organization-admin-console'),
      };

const readableProjects = async ({ access, abilities, stores, clock }: Scope): Promise<string[]> => {
  const now = timestamp(clock.now());
  const readable: string[] = [];
  for (const project of await stores.projects.listOfMember(access.organization.membershipId)) {
    const { ability } = await abilities.inProject(stores, project, access.organization);
    if (ability.decide('read', 'audit-logs', {}, now).isAllowed) readable.push(project.id);
  }
  return readable;
};

/** A page of what is wanted; that somebody begins to look is recorded in turn. */
export const findEntries = async (
  scope: Scope,
  log: ProjectAccess | undefined,
  wanted: RequestFilters,
  page: Page,
  asked: object,
): Promise<AuditLogRow[]> => {
  const project = log?.project;
  const projects = await chooseProjects(scope, project);
  // What was refused a moment ago may still be waiting to be written.
  await scope.auditQueue.flush();
  const entries = await scope.stores.auditLogs.list(
    { ...wanted, organizationId: scope.access.organization.id, projects },
    page,
  );
  if (page.offset === 0)
    scope.audit.recordRead({ type: 'view-audit-logs', metadata: { ...asked }, ...(project && { project }) });
  return entries;
};
