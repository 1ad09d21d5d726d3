import type { Reply } from '../../../contract.ts';
import type { OrganizationRow } from '../../../access/organization.ts';
import type { JoinedOrganizationRow } from './store.ts';

type Organization = Reply<'updateOrganization'>['organization'];
type AccessibleOrganization = Reply<'listAccessibleOrganizations'>['organizations'][number];
type JoinedOrganization = Reply<'listOrganizations'>['organizations'][number];

/** Constant values of features that the server does not have; clients read them. */
const absentFeatures = {
  customerId: null,
  googleSsoAuthEnforced: false,
  scimEnabled: false,
  kmsDefaultKeyId: null,
  defaultMembershipRole: 'member',
  selectedMfaMethod: null,
  allowSecretSharingOutsideOrganization: false,
  shouldUseNewPrivilegeSystem: true,
  privilegeUpgradeInitiatedByUsername: null,
  privilegeUpgradeInitiatedAt: null,
  secretsProductEnabled: true,
  pkiProductEnabled: true,
  kmsProductEnabled: false,
  scannerProductEnabled: false,
  shareSecretsProductEnabled: false,
  maxSharedSecretLifetime: 2_592_000,
  maxSharedSecretViewLimit: null,
  blockDuplicateSecretSyncDestinations: false,
  allowCrossProjectSecretSharing: false,
  rootOrgId: null,
  parentOrgId: null,
  secretShareBrandConfig: null,
} as const;

export const organizationView = ({
  id,
  name,
  slug,
  userTokenExpiration,
  enforceMfa,
  sessionIdleMinutes,
  sessionMaxMinutes,
  authEnforced,
  breakGlassUserId,
  leastAuditLogsRetentionDays,
  singleSignOnId,
  createdAt,
  updatedAt,
}: OrganizationRow): Organization => ({
  id,
  name,
  slug,
  userTokenExpiration,
  enforceMfa,
  sessionIdleMinutes,
  sessionMaxMinutes,
  authEnforced,
  breakGlassUserId,
  leastAuditLogsRetentionDays,
  bypassOrgAuthEnabled: breakGlassUserId !== null,
  hasSingleSignOn: singleSignOnId !== null,
  createdAt,
  updatedAt,
  ...absentFeatures,
});

export const joinedOrganizationView = (row: JoinedOrganizationRow): JoinedOrganization => ({
  orgAuthMethod: row.isSignOnActive ? 'oidc' : '',
  userRole: row.role,
  userJoinedAt: row.joinedAt,
  ...organizationView(row),
});

export const accessibleOrganizationView = (row: JoinedOrganizationRow): AccessibleOrganization => ({
  orgAuthMethod: row.isSignOnActive ? 'oidc' : '',
  userJoinedAt: row.joinedAt,
  subOrganizations: [],
  ...organizationView(row),
});
