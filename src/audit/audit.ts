import type { ProjectRow } from '../access/project.ts';
import type { Actor } from '../access/actor.ts';
import { secondsAfter, timestamp, type Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import type { AuditLogRow } from '../resources/organization/audit-logs/store.ts';
import { userAgentType } from './user-agent.ts';

interface AuditedUser {
  readonly type: 'user';
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly authMethod?: string;
}

/** Who did something, as an entry keeps it. */
export type AuditActor =
  | AuditedUser
  | { readonly type: 'identity'; readonly id: string; readonly name: string; readonly authMethod?: string }
  | { readonly type: 'service'; readonly id: string; readonly name: string }
  | { readonly type: 'platform' }
  | { readonly type: 'unknownUser' };

/** For whoever is known by something else than their token. */
export const auditedUser = ({ id, username, email }: Omit<AuditedUser, 'type'>): AuditedUser => ({
  type: 'user',
  id,
  username,
  email,
});

export interface AuditEvent {
  /** Such as `create-identity`. */
  readonly type: string;
  /** What it happened to. Never a secret, a token or a key. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The project that it happened in. */
  readonly project?: Pick<ProjectRow, 'id' | 'name' | 'auditLogsRetentionDays'>;
  /** Where the caller is not known by its token: a login. */
  readonly actor?: AuditActor;
  /** Where it is not the caller's own; null for a login, which concerns every organization of that user. */
  readonly organizationId?: string | null;
}

/** Something that was refused: the same actor, type, reason and address within a minute are one entry. */
export interface Refusal extends AuditEvent {
  readonly reason: string;
}

/** What is known of the request that an entry is written for. */
export interface AuditedRequest {
  readonly requestId: string;
  readonly operation: string;
  readonly ip: string;
  readonly userAgent: string;
}

export interface Audit {
  /** Writes an entry in the transaction that makes the change: both are there, or neither. */
  record(event: AuditEvent): Promise<void>;
  /**
   * Writes an entry after the answer, which therefore tells nothing by the time that it takes. Outside of transactions.
   */
  recordRefusal(refusal: Refusal): void;
  /** Writes an entry after the answer, unless reads are not audited. Outside of transactions. */
  recordRead(event: AuditEvent): void;
}

/** What an entry is made of, besides the event. */
export interface AuditMeans {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly retentionDays: number;
  readonly request: AuditedRequest;
  readonly actor: Actor | undefined;
}

const day = 86_400;

const metadataOf = (actor: AuditActor): Readonly<Record<string, unknown>> => {
  if (actor.type === 'user')
    return {
      userId: actor.id,
      email: actor.email,
      username: actor.username,
      ...(actor.authMethod && { authMethod: actor.authMethod }),
    };
  if (actor.type === 'identity')
    return { identityId: actor.id, name: actor.name, ...(actor.authMethod && { authMethod: actor.authMethod }) };
  if (actor.type === 'service') return { serviceId: actor.id, name: actor.name };
  return {};
};

/** An entry about what happens now, not yet stored. */
export const newEntry = (
  { clock, ids, retentionDays, request, actor: caller }: AuditMeans,
  {
    type,
    metadata = {},
    project,
    actor = caller ?? { type: 'unknownUser' },
    organizationId = caller?.organization?.id ?? null,
  }: AuditEvent,
): AuditLogRow => {
  const now = clock.now();
  // A project whose number is 0 has none of its own: the log is always on.
  const own = project?.auditLogsRetentionDays ?? 0;
  const kept = own > 0 ? own : retentionDays;
  return {
    id: ids.orderedUuid(now),
    organizationId,
    projectId: project?.id ?? null,
    projectName: project?.name ?? null,
    eventType: type,
    eventMetadata: metadata,
    actorType: actor.type,
    actorId: 'id' in actor ? actor.id : null,
    actorMetadata: metadataOf(actor),
    operation: request.operation,
    requestId: request.requestId,
    ipAddress: request.ip,
    userAgent: request.userAgent,
    userAgentType: userAgentType(request.userAgent),
    repeats: 0,
    createdAt: timestamp(now),
    updatedAt: timestamp(now),
    expiresAt: timestamp(secondsAfter(now, kept * day)),
  };
};
