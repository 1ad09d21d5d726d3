import { newEntry, type AuditEvent } from '../audit/audit.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import type { WebhookWithProject } from '../resources/secrets/webhooks/store.ts';
import type { Stores } from '../stores.ts';

export interface RecordDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly config: Pick<Config, 'auditRetentionDays'>;
}

export type WebhookEntry = Pick<AuditEvent, 'type' | 'metadata'>;

/** The request fields of an audit entry that no request caused. */
const noRequest = { requestId: '', operation: 'webhooks', ip: '', userAgent: '' };

/** Records in the project's audit log what the server did with a webhook. */
export const recordOf = (
  { clock, ids, config }: RecordDeps,
  { auditLogs }: Pick<Stores, 'auditLogs'>,
  webhook: WebhookWithProject,
  entry: WebhookEntry,
): Promise<void> => {
  const deps = { clock, ids, retentionDays: config.auditRetentionDays, request: noRequest, actor: undefined };
  const { organizationId, auditLogsRetentionDays, leastAuditLogsRetentionDays } = webhook;
  const retention = { auditLogsRetentionDays, leastAuditLogsRetentionDays };
  const project = { id: webhook.projectId, name: webhook.projectName, ...retention };
  return auditLogs.insert(newEntry(deps, { ...entry, actor: { type: 'platform' }, organizationId, project }));
};
