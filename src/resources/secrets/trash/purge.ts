import type { Audit } from '../../../audit/audit.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import type { Stores } from '../../../stores.ts';
import { auditedItem } from './view.ts';

/**
 * Deletes what the project has in the trash whose time ended before that moment: up to `limit` secrets with their
 * versions, and items that have no secrets any more. Returns how many; a folder with many secrets takes several calls.
 */
export const purgeTrash = async (
  { trash, secretVersions }: Pick<Stores, 'trash' | 'secretVersions'>,
  audit: Pick<Audit, 'record'>,
  projectId: string,
  before: Timestamp,
  limit: number,
): Promise<number> => {
  const secrets = await trash.listExpiredSecrets(projectId, before, limit);
  await secretVersions.deleteOfTrashed(secrets);
  await trash.deleteSecrets(secrets.map(({ id }) => id));
  const items = await trash.listExpired(projectId, before, limit - secrets.length);
  await trash.delete(items);
  for (const item of items) {
    const { organizationId, projectName, auditLogsRetentionDays, leastAuditLogsRetentionDays } = item;
    const retention = { auditLogsRetentionDays, leastAuditLogsRetentionDays };
    await audit.record({
      type: 'remove-from-trash',
      metadata: { ...auditedItem({ ...item, item }), isExpired: true },
      actor: { type: 'platform' },
      organizationId,
      project: { id: projectId, name: projectName, ...retention },
    });
  }
  return secrets.length + items.length;
};
