import type { Reply } from '../../../contract.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { periodView, permanent } from '../../project/grants/period.ts';
import type { IdentitySearchResult } from '../../project/identity-memberships/service.ts';
import type { MetadataRow } from '../../organization/memberships/store.ts';
import type { ProjectIdentityRow } from '../../project/project-identities/store.ts';
import { projectRoleView } from '../../project/project-memberships/view.ts';
import type { IdentityMemberRow, IdentityRow } from './store.ts';

type Identity = Reply<'updateIdentity'>['identity'];
type SearchResult = Reply<'searchIdentityMemberships'>['identities'][number];
type IdentityMembership = Reply<'getIdentity'>['identity'];

export const metadataView = ({ id, key, value }: MetadataRow): Identity['metadata'][number] => ({ id, key, value });

export const identityView = (identity: IdentityRow, metadata: readonly MetadataRow[]): Identity => ({
  id: identity.id,
  name: identity.name,
  authMethod: null,
  createdAt: identity.createdAt,
  updatedAt: identity.updatedAt,
  hasDeleteProtection: identity.hasDeleteProtection,
  orgId: identity.organizationId,
  projectId: identity.projectId,
  metadata: metadata.map(metadataView),
});

const customRoleView = (row: IdentityMemberRow): IdentityMembership['customRole'] =>
  row.roleId === null
    ? null
    : {
        id: row.roleId,
        name: row.roleName!,
        slug: row.roleSlug!,
        permissions: row.permissions!.map((rule) => ({ ...rule })),
        description: row.roleDescription,
      };

type AuthMethods = IdentityMembership['identity']['authMethods'];

/** The order in which clients show the auth methods. */
const authMethodOrder: AuthMethods = [
  'universal-auth',
  'gcp-auth',
  'aws-auth',
  'kubernetes-auth',
  'oidc-auth',
  'azure-auth',
  'token-auth',
  'jwt-auth',
  'ldap-auth',
  'tls-cert-auth',
];

/** Lists the auth methods that the identity has. */
export const authMethodsOf = (
  row: Pick<IdentityMemberRow, 'tokenAuthId' | 'universalAuthId' | 'oidcAuthId' | 'loginMethods'>,
): AuthMethods => {
  const attached = new Set([
    ...(row.universalAuthId ? ['universal-auth'] : []),
    ...(row.oidcAuthId ? ['oidc-auth'] : []),
    ...(row.tokenAuthId ? ['token-auth'] : []),
    ...(row.loginMethods?.split(',') ?? []),
  ]);
  return authMethodOrder.filter((method) => attached.has(method));
};

/** Lists the auth methods that are currently locked for at least one client address. */
export const lockedAuthMethodsOf = (
  { lockedUntil, ldapLockedUntil }: Pick<IdentityMemberRow, 'lockedUntil' | 'ldapLockedUntil'>,
  now: Timestamp,
): IdentityMembership['identity']['activeLockoutAuthMethods'] => [
  ...(lockedUntil !== null && lockedUntil > now ? (['universal-auth'] as const) : []),
  ...(ldapLockedUntil !== null && ldapLockedUntil > now ? (['ldap-auth'] as const) : []),
];

const memberIdentityView = (
  row: IdentityMemberRow | ProjectIdentityRow,
  now: Timestamp,
): IdentityMembership['identity'] => ({
  id: row.identityId,
  name: row.name,
  hasDeleteProtection: row.hasDeleteProtection,
  orgId: row.organizationId,
  authMethods: authMethodsOf(row),
  activeLockoutAuthMethods: lockedAuthMethodsOf(row, now),
});

export const identityMembershipView = (
  row: IdentityMemberRow,
  metadata: readonly MetadataRow[],
  now: Timestamp,
): IdentityMembership => ({
  id: row.id,
  role: row.role,
  roleId: row.roleId,
  orgId: row.organizationId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  identityId: row.identityId,
  lastLoginAuthMethod: row.lastLoginAuthMethod,
  lastLoginTime: row.lastLoginTime,
  metadata: metadata.map(metadataView),
  customRole: customRoleView(row),
  identity: memberIdentityView(row, now),
});

/** Shows the fields that organization and project memberships share. */
const sharedFields = (row: IdentityMemberRow | ProjectIdentityRow, now: Timestamp) => ({
  id: row.id,
  identityId: row.identityId,
  orgId: row.organizationId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  lastLoginAuthMethod: row.lastLoginAuthMethod,
  lastLoginTime: row.lastLoginTime,
  identity: memberIdentityView(row, now),
});

/** Shows the single role of an organization membership. */
const organizationRoleView = ({
  id,
  role,
  roleId,
  roleName,
  roleSlug,
  roleDescription,
}: IdentityMemberRow): SearchResult['roles'][number] => ({
  id,
  role,
  customRoleId: roleId,
  customRoleName: roleName,
  customRoleSlug: roleSlug,
  customRoleDescription: roleDescription,
  ...periodView(permanent),
});

export const identitySearchView = (result: IdentitySearchResult, now: Timestamp): SearchResult => {
  if ('member' in result)
    return {
      ...sharedFields(result.member, now),
      scope: 'organization',
      projectId: null,
      project: null,
      roles: [organizationRoleView(result.member)],
    };
  const { projectMember, roles, project } = result;
  const roleViews = roles.map((role) => ({
    ...projectRoleView(role),
    customRoleDescription: role.customRoleDescription,
  }));
  return { ...sharedFields(projectMember, now), scope: 'project', projectId: project.id, project, roles: roleViews };
};
