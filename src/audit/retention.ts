import type { ProjectRetention } from '../access/project.ts';

/** How many days new entries of the project are kept; those of no project as long as the server says. */
export const retentionDaysOf = (project: ProjectRetention | undefined, serverDays: number): number => {
  // 0 means the default of the server: the audit log cannot be switched off.
  const ownDays = project?.auditLogsRetentionDays ?? 0;
  return Math.max(ownDays > 0 ? ownDays : serverDays, project?.leastAuditLogsRetentionDays ?? 0);
};
