import type { Timestamp } from '../../platform/clock.ts';
import { containsText } from '../../platform/db/search.ts';
import { Store } from '../../platform/db/store.ts';

export interface UserRow {
  id: string;
  /** The e-mail address in lower case. */
  username: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  passwordHash: string | null;
  /** Administers the instance. */
  superAdmin: boolean;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

const searchable = ['"username"', '"email"', `coalesce("firstName", '') || ' ' || coalesce("lastName", '')`];

export interface UserSearch {
  searchTerm?: string;
  adminsOnly: boolean;
  offset: number;
  limit: number;
}

export class UserStore extends Store {
  async insert(user: UserRow): Promise<void> {
    await this.db<UserRow>('users').insert(user);
  }

  findByUsername(username: string): Promise<UserRow | undefined> {
    return this.db<UserRow>('users').where({ username }).first();
  }

  findById(id: string): Promise<UserRow | undefined> {
    return this.db<UserRow>('users').where({ id }).first();
  }

  /** False when `from` is no longer the password. */
  async changePassword(id: string, { from, to }: { from: string; to: string }, now: Timestamp): Promise<boolean> {
    return (await this.db<UserRow>('users').where({ id, passwordHash: from }).update({ passwordHash: to, updatedAt: now })) === 1;
  }

  /** Whether this is the password still; it stays so until the transaction is over. */
  async lockPassword(id: string, passwordHash: string): Promise<boolean> {
    return (await this.db<UserRow>('users').where({ id, passwordHash }).forShare().first('id')) !== undefined;
  }

  /** One page, by username, and how many there are on all of them. */
  async search({ searchTerm, adminsOnly, offset, limit }: UserSearch): Promise<{ users: UserRow[]; total: number }> {
    const found = this.db<UserRow>('users').where((query) => {
      if (adminsOnly) void query.where({ superAdmin: true });
      if (searchTerm !== undefined) void query.where(containsText(searchTerm, searchable));
    });
    const [count] = await found.clone().count<{ rows: number }[]>({ rows: '*' });
    return { users: await found.orderBy(['username', 'id']).offset(offset).limit(limit), total: count!.rows };
  }

  /** The users of these ids and everybody who administers the instance, by id; locked, so that two of them cannot both leave. */
  async lockWithInstanceAdministrators(ids: readonly string[]): Promise<UserRow[]> {
    return this.db<UserRow>('users').where({ superAdmin: true }).orWhereIn('id', ids).orderBy('id').forUpdate();
  }

  async setInstanceAdministrator(id: string, superAdmin: boolean, now: Timestamp): Promise<void> {
    await this.db<UserRow>('users').where({ id }).update({ superAdmin, updatedAt: now });
  }

  /** With their sessions and memberships. */
  async deleteAll(ids: readonly string[]): Promise<void> {
    await this.db<UserRow>('users').whereIn('id', ids).delete();
  }
}
