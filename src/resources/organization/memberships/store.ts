import type { RoleWithRules } from '../../../access/rule.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { bumpOrganizationAccess } from '../../project/revisions/store.ts';
import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';

/** The membership of a user or an identity in an organization. */
export interface OrganizationMembershipRow {
  id: string;
  organizationId: string;
  userId: string | null;
  identityId: string | null;
  /** The slug of a built-in role, or `custom` with `roleId`. */
  role: string;
  roleId: string | null;
  status: 'invited' | 'accepted';
  isActive: boolean;
  inviteEmail: string | null;
  lastInvitedAt: Timestamp | null;
  lastLoginAuthMethod: string | null;
  lastLoginTime: Timestamp | null;
  /** Whether a provider created it, so that only sessions of that provider act with it. */
  needsSingleSignOn: boolean;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A membership with the rules of its role. */
export type MembershipWithRole = OrganizationMembershipRow & RoleWithRules;

/** A user's membership with the user; `roleName` is null for a built-in role. */
export interface PersonRow extends Pick<
  OrganizationMembershipRow,
  'id' | 'organizationId' | 'role' | 'roleId' | 'status'
> {
  roleName: string | null;
  userId: string;
  email: string | null;
  username: string;
  firstName: string | null;
  lastName: string | null;
}

export interface MetadataRow {
  id: string;
  membershipId: string;
  key: string;
  value: string;
}

const loggedIn = new Statement<never, { id: string; lastLoginAuthMethod: string; lastLoginTime: Timestamp }>(
  (db, param) =>
    db('organization_memberships')
      .where({ id: param('id') })
      .update({ lastLoginAuthMethod: param('lastLoginAuthMethod'), lastLoginTime: param('lastLoginTime') }),
);

const withRole = (db: SqlBuilder) =>
  db('organization_memberships as m')
    .leftJoin('organization_roles as r', 'r.id', 'm.roleId')
    .select<MembershipWithRole[]>('m.*', 'r.permissions');

const findOfIdentitySql = new Statement<MembershipWithRole, { organizationId: string; identityId: string }>(
  (db, param) =>
    withRole(db).where({ 'm.organizationId': param('organizationId'), 'm.identityId': param('identityId') }),
);

const listMetadataSql = new Statement<MetadataRow, { membershipIds: readonly string[] }>((db, _param, isIn) =>
  db('membership_metadata').where(isIn('membershipId', 'membershipIds')).orderBy('key'),
);

export class MembershipStore extends Store {
  async insert(membership: OrganizationMembershipRow): Promise<void> {
    this.db.insert('organization_memberships', [membership]);
  }

  /** Inserts the membership unless the user is a member already; safe for concurrent calls. */
  async insertUserIfNew(membership: OrganizationMembershipRow): Promise<void> {
    const insertion = this.db<OrganizationMembershipRow>('organization_memberships').insert(membership);
    this.db.write(insertion.onConflict(['userId', 'organizationId']).ignore());
  }

  async update(
    id: string,
    changes: Partial<Omit<OrganizationMembershipRow, 'id' | 'organizationId' | 'userId' | 'identityId'>>,
  ): Promise<void> {
    bumpOrganizationAccess(this.db, 'organization_memberships', id);
    this.db.write(this.db<OrganizationMembershipRow>('organization_memberships').where({ id }).update(changes));
  }

  /** Does not invalidate cached permissions, because no rule depends on these columns. */
  async recordLogin(id: string, lastLoginAuthMethod: string, lastLoginTime: Timestamp): Promise<void> {
    this.db.write(loggedIn, { id, lastLoginAuthMethod, lastLoginTime });
  }

  async delete(id: string): Promise<void> {
    bumpOrganizationAccess(this.db, 'organization_memberships', id);
    this.db.write(this.db<OrganizationMembershipRow>('organization_memberships').where({ id }).delete());
  }

  findOfUser(organizationId: string, userId: string): Promise<MembershipWithRole | undefined> {
    return withRole(this.db).where({ 'm.organizationId': organizationId, 'm.userId': userId }).first();
  }

  /** Whether the user has accepted a membership of another organization, active or not. */
  async isMemberElsewhere(userId: string, organizationId: string): Promise<boolean> {
    const memberships = this.db<OrganizationMembershipRow>('organization_memberships')
      .where({ userId, status: 'accepted' })
      .whereNot({ organizationId });
    return (await memberships.first('id')) !== undefined;
  }

  async findOfIdentity(organizationId: string, identityId: string): Promise<MembershipWithRole | undefined> {
    return (await this.db.read(findOfIdentitySql, { organizationId, identityId }))[0];
  }

  findUserMembership(organizationId: string, id: string): Promise<OrganizationMembershipRow | undefined> {
    return this.db<OrganizationMembershipRow>('organization_memberships')
      .where({ organizationId, id })
      .whereNotNull('userId')
      .first();
  }

  /** Finds those of these users who are in the organization. */
  findUserIds(organizationId: string, userIds: readonly string[]): Promise<string[]> {
    return this.db<OrganizationMembershipRow>('organization_memberships')
      .where({ organizationId })
      .whereIn('userId', userIds)
      .pluck<string[]>('userId');
  }

  /** Lists the users of these organizations, ordered by username. */
  listPeople(organizationIds: readonly string[]): Promise<PersonRow[]> {
    return this.db('organization_memberships as m')
      .join('users as u', 'u.id', 'm.userId')
      .leftJoin('organization_roles as r', 'r.id', 'm.roleId')
      .whereIn('m.organizationId', organizationIds)
      .select<PersonRow[]>('m.id', 'm.organizationId', 'm.role', 'm.roleId', 'm.status', 'r.name as roleName')
      .select('u.id as userId', 'u.email', 'u.username', 'u.firstName', 'u.lastName')
      .orderBy('u.username');
  }

  async countWithRole(roleId: string): Promise<number> {
    return this.#count({ roleId });
  }

  /** Lists the memberships of the active users with the role `admin`. */
  listAdministrators(organizationId: string): Promise<OrganizationMembershipRow[]> {
    return this.db<OrganizationMembershipRow>('organization_memberships')
      .where({ organizationId, role: 'admin', status: 'accepted', isActive: true })
      .whereNotNull('userId')
      .orderBy('id');
  }

  /** Lists the metadata, ordered by key. */
  listMetadata(membershipIds: readonly string[]): Promise<MetadataRow[]> {
    return this.db.read(listMetadataSql, { membershipIds });
  }

  async replaceMetadata(membershipId: string, rows: readonly MetadataRow[]): Promise<void> {
    bumpOrganizationAccess(this.db, 'organization_memberships', membershipId);
    this.db.write(this.db('membership_metadata').where({ membershipId }).delete());
    this.db.insert('membership_metadata', rows);
  }

  /** Lists the ids of the organizations that any of these users administers. */
  organizationsAdministeredBy(userIds: readonly string[]): Promise<string[]> {
    return this.db('organization_memberships')
      .where({ role: 'admin', status: 'accepted', isActive: true })
      .whereIn('userId', userIds)
      .distinct('organizationId')
      .orderBy('organizationId')
      .pluck<string[]>('organizationId');
  }

  async #count(where: Partial<OrganizationMembershipRow>): Promise<number> {
    const [row] = await this.db('organization_memberships').where(where).count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }
}
