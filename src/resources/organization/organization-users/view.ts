import type { Reply } from '../../../contract.ts';
import type { MetadataRow, OrganizationMembershipRow } from '../memberships/store.ts';
import type { MemberRow, UserRow } from './store.ts';

type Membership = Reply<'updateOrganizationUser'>['membership'];
type MembershipWithUser = Reply<'listOrganizationUsers'>['users'][number];
type LegacyMembershipWithUser = Reply<'listOrganizationUsersLegacy'>['users'][number];
type MembershipDetails = Reply<'getOrganizationUser'>['membership'];

type UserFields = Pick<UserRow, 'id' | 'username' | 'email' | 'firstName' | 'lastName'>;

const summary = (row: OrganizationMembershipRow) => ({
  id: row.id,
  role: row.role,
  roleId: row.roleId,
  status: row.status,
  isActive: row.isActive,
  inviteEmail: row.inviteEmail,
  userId: row.userId!,
  orgId: row.organizationId,
  projectFavorites: [],
  lastInvitedAt: row.lastInvitedAt,
  lastLoginAuthMethod: row.lastLoginAuthMethod,
  lastLoginTime: row.lastLoginTime,
});

const basics = ({ id, username, email, firstName, lastName }: UserFields) => ({
  id,
  username,
  email,
  firstName,
  lastName,
  publicKey: null,
});

export const userView = (user: UserFields & Pick<UserRow, 'passwordHash'>): MembershipWithUser['user'] => ({
  isEmailVerified: user.passwordHash !== null,
  authMethods: ['email'],
  ...basics(user),
});

/** Shows a membership in responses of changes, with its dates; the views of reads have none. */
export const membershipView = (row: OrganizationMembershipRow): Membership => ({
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  ...summary(row),
});

export const memberView = (row: MemberRow): MembershipWithUser => ({
  user: userView({ ...row, id: row.userId }),
  ...summary(row),
});

export const legacyMemberView = (row: MemberRow): LegacyMembershipWithUser => ({
  user: { superAdmin: row.superAdmin, ...basics({ ...row, id: row.userId }) },
  ...summary(row),
});

export const memberDetailsView = (row: MemberRow, metadata: readonly MetadataRow[]): MembershipDetails => ({
  customRoleSlug: row.customRoleSlug,
  metadata: metadata.map(({ id, key, value }) => ({ id, key, value })),
  ...memberView(row),
});
