import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** An event with its actor and client address; never contains a secret value. */
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
  /** How often the same event happened again within a minute. */
  repeats: number;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  expiresAt: Timestamp;
}

/** Selects the entries of one project, or of the organization and some of its projects. */
export type ProjectSelection =
  { readonly only: string } | { readonly among: readonly string[]; readonly includesDeleted: boolean };

export interface AuditLogFilter {
  readonly organizationId: string;
  readonly projects: ProjectSelection;
  readonly eventTypes?: readonly string[] | undefined;
  /** Events that are left out. */
  readonly otherThan?: readonly string[] | undefined;
  readonly userAgentType?: string | undefined;
  readonly actorType?: string | undefined;
  readonly actorId?: string | undefined;
  /** All pairs must match; a value is compared as a string, and as a JSON number, boolean or null. */
  readonly metadata: readonly (readonly [key: string, value: string])[];
  /** All values must match: those of the secret, of one of several secrets, or of the destination. */
  readonly secret: Readonly<Partial<Record<keyof typeof destinations, string | undefined>>>;
  readonly from: Timestamp;
  /** Exclusive; undefined for no end. */
  readonly until?: Timestamp | undefined;
  readonly now: Timestamp;
}

/** Returns the JSON values that the text may stand for: a string, and a number, `true`, `false` or `null`. */
const jsonForms = (value: string): string[] => [
  JSON.stringify(value),
  ...(/^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?)$/.test(value) ? [value] : []),
];

/** The metadata keys of the second folder in entries about two folders. */
const destinations = {
  environment: 'destinationEnvironment',
  secretPath: 'destinationSecretPath',
  secretKey: 'destinationSecretKey',
} as const;

/** Returns a condition for `where`: the metadata has one of these JSON values at the key. */
const metadataEquals = (key: string, values: readonly string[]): [sql: string, bindings: string[]] => [
  `cast("eventMetadata" -> cast(? as text) as text) in (${values.map(() => '?').join()})`,
  [key, ...values],
];

/**
 * Returns a condition for `where`: one of the secrets in the metadata has the value. JSON escapes quotes in strings, so
 * only complete fields match.
 */
const anySecretEquals = (key: string, value: string): [sql: string, bindings: string[]] => {
  const secrets = `cast("eventMetadata" -> 'secrets' as text)`;
  // Unlike `like`, this is case-sensitive on both databases.
  return [`replace(${secrets}, ?, '') <> ${secrets}`, [`${JSON.stringify(key)}:${JSON.stringify(value)}`]];
};

const newestFirst = <Query extends Knex.QueryBuilder>(query: Query): Query =>
  query.orderBy([{ column: 'createdAt', order: 'desc' }, 'id']) as Query;

export class AuditLogStore extends Store {
  async insert(entry: AuditLogRow): Promise<void> {
    this.db.enqueueRows('audit_log_entries', [entry]);
  }

  async insertAll(entries: readonly AuditLogRow[]): Promise<void> {
    await this.db.insertRows('audit_log_entries', entries);
  }

  /** Locks the counting of refusals of this actor until the transaction ends. */
  async lockActor({ actorType, actorId }: Pick<AuditLogRow, 'actorType' | 'actorId'>): Promise<void> {
    await this.db(actorType === 'user' ? 'users' : 'identities')
      .where({ id: actorId })
      .forNoKeyUpdate()
      .select('id');
  }

  /** Finds entries about the same event of the same actor from the same address. */
  findSimilar(
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

  /**
   * Lists entries, newest first. Each source is read in the order of its index and only as far as the page: a condition
   * that combines them with `or` would sort all entries of the period, which `test/platform/query-plans.test.ts` checks.
   */
  list(filter: AuditLogFilter, { offset, limit }: Page): Promise<AuditLogRow[]> {
    const { organizationId, projects } = filter;
    if ('only' in projects)
      return newestFirst(this.#matching(filter).where({ organizationId, projectId: projects.only }))
        .offset(offset)
        .limit(limit);
    const [ofOrganization, ofUsers] = [
      this.#matching(filter)
        .where({ organizationId })
        .where((any) => this.#ofProjects(any, projects)),
      this.#byUsersOf(organizationId, this.#matching(filter)),
    ].map((source) =>
      this.db.select('*').from(
        newestFirst(source)
          .limit(offset + limit)
          .as('source'),
      ),
    );
    const both = ofOrganization!.unionAll(ofUsers!).as('entries');
    return newestFirst(this.db.select<AuditLogRow[]>('*').from(both)).offset(offset).limit(limit);
  }

  /** Selects the entries that fit everything but the organization and the projects. */
  #matching({
    eventTypes,
    otherThan,
    userAgentType,
    actorType,
    actorId,
    metadata,
    secret,
    from,
    until,
    now,
  }: AuditLogFilter): Knex.QueryBuilder<AuditLogRow, AuditLogRow[]> {
    const query = this.db<AuditLogRow, AuditLogRow[]>('audit_log_entries as e')
      .where('e.createdAt', '>=', from)
      .where('expiresAt', '>', now)
      .select('e.*');
    if (until !== undefined) void query.where('e.createdAt', '<', until);
    if (eventTypes) void query.whereIn('eventType', eventTypes);
    if (otherThan) void query.whereNotIn('eventType', otherThan);
    if (userAgentType !== undefined) void query.where({ userAgentType });
    if (actorType !== undefined) void query.where({ actorType });
    if (actorId !== undefined) void query.where({ actorId });
    for (const [key, value] of metadata) void query.whereRaw(...metadataEquals(key, jsonForms(value)));
    for (const key of ['environment', 'secretPath', 'secretKey'] as const) {
      const value = secret[key];
      if (value !== undefined) void query.where((any) => this.#ofSecret(any, key, value));
    }
    return query;
  }

  /** Deletes up to `limit` entries that are older than the retention, and returns how many. */
  async deleteExpired(before: Timestamp, limit: number): Promise<number> {
    const expired = this.db('audit_log_entries').where('expiresAt', '<', before).limit(limit).select('id');
    return this.db<AuditLogRow>('audit_log_entries').whereIn('id', expired).delete();
  }

  /** Entries without an organization were caused by a user, and belong to every organization of that user. */
  #byUsersOf(
    organizationId: string,
    query: Knex.QueryBuilder<AuditLogRow, AuditLogRow[]>,
  ): Knex.QueryBuilder<AuditLogRow, AuditLogRow[]> {
    const membership = this.db('organization_memberships as m')
      .where({ 'm.organizationId': organizationId, 'm.status': 'accepted' })
      .where('m.userId', this.db.ref('e.actorId'))
      .select('m.id');
    return (
      query
        .whereNull('organizationId')
        // Not `is null`, for which SQLite would choose the index of projects.
        .whereRaw(`coalesce(??, '') = ''`, ['projectId'])
        .where({ actorType: 'user' })
        .whereExists(membership)
    );
  }

  #ofSecret(query: Knex.QueryBuilder, key: keyof typeof destinations, value: string): void {
    for (const name of [key, destinations[key]])
      void query.orWhereRaw(...metadataEquals(name, [JSON.stringify(value)]));
    void query.orWhereRaw(...anySecretEquals(key, value));
  }

  #ofProjects(
    query: Knex.QueryBuilder,
    { among, includesDeleted }: { among: readonly string[]; includesDeleted: boolean },
  ): void {
    void query.whereNull('projectId').orWhereIn('projectId', [...among]);
    if (includesDeleted) void query.orWhereNotIn('projectId', this.db('projects').select('id'));
  }
}
