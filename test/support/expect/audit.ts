import type { AuditLogRow } from '../../../src/resources/organization/audit-logs/store.ts';
import type { World } from '../world/world.ts';

/** Waits for all pending writes of the audit log. */
export const auditLogSettled = ({ server: { parts } }: World): Promise<void> => parts.auditQueue.settle();

/** All matching entries of the audit log, oldest first, after pending writes are done. */
export const entriesWhere = async (world: World, where: Partial<AuditLogRow>): Promise<AuditLogRow[]> => {
  await auditLogSettled(world);
  return world.server.parts.database.read<AuditLogRow>('audit_log_entries').where(where).orderBy(['createdAt', 'id']);
};

/** The matching entries except refusals, which are written with a delay; oldest first, then by event type. */
export const changesWhere = async (world: World, where: Partial<AuditLogRow>): Promise<AuditLogRow[]> => {
  await auditLogSettled(world);
  return world.server.parts.database
    .read<AuditLogRow>('audit_log_entries')
    .where(where)
    .whereNot('eventType', 'like', '%-refused')
    .orderBy(['createdAt', 'eventType', 'id']);
};

/** The audit log entries of one request. */
export const entriesOf = (world: World, { headers }: { headers: Record<string, string> }): Promise<AuditLogRow[]> =>
  entriesWhere(world, { requestId: headers['x-request-id']! });
