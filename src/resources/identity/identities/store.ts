import type { Rule } from '../../../access/rule.ts';
import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { pageOf, type Page } from '../../../platform/db/knex/pages.ts';
import { containsText } from '../../../platform/db/knex/search.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { OrganizationMembershipRow } from '../../organization/memberships/store.ts';
import { loginMethods } from '../login-methods/columns.ts';
import { lockouts, type LockoutColumns } from '../lockouts/columns.ts';

export interface IdentityRow {
  id: string;
  organizationId: string;
  /** The project that owns the identity; null if the organization does. */
  projectId: string | null;
  name: string;
  hasDeleteProtection: boolean;
  isInstanceAdmin: boolean;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** An identity with its organization, for a login. */
export interface TokenOwner {
  id: string;
  name: string;
  organizationId: string;
  organizationSlug: string;
  membershipId: string;
  isActive: boolean;
}

/** A machine identity as a member of its organization, with its role and auth methods. */
export interface IdentityMemberRow extends OrganizationMembershipRow, LockoutColumns {
  identityId: string;
  name: string;
  hasDeleteProtection: boolean;
  /** The name of the custom role; null, like the next three, for a predefined role. */
  roleName: string | null;
  roleSlug: string | null;
  roleDescription: string | null;
  permissions: readonly Rule[] | null;
  tokenAuthId: string | null;
  universalAuthId: string | null;
  oidcAuthId: string | null;
  /** Further methods, separated by commas. */
  loginMethods: string | null;
}

/** All given conditions must match. */
export interface TextFilter {
  readonly equals?: string | undefined;
  /** Ignores case. */
  readonly contains?: string | undefined;
  readonly oneOf?: readonly string[] | undefined;
}

export interface IdentityFilter {
  readonly name?: TextFilter | undefined;
  /** Compares the slug of the role. */
  readonly role?: TextFilter | undefined;
}

export interface IdentityPage {
  readonly orderBy: 'name' | 'role';
  readonly orderDirection: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
}

/** The SQL expressions for searching and sorting; the slug of a custom role is in another table. */
const expressions = { name: '"i"."name"', role: 'coalesce("r"."slug", "m"."role")' };

const isEmpty = ({ name, role }: IdentityFilter): boolean =>
  [name, role].every((filter) => !filter || Object.values(filter).every((value: unknown) => value === undefined));

/** Returns a callback for `where` that compares the SQL expression with the filter. */
export const matchesFilter =
  (text: string, { equals, contains, oneOf }: TextFilter) =>
  (query: Knex.QueryBuilder): void => {
    if (equals !== undefined) void query.whereRaw(`${text} = ?`, [equals]);
    if (contains !== undefined) void query.where(containsText(contains, [text]));
    if (oneOf !== undefined) void query.whereRaw(`${text} in (${oneOf.map(() => '?').join()})`, oneOf);
  };

const findOwnerSql = new Statement<TokenOwner, { id: string }>((db, param) =>
  db('identities as i')
    .join('organizations as o', 'o.id', 'i.organizationId')
    .join('organization_memberships as m', 'm.identityId', 'i.id')
    .where('i.id', param('id'))
    .select('i.id', 'i.name', 'i.organizationId', 'o.slug as organizationSlug', 'm.id as membershipId', 'm.isActive'),
);

export class IdentityStore extends Store {
  async insert(identity: IdentityRow): Promise<void> {
    await this.db<IdentityRow>('identities').insert(identity);
  }

  findById(organizationId: string, id: string): Promise<IdentityRow | undefined> {
    return this.db<IdentityRow>('identities').where({ organizationId, id }).first();
  }

  async findOwner(id: string): Promise<TokenOwner | undefined> {
    return (await this.db.read(findOwnerSql, { id }))[0];
  }

  async update(
    id: string,
    changes: Partial<Omit<IdentityRow, 'id' | 'organizationId' | 'projectId' | 'createdAt'>>,
  ): Promise<void> {
    await this.db<IdentityRow>('identities').where({ id }).update(changes);
  }

  /** Deletes the identity with its membership, auth methods and tokens. */
  async delete(id: string): Promise<void> {
    await this.db<IdentityRow>('identities').where({ id }).delete();
  }

  findMember(organizationId: string, identityId: string): Promise<IdentityMemberRow | undefined> {
    return this.#rows(organizationId, {}).where('i.id', identityId).first();
  }

  /** Finds the memberships that belong to the organization, in no particular order. */
  findMembers(organizationId: string, membershipIds: readonly string[]): Promise<IdentityMemberRow[]> {
    return this.#rows(organizationId, {}).whereIn('m.id', membershipIds);
  }

  /** Lists the members in the given order, then by name and id. */
  listMembers(
    organizationId: string,
    filter: IdentityFilter,
    { orderBy, orderDirection, offset, limit }: IdentityPage,
  ): Promise<IdentityMemberRow[]> {
    return this.#rows(organizationId, filter)
      .orderByRaw(`${expressions[orderBy]} ${orderDirection}`)
      .orderBy(orderBy === 'name' ? ['i.id'] : ['i.name', 'i.id'])
      .offset(offset)
      .limit(limit);
  }

  async countMembers(organizationId: string, filter: IdentityFilter): Promise<number> {
    // Every identity is a member of its organization, so without a filter an index of identities is enough.
    const members: Knex.QueryBuilder = isEmpty(filter)
      ? this.db('identities').where({ organizationId })
      : this.#members(organizationId, filter);
    const [row] = await members.count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }

  #members(organizationId: string, { name = {}, role = {} }: IdentityFilter) {
    return this.db('identities as i')
      .join(
        'organization_memberships as m',
        (join) => void join.on('m.identityId', 'i.id').andOn('m.organizationId', 'i.organizationId'),
      )
      .leftJoin('organization_roles as r', 'r.id', 'm.roleId')
      .where('i.organizationId', organizationId)
      .where(matchesFilter(expressions.name, name))
      .where(matchesFilter(expressions.role, role));
  }

  #rows(organizationId: string, filter: IdentityFilter) {
    return this.#members(organizationId, filter)
      .leftJoin('identity_token_auths as ta', 'ta.identityId', 'i.id')
      .leftJoin('identity_universal_auths as ua', 'ua.identityId', 'i.id')
      .leftJoin('identity_oidc_auths as oa', 'oa.identityId', 'i.id')
      .select('r.name as roleName', 'r.slug as roleSlug', 'r.description as roleDescription', 'r.permissions')
      .select('ta.id as tokenAuthId', 'ua.id as universalAuthId', 'oa.id as oidcAuthId')
      .select(loginMethods(this.db), ...lockouts(this.db))
      .select<IdentityMemberRow[]>('m.*', 'i.name', 'i.hasDeleteProtection');
  }

  /** Lists a page of the identities of all organizations, ordered by name, and their total number. */
  async searchInstance({
    searchTerm,
    offset,
    limit,
  }: { searchTerm?: string } & Page): Promise<{ identities: IdentityRow[]; total: number }> {
    const query = this.db<IdentityRow, IdentityRow[]>('identities').orderBy(['name', 'id']);
    if (searchTerm !== undefined) void query.where(containsText(searchTerm, ['"name"']));
    const { rows, totalCount } = await pageOf(query, { offset, limit });
    return { identities: rows, total: totalCount };
  }

  /** Returns false if the identity did not administer the instance. */
  async revokeInstanceAdministrator(id: string, now: Timestamp): Promise<boolean> {
    return (
      (await this.db<IdentityRow>('identities')
        .where({ id, isInstanceAdmin: true })
        .update({ isInstanceAdmin: false, updatedAt: now })) === 1
    );
  }

  /** Finds the identity in any organization. */
  findInInstance(id: string): Promise<IdentityRow | undefined> {
    return this.db<IdentityRow>('identities').where({ id }).first();
  }
}
