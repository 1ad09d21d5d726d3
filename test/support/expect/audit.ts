import type { AuditLogRow } from '../../../src/resources/organization/audit-logs/store.ts';
import type { World } from '../world/world.ts';

/** Waits for every write of the audit log that is under way: PostgreSQL has several at once, a flush is one of them. */
export const settled = async ({ server: { parts } }: World): Promise<void> => {
  await Promise.all(Array.from({ length: parts.database.commitsAtOnce }, () => parts.auditQueue.flush()));
};

/** Everything that is in the audit log of these, the oldest first; also what was waiting to be written. */
export const entriesWhere = async (world: World, where: Partial<AuditLogRow>): Promise<AuditLogRow[]> => {
  await settled(world);
  return world.server.parts.database.read<AuditLogRow>('audit_log_entries').where(where).orderBy(['createdAt', 'id']);
};

/** What happened to these, the oldest first: not what was refused, which is written a little later. */
export const changesWhere = async (world: World, where: Partial<AuditLogRow>): Promise<AuditLogRow[]> => {
  await settled(world);
  return world.server.parts.database
    .read<AuditLogRow>('audit_log_entries')
    .where(where)
    .whereNot('eventType', 'like', '%-refused')
    .orderBy(['createdAt', 'eventType', 'id']);
};

/** What a request has left in the audit log. */
export const entriesOf = (world: World, { headers }: { headers: Record<string, string> }): Promise<AuditLogRow[]> =>
  entriesWhere(world, { requestId: headers['x-request-id']! });
