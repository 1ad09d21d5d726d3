import type { Audit } from '../../../audit/audit.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import type { Stores } from '../../../stores.ts';

/** Deletes some of the environments that could be restored until before then, and tells how many. */
export const purgeEnvironments = async (
  { environments }: Pick<Stores, 'environments'>,
  audit: Pick<Audit, 'record'>,
  before: Timestamp,
  limit: number,
): Promise<number> => {
  const past = await environments.lockPast(before, limit);
  await environments.delete(past.map(({ id }) => id));
  for (const { id, name, slug, organizationId, projectId, projectName, auditLogsRetentionDays } of past) {
    await audit.record({
      type: 'delete-environment',
      metadata: { environmentId: id, name, slug, hardDelete: true },
      actor: { type: 'platform' },
      organizationId,
      project: { id: projectId, name: projectName, auditLogsRetentionDays },
    });
  }
  return past.length;
};
