import type { AuditLogRow } from '../../../src/resources/organization/audit-logs/store.ts';
import type { World } from '../world/world.ts';

/** Everything that is in the audit log of these, the oldest first; also what was waiting to be written. */
export const entriesWhere = async (
  { server: { parts } }: World,
  where: Partial<AuditLogRow>,
): Promise<AuditLogRow[]> => {
  await parts.auditQueue.flush();
  return parts.database.read<AuditLogRow>('audit_log_entries').where(where).orderBy(['createdAt', 'id']);
};

/** What happened to these, the oldest first: not what was refused, which is written a little later. */
export const changesWhere = async (
  { server: { parts } }: World,
  where: Partial<AuditLogRow>,
): Promise<AuditLogRow[]> => {
  await parts.auditQueue.flush();
  return parts.database
    .read<AuditLogRow>('audit_log_entries')
    .where(where)
    .whereNot('eventType', 'like', '%-refused')
    .orderBy(['createdAt', 'eventType', 'id']);
};

/** What a request has left in the audit log. */
export const entriesOf = (world: World, { headers }: { headers: Record<string, string> }): Promise<AuditLogRow[]> =>
  entriesWhere(world, { requestId: headers['x-request-id']! });
