import type { Rule } from '../../../access/rule.ts';
import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { pageOf, type Page } from '../../../platform/db/knex/pages.ts';
import { containsText } from '../../../platform/db/knex/search.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { OrganizationMembershipRow } from '../../organization/memberships/store.ts';
import { lockedUntil } from '../universal-auth/store.ts';

/** A machine identity. */
export interface IdentityRow {
  id: string;
  organizationId: string;
  /** The project that it belongs to; null when that is only the organization. */
  projectId: string | null;
  name: string;
  hasDeleteProtection: boolean;
  /** Administers the instance. */
  isInstanceAdmin: boolean;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** An identity with its organization, as a login needs them. */
export interface TokenOwner {
  id: string;
  name: string;
  organizationId: string;
  organizationSlug: string;
  membershipId: string;
  isActive: boolean;
}

/** A machine identity as a member of its organization, with its role and how it may authenticate. */
export interface IdentityMemberRow extends OrganizationMembershipRow {
  identityId: string;
  name: string;
  hasDeleteProtection: boolean;
  /** Of a custom role, as are the next three. */
  roleName: string | null;
  roleSlug: string | null;
  roleDescription: string | null;
  permissions: readonly Rule[] | null;
  tokenAuthId: string | null;
  universalAuthId: string | null;
  oidcAuthId: string | null;
  /** When the last lock of any client address ends, or ended. */
  lockedUntil: Timestamp | null;
}

/** Everything that is given must fit. */
export interface TextFilter {
  readonly equals?: string | undefined;
  /** In upper or lower case. */
  readonly contains?: string | undefined;
  readonly oneOf?: readonly string[] | undefined;
}

export interface IdentityFilter {
  readonly name?: TextFilter | undefined;
  /** By slug. */
  readonly role?: TextFilter | undefined;
}

export interface IdentityPage {
  readonly orderBy: 'name' | 'role';
  readonly orderDirection: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
}

/** What is searched and sorted by, in SQL; with a custom role, a membership has its slug elsewhere. */
const expressions = { name: '"i"."name"', role: 'coalesce("r"."slug", "m"."role")' };

/** For `where`: the SQL expression fits the filter. */
export const fits =
  (text: string, { equals, contains, oneOf }: TextFilter) =>
  (query: Knex.QueryBuilder): void => {
    if (equals !== undefined) void query.whereRaw(`${text} = ?`, [equals]);
    if (contains !== undefined) void query.where(containsText(contains, [text]));
    if (oneOf !== undefined) void query.whereRaw(`${text} in (${oneOf.map(() => '?').join()})`, oneOf);
  };

const owner = new Statement<TokenOwner, { id: string }>((db, param) =>
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
    return (await this.db.prepared(owner, { id }))[0];
  }

  /** Nobody else changes it, or what hangs on it, until the transaction is over. */
  lock(organizationId: string, id: string): Promise<IdentityRow | undefined> {
    return this.db<IdentityRow>('identities').where({ organizationId, id }).forUpdate().first();
  }

  async update(
    id: string,
    changes: Partial<Omit<IdentityRow, 'id' | 'organizationId' | 'projectId' | 'createdAt'>>,
  ): Promise<void> {
    await this.db<IdentityRow>('identities').where({ id }).update(changes);
  }

  /** With its membership, its ways to authenticate and its tokens. */
  async delete(id: string): Promise<void> {
    await this.db<IdentityRow>('identities').where({ id }).delete();
  }

  findMember(organizationId: string, identityId: string): Promise<IdentityMemberRow | undefined> {
    return this.#rows(organizationId, {}).where('i.id', identityId).first();
  }

  /** Those of these memberships that are of the organization, in no order. */
  findMembers(organizationId: string, membershipIds: readonly string[]): Promise<IdentityMemberRow[]> {
    return this.#rows(organizationId, {}).whereIn('m.id', membershipIds);
  }

  /** What is equal in the order goes by name, then id. */
  listMembers(
    organizationId: string,
    filter: IdentityFilter,
    { orderBy, orderDirection, offset, limit }: IdentityPage,
  ): Promise<IdentityMemberRow[]> {
    return this.#rows(organizationId, filter)
      .orderByRaw(`${expressions[orderBy]} ${orderDirection}`)
      .orderBy(['i.name', 'i.id'])
      .offset(offset)
      .limit(limit);
  }

  async countMembers(organizationId: string, filter: IdentityFilter): Promise<number> {
    const [row] = await this.#members(organizationId, filter).count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }

  #members(organizationId: string, { name = {}, role = {} }: IdentityFilter) {
    return this.db('identities as i')
      .join('organization_memberships as m', 'm.identityId', 'i.id')
      .leftJoin('organization_roles as r', 'r.id', 'm.roleId')
      .where('m.organizationId', organizationId)
      .where(fits(expressions.name, name))
      .where(fits(expressions.role, role));
  }

  #rows(organizationId: string, filter: IdentityFilter) {
    return this.#members(organizationId, filter)
      .leftJoin('identity_token_auths as ta', 'ta.identityId', 'i.id')
      .leftJoin('identity_universal_auths as ua', 'ua.identityId', 'i.id')
      .leftJoin('identity_oidc_auths as oa', 'oa.identityId', 'i.id')
      .select('r.name as roleName', 'r.slug as roleSlug', 'r.description as roleDescription', 'r.permissions')
      .select('ta.id as tokenAuthId', 'ua.id as universalAuthId', 'oa.id as oidcAuthId', lockedUntil(this.db))
      .select<IdentityMemberRow[]>('m.*', 'i.name', 'i.hasDeleteProtection');
  }

  /** One page of those of every organization, by name, and how many there are on all of them. */
  async searchInstance({
    searchTerm,
    offset,
    limit,
  }: { searchTerm?: string } & Page): Promise<{ identities: IdentityRow[]; total: number }> {
    const found = this.db<IdentityRow, IdentityRow[]>('identities').orderBy(['name', 'id']);
    if (searchTerm !== undefined) void found.where(containsText(searchTerm, ['"name"']));
    const { rows, totalCount } = await pageOf(found, { offset, limit });
    return { identities: rows, total: totalCount };
  }

  /** False when it did not administer the instance. */
  async revokeInstanceAdministrator(id: string, now: Timestamp): Promise<boolean> {
    return (
      (await this.db<IdentityRow>('identities')
        .where({ id, isInstanceAdmin: true })
        .update({ isInstanceAdmin: false, updatedAt: now })) === 1
    );
  }

  /** In whatever organization. */
  findAnywhere(id: string): Promise<IdentityRow | undefined> {
    return this.db<IdentityRow>('identities').where({ id }).first();
  }
}
