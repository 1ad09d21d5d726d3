import type { Knex } from 'knex';
import type { SecondFactor, SignInMethod } from '../../../access/actor.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { inChunks } from '../../../platform/db/knex/chunks.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';

/** A login of a user; its tokens only contain the id of this row, and end with it. */
export interface SessionRow {
  id: string;
  userId: string;
  ip: string;
  userAgent: string;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  authMethod: SignInMethod;
  /** Null until a second factor is shown. */
  mfaMethod: SecondFactor | null;
  /** When the user last showed who they are: at the sign-in, or later. */
  authenticatedAt: Timestamp;
  lastUsedAt: Timestamp;
  /** The longest pause in the use of the session since the user last showed who they are. */
  longestIdleSeconds: number;
  /** The identity provider that vouched for the user, and its own session; null if none did. */
  providerId: string | null;
  providerSessionId: string | null;
}

/** A session with its user and the membership that its token names, as a request needs them. */
export interface PresentedSession extends Pick<
  SessionRow,
  | 'id'
  | 'userId'
  | 'expiresAt'
  | 'authMethod'
  | 'mfaMethod'
  | 'authenticatedAt'
  | 'lastUsedAt'
  | 'longestIdleSeconds'
  | 'providerId'
  | 'providerSessionId'
> {
  superAdmin: boolean;
  username: string;
  email: string | null;
  /** Null, like the columns below, without a membership. */
  membershipId: string | null;
  role: string | null;
  isActive: boolean | null;
  accessRevision: number | null;
  enforceMfa: boolean | null;
  /** Whether the second factor is on that counts in this session; null if none was ever set up. */
  isMfaEnabled: boolean | null;
  /** The limits of the organization; null if it has none. */
  sessionIdleMinutes: number | null;
  sessionMaxMinutes: number | null;
  /** Whether only sessions of the organization's provider act with the membership. */
  needsSingleSignOn: boolean | null;
  singleSignOnId: string | null;
  authEnforced: boolean | null;
  breakGlassUserId: string | null;
}

const withMembers = (db: SqlBuilder, organizationId: string): Knex.QueryBuilder =>
  db('user_sessions as s')
    .join('users as u', 'u.id', 's.userId')
    .leftJoin('organization_memberships as m', (join) => {
      join.on('m.userId', 's.userId').andOnVal('m.organizationId', organizationId).andOnVal('m.status', 'accepted');
    })
    .leftJoin('organizations as o', 'o.id', 'm.organizationId')
    .leftJoin('second_factors as f', (join) => {
      // Null is equal to nothing.
      join.on('f.userId', 's.userId').on(db.raw(`coalesce(f."providerId", '') = coalesce(s."providerId", '')`));
    })
    .select(
      's.id',
      's.userId',
      's.expiresAt',
      's.authMethod',
      's.mfaMethod',
      's.authenticatedAt',
      's.lastUsedAt',
      's.longestIdleSeconds',
      's.providerId',
      's.providerSessionId',
      'u.superAdmin',
      'u.username',
      'u.email',
      'm.id as membershipId',
      'm.role',
      'm.isActive',
      'o.accessRevision',
      'o.enforceMfa',
      'f.isEnabled as isMfaEnabled',
      'o.sessionIdleMinutes',
      'o.sessionMaxMinutes',
      'm.needsSingleSignOn',
      'o.singleSignOnId',
      'o.authEnforced',
      'o.breakGlassUserId',
    );

const findPresentedSql = new Statement<PresentedSession, { id: string; organizationId: string }>(
  (db, param) => withMembers(db, param('organizationId')).where('s.id', param('id')),
  'cached',
);

type Use = Pick<SessionRow, 'id' | 'lastUsedAt' | 'longestIdleSeconds'> & { before: Timestamp };

const recordUseSql = new Statement<never, Use>((db, param) =>
  db('user_sessions')
    .where({ id: param('id'), lastUsedAt: param('before') })
    .update({ lastUsedAt: param('lastUsedAt'), longestIdleSeconds: param('longestIdleSeconds') }),
);

export class SessionStore extends Store {
  async insert(session: SessionRow): Promise<void> {
    this.db.insert('user_sessions', [session]);
  }

  async findPresented(id: string, organizationId: string | undefined): Promise<PresentedSession | undefined> {
    return (await this.db.read(findPresentedSql, { id, organizationId: organizationId ?? '' }))[0];
  }

  /** Lists the sessions of these ids that exist. */
  listPresented(ids: readonly string[], organizationId: string): Promise<PresentedSession[]> {
    return inChunks(
      ids,
      (part) =>
        withMembers(this.db, organizationId).whereIn('s.id', part) as Knex.QueryBuilder<object, PresentedSession[]>,
    );
  }

  /** Deletes up to `limit` sessions that ended before that time, and returns how many. */
  async deleteExpired(before: Timestamp, limit: number): Promise<number> {
    const expired = this.db('user_sessions').where('expiresAt', '<', before).limit(limit).select('id');
    return this.db<SessionRow>('user_sessions').whereIn('id', expired).delete();
  }

  /** Stores that the owner of the session has just shown who they are, with a second factor if one is given. */
  async renewSignIn(id: string, signIn: Pick<SessionRow, 'authenticatedAt'> & Partial<Pick<SessionRow, 'mfaMethod'>>) {
    const use = { lastUsedAt: signIn.authenticatedAt, longestIdleSeconds: 0 };
    this.db.write(
      this.db<SessionRow>('user_sessions')
        .where({ id })
        .update({ ...signIn, ...use }),
    );
  }

  /** Stores a use, unless one was stored since the session was read. */
  recordUse(
    { id, lastUsedAt }: Pick<SessionRow, 'id' | 'lastUsedAt'>,
    use: Pick<SessionRow, 'lastUsedAt' | 'longestIdleSeconds'>,
  ): void {
    this.db.write(recordUseSql, { id, before: lastUsedAt, ...use });
  }

  async delete(id: string): Promise<void> {
    this.db.write(this.db<SessionRow>('user_sessions').where({ id }).delete());
  }

  /** Lists the sessions that have not expired, newest first; of all providers, unless one is given. */
  listOfUser(userId: string, now: Timestamp, providerId: string | null = null): Promise<SessionRow[]> {
    return this.#ofUser(userId, providerId)
      .where('expiresAt', '>', now)
      .orderBy([{ column: 'createdAt', order: 'desc' }, 'id']);
  }

  /** Returns false if the user does not have this session, or another provider opened it than the given one. */
  async deleteOneOfUser(userId: string, id: string, providerId: string | null = null): Promise<boolean> {
    return (await this.#ofUser(userId, providerId).where({ id }).delete()) === 1;
  }

  /** Ends the sessions that a provider vouched for: one of its own sessions, or all of a user. Returns how many. */
  deleteOfProvider(
    providerId: string,
    of: { providerSessionId: string; userId?: string } | { userId: string },
  ): Promise<number> {
    return this.db<SessionRow>('user_sessions')
      .where({ providerId, ...of })
      .delete();
  }

  /** Ends every session that a provider vouched for, and returns how many. */
  deleteAllOfProvider(providerId: string): Promise<number> {
    return this.db<SessionRow>('user_sessions').where({ providerId }).delete();
  }

  /** Ends the sessions of the user; of all providers, unless one is given. */
  async deleteOfUser(
    userId: string,
    { except, providerId = null }: { except?: string; providerId?: string | null } = {},
  ): Promise<void> {
    const sessions = this.#ofUser(userId, providerId);
    this.db.write((except === undefined ? sessions : sessions.whereNot({ id: except })).delete());
  }

  #ofUser(userId: string, providerId: string | null) {
    return this.db<SessionRow>('user_sessions').where({ userId, ...(providerId !== null && { providerId }) });
  }
}
