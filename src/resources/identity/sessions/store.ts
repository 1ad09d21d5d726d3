import type { Knex } from 'knex';
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
}

/** A session with its user and the membership that its token names, as a request needs them. */
export interface PresentedSession {
  id: string;
  userId: string;
  expiresAt: Timestamp;
  superAdmin: boolean;
  username: string;
  email: string | null;
  /** Null, like the columns below, without a membership. */
  membershipId: string | null;
  role: string | null;
  isActive: boolean | null;
  accessRevision: number | null;
}

const withMembers = (db: SqlBuilder, organizationId: string): Knex.QueryBuilder =>
  db('user_sessions as s')
    .join('users as u', 'u.id', 's.userId')
    .leftJoin('organization_memberships as m', (join) => {
      join.on('m.userId', 's.userId').andOnVal('m.organizationId', organizationId).andOnVal('m.status', 'accepted');
    })
    .leftJoin('organizations as o', 'o.id', 'm.organizationId')
    .select(
      's.id',
      's.userId',
      's.expiresAt',
      'u.superAdmin',
      'u.username',
      'u.email',
      'm.id as membershipId',
      'm.role',
      'm.isActive',
      'o.accessRevision',
    );

const findPresentedSql = new Statement<PresentedSession, { id: string; organizationId: string }>((db, param) =>
  withMembers(db, param('organizationId')).where('s.id', param('id')),
);

export class SessionStore extends Store {
  async insert(session: SessionRow): Promise<void> {
    await this.db<SessionRow>('user_sessions').insert(session);
  }

  async findPresented(id: string, organizationId: string | undefined): Promise<PresentedSession | undefined> {
    return (await this.db.prepared(findPresentedSql, { id, organizationId: organizationId ?? '' }))[0];
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

  async delete(id: string): Promise<void> {
    await this.db<SessionRow>('user_sessions').where({ id }).delete();
  }

  /** Lists the sessions that have not expired, newest first. */
  listOfUser(userId: string, now: Timestamp): Promise<SessionRow[]> {
    return this.db<SessionRow>('user_sessions')
      .where({ userId })
      .where('expiresAt', '>', now)
      .orderBy([{ column: 'createdAt', order: 'desc' }, 'id']);
  }

  /** Returns false if the user does not have this session. */
  async deleteOneOfUser(userId: string, id: string): Promise<boolean> {
    return (await this.db<SessionRow>('user_sessions').where({ userId, id }).delete()) === 1;
  }

  async deleteOfUser(userId: string, { except }: { except?: string } = {}): Promise<void> {
    const sessions = this.db<SessionRow>('user_sessions').where({ userId });
    await (except === undefined ? sessions : sessions.whereNot({ id: except })).delete();
  }
}
