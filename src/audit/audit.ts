import type { ProjectRetention, ProjectRow } from '../access/project.ts';
import type { Actor } from '../access/actor.ts';
import { secondsAfter, timestamp, type Clock } from '../platform/clock.ts';
import type { Ids } from '../platform/ids.ts';
import type { AuditLogRow } from '../resources/organization/audit-logs/store.ts';
import { retentionDaysOf } from './retention.ts';
import { userAgentType } from './user-agent.ts';

interface AuditedUser {
  readonly type: 'user';
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly authMethod?: string;
}

/** The actor of an audit log entry. */
export type AuditActor =
  | AuditedUser
  | { readonly type: 'identity'; readonly id: string; readonly name: string; readonly authMethod?: string }
  | { readonly type: 'service'; readonly id: string; readonly name: string }
  | { readonly type: 'platform' }
  | { readonly type: 'unknownUser' };

/** The audit actor for a user who is identified by something other than a token. */
export const auditedUser = ({ id, username, email }: Omit<AuditedUser, 'type'>): AuditedUser => ({
  type: 'user',
  id,
  username,
  email,
});

export interface AuditEvent {
  /** Such as `create-identity`. */
  readonly type: string;
  /** Describes the affected objects; never contains a secret, a token or a key. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The project in which it happened. */
  readonly project?: Pick<ProjectRow, 'id' | 'name'> & ProjectRetention;
  /** How many days the entry is kept at least. */
  readonly leastDays?: number;
  /** Overrides the actor of the request, for logins. */
  readonly actor?: AuditActor;
  /** Overrides the caller's organization; null for a user login, which concerns all organizations of the user. */
  readonly organizationId?: string | null;
}

/** A refused request. Refusals with the same actor, type, reason and address within a minute share one entry. */
export interface Refusal extends AuditEvent {
  readonly reason: string;
}

/** The request data that an entry contains. */
export interface AuditedRequest {
  readonly requestId: string;
  readonly operation: string;
  readonly ip: string;
  readonly userAgent: string;
}

export interface Audit {
  /** Writes an entry in the transaction of the change, so that both are stored or neither. */
  record(event: AuditEvent): Promise<void>;
  /** Writes an entry after the response, so that the response time reveals nothing. Outside of transactions. */
  recordRefusal(refusal: Refusal): void;
  /** Writes an entry after the response, if reads are audited. Outside of transactions. */
  recordRead(event: AuditEvent): void;
}

/** What is needed to create an entry, besides the event. */
export interface AuditDeps {
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

/** Creates an entry for an event that happens now, without storing it. */
export const newEntry = (
  { clock, ids, retentionDays, request, actor: caller }: AuditDeps,
  {
    type,
    metadata = {},
    project,
    leastDays = 0,
    actor = caller ?? { type: 'unknownUser' },
    organizationId = caller?.organization?.id ?? null,
  }: AuditEvent,
): AuditLogRow => {
  const now = clock.now();
  const days = Math.max(retentionDaysOf(project, retentionDays), leastDays);
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
    expiresAt: timestamp(secondsAfter(now, days * day)),
  };
};
