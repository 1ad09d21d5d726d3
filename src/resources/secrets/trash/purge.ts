import type { Audit } from '../../../audit/audit.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import type { Stores } from '../../../stores.ts';
import { auditedItem } from './view.ts';

type Deps = Pick<Stores, 'trash' | 'secretVersions'>;

/**
 * Deletes up to `limit` secrets whose time in the trash ended before that moment, with their versions, and returns how
 * many; a folder with many secrets is emptied in several steps.
 */
export const purgeTrashedSecrets = async (
  { trash, secretVersions }: Deps,
  before: Timestamp,
  limit: number,
): Promise<number> => {
  const expired = await trash.lockExpiredSecrets(before, limit);
  await secretVersions.deleteOfTrashed(expired);
  await trash.deleteSecrets(expired.map(({ id }) => id));
  return expired.length;
};

/** Deletes up to `limit` expired items that have no secrets any more, and returns how many. */
export const purgeTrash = async (
  { trash }: Pick<Stores, 'trash'>,
  audit: Pick<Audit, 'record'>,
  before: Timestamp,
  limit: number,
): Promise<number> => {
  const expired = await trash.lockExpired(before, limit);
  await trash.delete(expired);
  for (const item of expired) {
    const { organizationId, projectId, projectName, auditLogsRetentionDays, leastAuditLogsRetentionDays } = item;
    const retention = { auditLogsRetentionDays, leastAuditLogsRetentionDays };
    await audit.record({
      type: 'remove-from-trash',
      metadata: { ...auditedItem({ ...item, item }), isExpired: true },
      actor: { type: 'platform' },
      organizationId,
      project: { id: projectId, name: projectName, ...retention },
    });
  }
  return expired.length;
};
