import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import { Store } from '../../../platform/db/knex/store.ts';

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

/** Which projects' entries are meant: those of one, or of the organization and of some of its projects. */
export type ProjectChoice =
  { readonly only: string } | { readonly among: readonly string[]; readonly includesGone: boolean };

export interface AuditLogFilter {
  readonly organizationId: string;
  readonly projects: ProjectChoice;
  readonly eventTypes?: readonly string[] | undefined;
  readonly userAgentType?: string | undefined;
  readonly actorType?: string | undefined;
  readonly actorId?: string | undefined;
  /** All of them; as text, or as what that text is in JSON. */
  readonly metadata: readonly (readonly [key: string, value: string])[];
  /** All of them, each of the secret, of one of several, or of where they went. */
  readonly secret: Readonly<Partial<Record<keyof typeof destinations, string | undefined>>>;
  readonly from: Timestamp;
  /** Exclusive; without one, up to the latest. */
  readonly until?: Timestamp | undefined;
  readonly now: Timestamp;
}

/** A number, `true`, `false` and `null` are found as such, and as texts. */
const asJson = (value: string): string[] => [
  JSON.stringify(value),
  ...(/^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?)$/.test(value) ? [value] : []),
];

/** What entries about two folders call it in the second. */
const destinations = {
  environment: 'destinationEnvironment',
  secretPath: 'destinationSecretPath',
  secretKey: 'destinationSecretKey',
} as const;

/** For `where`: the metadata has one of these values, as JSON, at that key. */
const says = (key: string, values: readonly string[]): [sql: string, bindings: string[]] => [
  `cast("eventMetadata" -> cast(? as text) as text) in (${values.map(() => '?').join()})`,
  [key, ...values],
];

/**
 * For `where`: one of the secrets in the metadata has that value. A quote in a text is escaped in JSON, so that nothing
 * but a whole field is found.
 */
const oneSays = (key: string, value: string): [sql: string, bindings: string[]] => {
  const secrets = `cast("eventMetadata" -> 'secrets' as text)`;
  // Unlike `like`, this minds case on both databases.
  return [`replace(${secrets}, ?, '') <> ${secrets}`, [`${JSON.stringify(key)}:${JSON.stringify(value)}`]];
};

export class AuditLogStore extends Store {
  async insert(entry: AuditLogRow): Promise<void> {
    await this.db.insertRows('audit_log_entries', [entry]);
  }

  async insertAll(entries: readonly AuditLogRow[]): Promise<void> {
    await this.db.insertRows('audit_log_entries', entries);
  }

  /** Until the transaction is over, nobody else counts what was refused to this actor. */
  async lockActor({ actorType, actorId }: Pick<AuditLogRow, 'actorType' | 'actorId'>): Promise<void> {
    await this.db(actorType === 'user' ? 'users' : 'identities')
      .where({ id: actorId })
      .forNoKeyUpdate()
      .select('id');
  }

  /** Entries about the same event of the same actor, from the same address. */
  findAlike(
    { organizationId, projectId, actorType, actorId, eventType, ipAddress }: AuditLogRow,
    { after, before }: { after: Timestamp; before: Timestamp },
  ): Promise<AuditLogRow[]> {
    return this.db<AuditLogRow>('audit_log_entries')
      .where({ organizationId, projectId, actorType, actorId, eventType, ipAddress })
      .where('createdAt', '>', after)
      .where('createdAt', '<', before);
  }

  async count(id: string, repeats: number, updatedAt: Timestamp): Promise<void> {
    await this.db<AuditLogRow>('audit_log_entries').where({ id }).increment('repeats', repeats).update({ updatedAt });
  }

  /** The newest first. */
  list(
    {
      organizationId,
      projects,
      eventTypes,
      userAgentType,
      actorType,
      actorId,
      metadata,
      secret,
      from,
      until,
      now,
    }: AuditLogFilter,
    { offset, limit }: Page,
  ): Promise<AuditLogRow[]> {
    const query = this.db<AuditLogRow>('audit_log_entries').where('createdAt', '>=', from).where('expiresAt', '>', now);
    if ('only' in projects) void query.where({ organizationId, projectId: projects.only });
    else
      void query
        .where((any) => this.#ofOrganization(any, organizationId))
        .where((any) => this.#ofProjects(any, projects));
    if (until !== undefined) void query.where('createdAt', '<', until);
    if (eventTypes) void query.whereIn('eventType', eventTypes);
    if (userAgentType !== undefined) void query.where({ userAgentType });
    if (actorType !== undefined) void query.where({ actorType });
    if (actorId !== undefined) void query.where({ actorId });
    for (const [key, value] of metadata) void query.whereRaw(...says(key, asJson(value)));
    for (const key of ['environment', 'secretPath', 'secretKey'] as const) {
      const value = secret[key];
      if (value !== undefined) void query.where((any) => this.#ofSecret(any, key, value));
    }
    return query
      .orderBy([{ column: 'createdAt', order: 'desc' }, 'id'])
      .offset(offset)
      .limit(limit);
  }

  /** Removes some of those that are past their time, and tells how many. */
  async deleteExpired(before: Timestamp, limit: number): Promise<number> {
    const expired = this.db('audit_log_entries').where('expiresAt', '<', before).limit(limit).select('id');
    return this.db<AuditLogRow>('audit_log_entries').whereIn('id', expired).delete();
  }

  /** What belongs to no organization was done by a user, and concerns those that the user has joined. */
  #ofOrganization(query: Knex.QueryBuilder, organizationId: string): void {
    const users = this.db('organization_memberships')
      .where({ organizationId, status: 'accepted' })
      .whereNotNull('userId')
      .select('userId');
    void query
      .where({ organizationId })
      .orWhere((own) => void own.whereNull('organizationId').where({ actorType: 'user' }).whereIn('actorId', users));
  }

  #ofSecret(query: Knex.QueryBuilder, key: keyof typeof destinations, value: string): void {
    for (const name of [key, destinations[key]]) void query.orWhereRaw(...says(name, [JSON.stringify(value)]));
    void query.orWhereRaw(...oneSays(key, value));
  }

  #ofProjects(
    query: Knex.QueryBuilder,
    { among, includesGone }: { among: readonly string[]; includesGone: boolean },
  ): void {
    void query.whereNull('projectId').orWhereIn('projectId', [...among]);
    if (includesGone) void query.orWhereNotIn('projectId', this.db('projects').select('id'));
  }
}
