import type { Timestamp } from '../../platform/clock.ts';
import { Store } from '../../platform/db/store.ts';

/** Something that happened, by whom and from where. Never holds a secret. */
export interface AuditLogRow {
  id: string;
  /** Null for a login, which concerns every organization of that user. */
  organizationId: string | null;
  projectId: string | null;
  projectName: string | null;
  eventType: string;
  eventMetadata: Readonly<Record<string, unknown>>;
  actorType: string;
  actorId: string | null;
  actorMetadata: Readonly<Record<string, unknown>>;
  /** The operation of the contract. */
  operation: string;
  requestId: string;
  ipAddress: string;
  userAgent: string;
  userAgentType: string;
  /** How often the same happened again within a minute. */
  repeats: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  expiresAt: Timestamp;
}

export class AuditLogStore extends Store {
  async insert(entry: AuditLogRow): Promise<void> {
    await this.db<AuditLogRow>('audit_log_entries').insert(entry);
  }
}
