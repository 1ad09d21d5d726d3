import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import {
  aboutSecret,
  anySecretEquals,
  destinations,
  jsonForms,
  metadataEquals,
  readsIn,
  type SearchedFolder,
  type SearchedSecret,
} from './columns.ts';

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

/**
 * Selects the entries of one project, or of some projects of the organization together with those that belong to no
 * project: all of them, or only the own ones of an actor.
 */
export type ProjectSelection =
  | { readonly only: string }
  | { readonly among: readonly string[]; readonly includesDeleted: boolean }
  | { readonly among: readonly string[]; readonly ownOf: string };

/** A position in the list, which has the newest entries first; without an id, after all entries of that time. */
export interface Position {
  readonly createdAt: Timestamp;
  readonly id?: string | undefined;
}

/** Equal reads by one actor: JSON texts of the metadata, how many there were, and when the last one was. */
export interface CountedReads {
  readonly eventMetadata: string;
  readonly actorType: string;
  readonly actorMetadata: string;
  readonly count: number;
  readonly lastAt: Timestamp;
}

type EntryQuery = Knex.QueryBuilder<AuditLogRow, AuditLogRow[]>;

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
  /** Only entries about this secret. */
  readonly about?: SearchedSecret | undefined;
  /** Only entries that come after this position in the list. */
  readonly after?: Position | undefined;
  readonly from: Timestamp;
  /** Exclusive; undefined for no end. */
  readonly until?: Timestamp | undefined;
  readonly now: Timestamp;
}

const newestFirst = <Query extends Knex.QueryBuilder>(query: Query): Query =>
  query.orderBy([{ column: 'createdAt', order: 'desc' }, 'id']) as Query;

/** Compares the column; if its index must not be used, in a way that hides it, because SQLite may choose any index. */
const belongsTo = (query: EntryQuery, column: string, value: string, hidesIndex: boolean): EntryQuery =>
  hidesIndex ? query.whereRaw(`coalesce(??, '') = ?`, [column, value]) : query.where({ [column]: value });

export class AuditLogStore extends Store {
  async insert(entry: AuditLogRow): Promise<void> {
    this.db.insert('audit_log_entries', [entry]);
  }

  async insertAll(entries: readonly AuditLogRow[]): Promise<void> {
    this.db.insert('audit_log_entries', entries);
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
    this.db.write(
      this.db<AuditLogRow>('audit_log_entries').where({ id }).increment('repeats', repeats).update({ updatedAt }),
    );
  }

  /**
   * Lists entries, newest first. Each source is read in the order of its index and only as far as the page: a condition
   * that combines them with `or` would sort all entries of the period, which `test/platform/query-plans.test.ts` checks.
   */
  list(filter: AuditLogFilter, { offset, limit }: Page): Promise<AuditLogRow[]> {
    const [first, ...others] = this.#sources(filter, this.#matching(filter));
    if (others.length === 0) return newestFirst(first!).offset(offset).limit(limit);
    const [union, ...rest] = [first!, ...others].map((source) =>
      this.db.select('*').from(
        newestFirst(source)
          .limit(offset + limit)
          .as('source'),
      ),
    );
    const all = union!.unionAll(rest).as('entries');
    return newestFirst(this.db.select<AuditLogRow[]>('*').from(all)).offset(offset).limit(limit);
  }

  /** Counts the entries that `list` lists on all pages. */
  async countAll(filter: AuditLogFilter): Promise<number> {
    const counts = this.#sources(filter, this.#matching(filter)).map((source) =>
      source.clearSelect().count<{ rows: number }[]>({ rows: '*' }),
    );
    return (await Promise.all(counts)).reduce((sum, [row]) => sum + row!.rows, 0);
  }

  /**
   * Finds the time of the entry until which `size` entries of a source have to be read, whether they match or not;
   * undefined if no source has more. Reads only indexes.
   */
  async findTimeAt(filter: AuditLogFilter, size: number): Promise<Timestamp | undefined> {
    const ends = this.#indexed(filter).map((source) =>
      source
        .clearSelect()
        .orderBy('e.createdAt', 'desc')
        .offset(size)
        .first<{ createdAt: Timestamp } | undefined>('e.createdAt'),
    );
    return (await Promise.all(ends)).reduce<Timestamp | undefined>(
      (latest, end) => (end && (latest === undefined || end.createdAt > latest) ? end.createdAt : latest),
      undefined,
    );
  }

  /** Counts the reads of values of a folder among the entries of one project. */
  countReads(filter: AuditLogFilter, folder: SearchedFolder): Promise<CountedReads[]> {
    const [entries] = this.#sources(filter, this.#matching(filter));
    const texts = ['eventMetadata', 'actorMetadata'].map((name) => this.db.raw('cast(?? as text)', [name]));
    return entries!
      .where((any) => {
        for (const condition of readsIn(folder)) void any.orWhereRaw(...condition);
      })
      .clearSelect()
      .groupBy('actorType', ...texts)
      .select<CountedReads[]>(
        'actorType',
        this.db.raw('cast(?? as text) as ??', ['eventMetadata', 'eventMetadata']),
        this.db.raw('cast(?? as text) as ??', ['actorMetadata', 'actorMetadata']),
        this.db.raw('count(*) as ??', ['count']),
        this.db.raw('max(??) as ??', ['createdAt', 'lastAt']),
      );
  }

  /** Returns since when entries name all folders that values were read from. */
  async completeSince(): Promise<Timestamp> {
    return (await this.db('audit_coverage').first<{ since: Timestamp }>('since')).since;
  }

  /** Divides the selected entries into parts that can be read in the order of an index. */
  #sources({ organizationId, projects, actorId }: AuditLogFilter, selected: EntryQuery): EntryQuery[] {
    const ofActor = actorId !== undefined;
    if ('only' in projects)
      return [
        belongsTo(belongsTo(selected, 'projectId', projects.only, ofActor), 'organizationId', organizationId, true),
      ];
    if ('ownOf' in projects) {
      const own = selected.clone().where({ actorId: projects.ownOf });
      return [
        belongsTo(selected.clone(), 'organizationId', organizationId, ofActor).where(
          this.db.isIn('projectId', projects.among),
        ),
        belongsTo(belongsTo(own.clone(), 'projectId', '', true), 'organizationId', organizationId, true),
        this.#byUsersOf(organizationId, own, true),
      ];
    }
    return [
      belongsTo(selected.clone(), 'organizationId', organizationId, ofActor).where((any) =>
        this.#ofProjects(any, projects),
      ),
      this.#byUsersOf(organizationId, selected, ofActor),
    ];
  }

  /** Selects a superset of each source with the columns of its index alone. */
  #indexed(filter: AuditLogFilter): EntryQuery[] {
    const { organizationId, projects, actorId } = filter;
    if (actorId !== undefined) return [this.#inPeriod(filter)];
    if ('only' in projects) return [this.#inPeriod(filter).where({ projectId: projects.only })];
    const ofOrganization = this.#inPeriod(filter).where({ organizationId });
    if ('ownOf' in projects) return [ofOrganization, this.#inPeriod(filter).where({ actorId: projects.ownOf })];
    return [ofOrganization, this.#inPeriod(filter).whereNull('organizationId')];
  }

  #inPeriod({ from, until, after, actorId }: AuditLogFilter): EntryQuery {
    const query = this.db<AuditLogRow, AuditLogRow[]>('audit_log_entries as e')
      .where('e.createdAt', '>=', from)
      .select<AuditLogRow[]>('e.*');
    if (until !== undefined) void query.where('e.createdAt', '<', until);
    if (after?.id === undefined) {
      if (after) void query.where('e.createdAt', '<', after.createdAt);
    } else {
      const { createdAt, id } = after;
      void query
        .where('e.createdAt', '<=', createdAt)
        .where((any) => void any.where('e.createdAt', '<', createdAt).orWhere('e.id', '>', id));
    }
    return actorId === undefined ? query : query.where({ actorId });
  }

  /** Selects the entries that fit everything but the organization and the projects. */
  #matching(filter: AuditLogFilter): EntryQuery {
    const { eventTypes, otherThan, userAgentType, actorType, metadata, secret, about, now } = filter;
    const query = this.#inPeriod(filter).where('expiresAt', '>', now);
    if (eventTypes) void query.whereIn('eventType', eventTypes);
    if (otherThan) void query.whereNotIn('eventType', otherThan);
    if (userAgentType !== undefined) void query.where({ userAgentType });
    if (actorType !== undefined) void query.where({ actorType });
    for (const [key, value] of metadata) void query.whereRaw(...metadataEquals(key, jsonForms(value)));
    for (const key of ['environment', 'secretPath', 'secretKey'] as const) {
      const value = secret[key];
      if (value !== undefined) void query.where((any) => this.#ofSecret(any, key, value));
    }
    if (about)
      void query.where((any) => {
        for (const condition of aboutSecret(about)) void any.orWhereRaw(...condition);
      });
    return query;
  }

  /** Deletes up to `limit` entries that are older than the retention, and returns how many. */
  async deleteExpired(before: Timestamp, limit: number): Promise<number> {
    const expired = this.db('audit_log_entries').where('expiresAt', '<', before).limit(limit).select('id');
    return this.db<AuditLogRow>('audit_log_entries').whereIn('id', expired).delete();
  }

  /** Entries without an organization were caused by a user, and belong to every organization of that user. */
  #byUsersOf(organizationId: string, query: EntryQuery, ofActor: boolean): EntryQuery {
    const membership = this.db('organization_memberships as m')
      .where({ 'm.organizationId': organizationId, 'm.status': 'accepted' })
      .where('m.userId', this.db.ref('e.actorId'))
      .select('m.id');
    const withoutOrganization = ofActor
      ? belongsTo(query, 'organizationId', '', true)
      : query.whereNull('organizationId');
    return belongsTo(withoutOrganization, 'projectId', '', true).where({ actorType: 'user' }).whereExists(membership);
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
    void query.whereNull('projectId').orWhere(this.db.isIn('projectId', among));
    if (includesDeleted) void query.orWhereNotIn('projectId', this.db('projects').select('id'));
  }
}
