import type { Timestamp } from '../../../platform/clock.ts';
import { pageOf } from '../../../platform/db/knex/pages.ts';
import { containsText } from '../../../platform/db/knex/search.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { MembershipWithRole } from '../memberships/store.ts';

export interface UserRow {
  id: string;
  /** The e-mail address in lower case. */
  username: string;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  /** Null until the account is complete, and if its owner signs in with providers only. */
  passwordHash: string | null;
  /** Whether the user administers the instance. */
  superAdmin: boolean;
  /** When the owner of the address first showed that the account is theirs; null if that never happened. */
  addressProvedAt: Timestamp | null;
  /** The organization whose invitation completed the account; null if none did. */
  firstOrganizationId: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A user's membership of an organization, with the user and the role. */
export interface MemberRow
  extends
    MembershipWithRole,
    Pick<UserRow, 'username' | 'email' | 'firstName' | 'lastName' | 'passwordHash' | 'superAdmin'> {
  userId: string;
  customRoleSlug: string | null;
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
    this.db.insert('users', [user]);
  }

  /** Inserts the user unless the username exists already; safe for concurrent calls. */
  async insertIfNew(user: UserRow): Promise<void> {
    this.db.write(this.db<UserRow>('users').insert(user).onConflict('username').ignore());
  }

  findByUsername(username: string): Promise<UserRow | undefined> {
    return this.db<UserRow>('users').where({ username }).first();
  }

  /**
   * Whether somebody signs in to the account already: it has a password, is that of a person at a provider, or has joined
   * an organization.
   */
  async isOwned(id: string): Promise<boolean> {
    const links = this.db('single_sign_on_links').where({ userId: id });
    const memberships = this.db('organization_memberships').where({ userId: id, status: 'accepted' });
    const owned = this.db<UserRow>('users')
      .where({ id })
      .where((user) => void user.whereNotNull('passwordHash').orWhereExists(links).orWhereExists(memberships));
    return (await owned.first('id')) !== undefined;
  }

  async finish(
    id: string,
    account: Pick<UserRow, 'firstName' | 'lastName' | 'passwordHash' | 'firstOrganizationId' | 'updatedAt'>,
  ): Promise<void> {
    this.db.write(this.db<UserRow>('users').where({ id }).update(account));
  }

  /** Returns false if the address was proved before. */
  async proveAddress(id: string, now: Timestamp): Promise<boolean> {
    const unproved = this.db<UserRow>('users').where({ id, addressProvedAt: null });
    return (await unproved.update({ addressProvedAt: now })) === 1;
  }

  /** Lists the users of an organization, ordered by username. */
  listMembers(organizationId: string): Promise<MemberRow[]> {
    return this.#members(organizationId).orderBy('u.username');
  }

  /** Finds the memberships that belong to users of the organization, in no particular order. */
  findMembers(organizationId: string, membershipIds: readonly string[]): Promise<MemberRow[]> {
    return this.#members(organizationId).whereIn('m.id', membershipIds);
  }

  async findMember(organizationId: string, membershipId: string): Promise<MemberRow | undefined> {
    return (await this.findMembers(organizationId, [membershipId]))[0];
  }

  /** Finds the users of the organization with these usernames, ordered by username. */
  findByUsernames(organizationId: string, usernames: readonly string[]): Promise<MemberRow[]> {
    return this.#members(organizationId).whereIn('u.username', usernames).orderBy('u.username');
  }

  #members(organizationId: string) {
    return this.db('organization_memberships as m')
      .join('users as u', 'u.id', 'm.userId')
      .leftJoin('organization_roles as r', 'r.id', 'm.roleId')
      .where({ 'm.organizationId': organizationId })
      .select<MemberRow[]>('m.*', 'r.permissions', 'r.slug as customRoleSlug')
      .select('u.username', 'u.email', 'u.firstName', 'u.lastName', 'u.passwordHash', 'u.superAdmin');
  }

  findById(id: string): Promise<UserRow | undefined> {
    return this.db<UserRow>('users').where({ id }).first();
  }

  async rename({
    id,
    firstName,
    lastName,
    updatedAt,
  }: Pick<UserRow, 'id' | 'firstName' | 'lastName' | 'updatedAt'>): Promise<void> {
    this.db.write(this.db<UserRow>('users').where({ id }).update({ firstName, lastName, updatedAt }));
  }

  /** Returns false if `from` is no longer the password hash. */
  async changePassword(
    id: string,
    { from, to }: { from: string | null; to: string },
    now: Timestamp,
  ): Promise<boolean> {
    return (
      (await this.db<UserRow>('users')
        .where({ id, passwordHash: from })
        .update({ passwordHash: to, updatedAt: now })) === 1
    );
  }

  /** Lists a page of users, ordered by username, and their total number. */
  async search({ searchTerm, adminsOnly, offset, limit }: UserSearch): Promise<{ users: UserRow[]; total: number }> {
    const query = this.db<UserRow, UserRow[]>('users').orderBy(['username', 'id']);
    if (adminsOnly) void query.where({ superAdmin: true });
    if (searchTerm !== undefined) void query.where(containsText(searchTerm, searchable));
    const { rows, totalCount } = await pageOf(query, { offset, limit });
    return { users: rows, total: totalCount };
  }

  /** Lists these users and all administrators of the instance. */
  listWithInstanceAdministrators(ids: readonly string[]): Promise<UserRow[]> {
    return this.db<UserRow>('users').where({ superAdmin: true }).orWhereIn('id', ids);
  }

  async setInstanceAdministrator(id: string, superAdmin: boolean, now: Timestamp): Promise<void> {
    this.db.write(this.db<UserRow>('users').where({ id }).update({ superAdmin, updatedAt: now }));
  }

  /** Deletes the users with their sessions and memberships. */
  async deleteAll(ids: readonly string[]): Promise<void> {
    this.db.write(this.db<UserRow>('users').whereIn('id', ids).delete());
  }
}
