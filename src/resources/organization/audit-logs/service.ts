import type { ProjectRow } from '../../../access/project.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import type { Scope } from '../../../scope.ts';
import type { Wanted } from './rules.ts';
import type { AuditLogRow, ProjectChoice } from './store.ts';

/**
 * 403 unless the caller may read the log: of that project, or of the organization and of such projects as it may read,
 * too.
 */
const chooseProjects = async (
  scope: Scope,
  projectId: string | undefined,
): Promise<{ choice: ProjectChoice; project?: ProjectRow }> => {
  const { access } = scope;
  if (projectId === undefined) {
    access.require('read', 'audit-logs');
    return {
      choice: {
        among: await readableProjects(scope),
        includesGone: access.allows('access-all-projects', 'organization-admin-console'),
      },
    };
  }
  const held = await access.inProject(projectId);
  held.require('read', 'audit-logs');
  return { choice: { only: held.project.id }, project: held.project };
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
  projectId: string | undefined,
  wanted: Wanted,
  page: Page,
  asked: object,
): Promise<AuditLogRow[]> => {
  const { choice, project } = await chooseProjects(scope, projectId);
  // What was refused a moment ago may still be waiting to be written.
  await scope.auditQueue.flush();
  const entries = await scope.stores.auditLogs.list(
    { ...wanted, organizationId: scope.access.organization.id, projects: choice },
    page,
  );
  if (page.offset === 0)
    scope.audit.recordRead({ type: 'view-audit-logs', metadata: { ...asked }, ...(project && { project }) });
  return entries;
};
