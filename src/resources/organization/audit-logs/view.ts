import type { Reply } from '../../../contract.ts';
import type { AuditLogRow } from './store.ts';

type Entry = Reply<'listAuditLogs'>['auditLogs'][number];

export const auditLogView = (row: AuditLogRow): Entry => ({
  id: row.id,
  event: { type: row.eventType, metadata: { ...row.eventMetadata } },
  actor: { type: row.actorType as Entry['actor']['type'], metadata: { ...row.actorMetadata } },
  ipAddress: row.ipAddress,
  userAgent: row.userAgent,
  userAgentType: row.userAgentType as Entry['userAgentType'],
  orgId: row.organizationId,
  projectId: row.projectId,
  projectName: row.projectName,
  operation: row.operation,
  requestId: row.requestId,
  repeats: row.repeats,
  expiresAt: row.expiresAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
