import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { MetadataEntry } from '../dynamic-secrets/store.ts';

/**
 * `creating`: the credentials may exist, and nobody has them. `active`: somebody has them. `revoking`: they have to be
 * revoked. `failed`: that failed, and is tried again.
 */
export type LeaseState = 'creating' | 'active' | 'revoking' | 'failed';

export interface LeaseRow {
  id: string;
  organizationId: string;
  projectId: string;
  dynamicSecretId: string;
  /** Where the dynamic secret was when it was leased. */
  name: string;
  environment: string;
  secretPath: string;
  type: string;
  /** The inputs of that time, with which the credentials are revoked. */
  sealedInputs: string;
  externalEntityId: string;
  /** As it was sent. */
  config: Record<string, unknown> | null;
  state: LeaseState;
  expireAt: Timestamp;
  createdBy: string;
  createdByType: 'user' | 'identity';
  /** When the server has to revoke the credentials, or try it again. */
  dueAt: Timestamp;
  /** Somebody changes the credentials, at most until then. */
  claimedUntil: Timestamp | null;
  /** The failed attempts to revoke them. */
  attempts: number;
  failingSince: Timestamp | null;
  lastError: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** What leases are chosen by. */
export interface LeaseFilter {
  readonly dynamicSecretId?: string | undefined;
  readonly createdBy?: string | undefined;
  readonly createdBefore?: Timestamp | undefined;
  readonly state?: LeaseState | undefined;
  readonly environment?: string | undefined;
  /** With the folders below. */
  readonly secretPath?: string | undefined;
}

/** A lease where its dynamic secret is now, with the metadata of that; where it was, if it is gone. */
export interface PlacedLease extends LeaseRow {
  metadata: readonly MetadataEntry[] | null;
  /** Null if the user or machine identity is gone. */
  createdByName: string | null;
}

export type LeaseCounts = Readonly<Record<LeaseState, number>>;

const table = 'dynamic_secret_leases';
/** How many ids one statement names. */
const chunk = 500;
const noLeases: LeaseCounts = { creating: 0, active: 0, revoking: 0, failed: 0 };

/** Those that callers know of: the others are not created yet. */
const known = (query: Knex.QueryBuilder): void => void query.whereNot('state', 'creating');

export class LeaseStore extends Store {
  insert(row: LeaseRow): void {
    this.db.insert(table, [row]);
  }

  find(id: string): Promise<LeaseRow | undefined> {
    return this.db<LeaseRow>(table).where({ id }).first();
  }

  /** Lists the leases of a dynamic secret that callers know of, the oldest first. */
  list(dynamicSecretId: string): Promise<LeaseRow[]> {
    return this.db<LeaseRow>(table).where({ dynamicSecretId }).where(known).orderBy(['createdAt', 'id']);
  }

  async count(dynamicSecretId: string): Promise<number> {
    const [row] = await this.db(table).where({ dynamicSecretId }).count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }

  /** Whether another lease of the dynamic secret could not be revoked so many times. */
  async hasOtherFailing(
    { id, dynamicSecretId }: Pick<LeaseRow, 'id' | 'dynamicSecretId'>,
    attempts: number,
  ): Promise<boolean> {
    const others = this.db(table).where({ dynamicSecretId, state: 'failed' }).whereNot({ id });
    return (await others.where('attempts', '>=', attempts).first('id')) !== undefined;
  }

  /** Lists the ids and user names of the leases of a dynamic secret, also of those that are being created. */
  namesOf(dynamicSecretId: string, limit: number): Promise<Pick<LeaseRow, 'id' | 'externalEntityId'>[]> {
    return this.db<LeaseRow>(table)
      .where({ dynamicSecretId })
      .orderBy(['createdAt', 'id'])
      .limit(limit)
      .select('id', 'externalEntityId');
  }

  async findPlaced(projectId: string, id: string): Promise<PlacedLease | undefined> {
    const rows = (await this.#placed().where({ 'l.projectId': projectId, 'l.id': id })) as PlacedLease[];
    return rows[0];
  }

  /** Lists leases of a project that callers know of, the oldest first. */
  listInProject(projectId: string, filter: LeaseFilter, limit: number): Promise<PlacedLease[]> {
    const { dynamicSecretId, createdBy, createdBefore, state, environment, secretPath } = filter;
    const query = this.#placed()
      .where('l.projectId', projectId)
      .whereNot('l.state', 'creating')
      .orderBy(['l.createdAt', 'l.id'])
      .limit(limit);
    if (dynamicSecretId !== undefined) void query.where('l.dynamicSecretId', dynamicSecretId);
    if (createdBy !== undefined) void query.where('l.createdBy', createdBy);
    if (createdBefore !== undefined) void query.where('l.createdAt', '<', createdBefore);
    if (state !== undefined) void query.where('l.state', state);
    if (environment !== undefined)
      void query.whereRaw('coalesce(??, ??) = ?', ['e.slug', 'l.environment', environment]);
    if (secretPath !== undefined && secretPath !== '/') {
      const path = this.db.raw('coalesce(??, ??)', ['f.path', 'l.secretPath']);
      void query.where(
        (either) =>
          void either
            .whereRaw('? = ?', [path, secretPath])
            .orWhereRaw('substr(?, 1, ?) = ?', [path, secretPath.length + 1, `${secretPath}/`]),
      );
    }
    return query;
  }

  #placed(): Knex.QueryBuilder {
    const now = (column: string, former: string, name: string) =>
      this.db.raw('coalesce(??, ??) as ??', [column, former, name]);
    return this.db(`${table} as l`)
      .leftJoin('dynamic_secrets as d', 'd.id', 'l.dynamicSecretId')
      .leftJoin('secret_folders as f', 'f.id', 'd.folderId')
      .leftJoin('project_environments as e', 'e.id', 'f.environmentId')
      .leftJoin('users as u', 'u.id', 'l.createdBy')
      .leftJoin('identities as i', 'i.id', 'l.createdBy')
      .select(
        ...['l.*', 'd.metadata'],
        ...[now('d.name', 'l.name', 'name'), now('e.slug', 'l.environment', 'environment')],
        ...[now('f.path', 'l.secretPath', 'secretPath'), now('u.username', 'i.name', 'createdByName')],
      );
  }

  /** Makes these leases due now. */
  endAll(ids: readonly string[], now: Timestamp): void {
    for (let from = 0; from < ids.length; from += chunk) {
      const leases = this.db(table).whereIn('id', ids.slice(from, from + chunk));
      this.db.write(leases.where({ state: 'active' }).update({ state: 'revoking', dueAt: now, updatedAt: now }));
    }
  }

  /** Makes all leases of a dynamic secret due now. */
  endAllOf({ dynamicSecretId }: { readonly dynamicSecretId: string }, now: Timestamp): void {
    const leases = this.db(table).where({ dynamicSecretId, state: 'active' });
    this.db.write(leases.update({ state: 'revoking', dueAt: now, updatedAt: now }));
  }

  deleteOf(dynamicSecretId: string): void {
    this.db.write(this.db(table).where({ dynamicSecretId }).delete());
  }

  async delete(id: string): Promise<boolean> {
    return (await this.db(table).where({ id }).delete()) === 1;
  }

  update(id: string, changes: Partial<Omit<LeaseRow, 'id' | 'config'>>): void {
    this.db.write(this.db(table).where({ id }).update(changes));
  }

  /** The credentials exist; false if the server has begun to revoke them meanwhile. */
  async activate(id: string, { expireAt, updatedAt }: Pick<LeaseRow, 'expireAt' | 'updatedAt'>): Promise<boolean> {
    const changed = await this.db(table)
      .where({ id, state: 'creating', claimedUntil: null })
      .update({ state: 'active', dueAt: expireAt, updatedAt });
    return changed === 1;
  }

  /** Makes this caller the only one that changes the credentials; false if another one does, or if they are gone. */
  async claim(
    { id, updatedAt }: Pick<LeaseRow, 'id' | 'updatedAt'>,
    { now, until }: { now: Timestamp; until: Timestamp },
    changes: Partial<Pick<LeaseRow, 'state' | 'dueAt'>> = {},
  ): Promise<boolean> {
    const claimed = await this.db(table)
      .where({ id, updatedAt })
      .where((query) => void query.whereNull('claimedUntil').orWhere('claimedUntil', '<=', now))
      .update({ ...changes, claimedUntil: until });
    return claimed === 1;
  }

  /** Lists leases that have to be revoked now and that nobody is changing, the longest due first. */
  listDue(now: Timestamp, limit: number, states: readonly LeaseState[]): Promise<LeaseRow[]> {
    return this.db<LeaseRow>(table)
      .where('dueAt', '<=', now)
      .whereIn('state', states)
      .where((query) => void query.whereNull('claimedUntil').orWhere('claimedUntil', '<=', now))
      .orderBy(['dueAt', 'id'])
      .limit(limit);
  }

  /**
   * Lists active leases of which the dynamic secret is gone, or its environment deleted, or whose creator is no member
   * of the project any more.
   */
  listAbandoned(limit: number): Promise<LeaseRow[]> {
    const secret = this.db('dynamic_secrets as d')
      .join('secret_folders as f', 'f.id', 'd.folderId')
      .join('project_environments as e', 'e.id', 'f.environmentId')
      .whereNull('e.softDeletedAt')
      .whereRaw('?? = ??', ['d.id', 'l.dynamicSecretId'])
      .select('d.id');
    const groups = this.db('group_members as gm').whereRaw('?? = ??', ['gm.membershipId', 'm.id']).select('gm.groupId');
    const member = this.db('organization_memberships as m')
      .join('project_memberships as pm', 'pm.projectId', 'l.projectId')
      // Ids of users and identities differ. With `in`, no index would be used.
      .whereRaw('(?? = ?? or ?? = ??)', ['m.userId', 'l.createdBy', 'm.identityId', 'l.createdBy'])
      .whereRaw('?? = ??', ['m.organizationId', 'l.organizationId'])
      .where({ 'm.isActive': true })
      .where((query) => void query.whereRaw('?? = ??', ['pm.membershipId', 'm.id']).orWhereIn('pm.groupId', groups))
      .select('m.id');
    return this.db(`${table} as l`)
      .where('l.state', 'active')
      .where((query) => void query.whereNotExists(secret).orWhereNotExists(member))
      .orderBy('l.id')
      .limit(limit)
      .select<LeaseRow[]>('l.*');
  }

  /** Ends all claims, for a single node that starts: the process that held them is gone. */
  endClaims(): void {
    this.db.write(this.db(table).whereNotNull('claimedUntil').update({ claimedUntil: null }));
  }

  async countByState(): Promise<LeaseCounts> {
    const rows = await this.db(table)
      .groupBy('state')
      .select<{ state: LeaseState; rows: number }[]>('state', this.db.raw('count(*) as ??', ['rows']));
    return { ...noLeases, ...Object.fromEntries(rows.map(({ state, rows: count }) => [state, count])) };
  }

  /** When the lease that should have been revoked first was due; undefined if none is overdue. */
  async oldestOverdue(now: Timestamp): Promise<Timestamp | undefined> {
    const row = await this.db<LeaseRow>(table).where('expireAt', '<=', now).orderBy('expireAt').first('expireAt');
    return row?.expireAt;
  }
}
