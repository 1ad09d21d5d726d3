import { forbidden } from '../../../platform/errors.ts';
import { helpSections } from '../../../platform/help-sections.ts';
import type { Scope } from '../../../scope.ts';
import type { OrganizationRow } from '../../../access/organization.ts';

/**
 * In the transaction of a change: passes the least retention on to the projects, and returns how long the entry about
 * it is kept at least, which is the longer of both periods. 403 unless the caller is an administrator: a custom role is
 * not enough, because this decides how long the record of actions exists. A client that sends the value back changes
 * nothing.
 */
export const changeLeastRetention = async (
  { access, stores }: Scope,
  { id, leastAuditLogsRetentionDays: before }: OrganizationRow,
  after: number | null | undefined,
): Promise<{ leastDays?: number }> => {
  if (after === undefined || after === before) return {};
  if (access.organization.role !== 'admin')
    throw forbidden(
      'Only administrators of the organization may change how long the audit log of its projects is kept.',
      helpSections.administrators,
    );
  await stores.projects.setLeastRetention(id, after);
  return { leastDays: Math.max(before ?? 0, after ?? 0) };
};
