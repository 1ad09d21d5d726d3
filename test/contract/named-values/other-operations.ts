import type { OperationId } from '../../../generated/operations.ts';

interface Harmless {
  readonly reason: string;
  readonly operations: readonly OperationId[];
}

/** Operations that are no GET, and yet change no value that rules name. */
export const otherOperations: readonly Harmless[] = [
  {
    reason: 'They read, and change nothing.',
    operations: [
      'checkAuth',
      'countIdentityMemberships',
      'explainAccess',
      'findProjectUser',
      'findWorkspaceUser',
      'searchIdentities',
      'searchIdentityMemberships',
      'subscribeToProjectEvents',
    ],
  },
  {
    reason:
      'They begin, renew and end logins. The claims of a login are those that the provider signed; which of them count, attachOidcAuth and updateOidcAuth say.',
    operations: [
      'changeOwnPassword',
      'endOwnSession',
      'endOwnSessions',
      'login',
      'loginWithOidcAuth',
      'loginWithUniversalAuth',
      'logout',
      'renewAccessToken',
      'revokeAccessToken',
      'selectOrganization',
      'startLegacyLogin',
    ],
  },
  {
    reason:
      'An invited account is new: it has no metadata, its user name is its e-mail address, and its roles are within what the caller holds.',
    operations: ['completeAccount', 'inviteUsers', 'resendInstanceInvitation', 'resendInvitation', 'verifyInvitation'],
  },
  {
    reason:
      'They are about how an identity logs in, without any claims; whoever could become it by them has to hold all that it holds.',
    operations: [
      'attachTokenAuth',
      'attachUniversalAuth',
      'clearUniversalAuthLockouts',
      'createClientSecret',
      'createTokenAuthToken',
      'revokeClientSecret',
      'revokeOidcAuth',
      'revokeTokenAuth',
      'revokeTokenAuthToken',
      'revokeUniversalAuth',
      'updateTokenAuth',
      'updateTokenAuthToken',
      'updateUniversalAuth',
    ],
  },
  {
    reason: 'They are for administrators of the instance, and make or end whole accounts, organizations and keys.',
    operations: [
      'bootstrapInstance',
      'createOrganization',
      'createOrganizationForOthers',
      'deleteInstanceOrganization',
      'deleteInstanceUser',
      'deleteInstanceUsers',
      'grantInstanceAdmin',
      'joinOrganization',
      'removeInstanceOrganizationMember',
      'revokeIdentityInstanceAdmin',
      'revokeInstanceAdmin',
      'startKeyRotation',
      'updateInstanceConfig',
    ],
  },
  {
    reason:
      'What they make is new and empty, or holds what the caller wrote: nothing that was there before gets its name.',
    operations: [
      'createCertificateAuthority',
      'createEnvironment',
      'createFolder',
      'createLegacyFolder',
      'createProject',
      'createRawSecret',
      'createRawSecrets',
      'createSecret',
      'createSecrets',
      'createTag',
      'createWorkspace',
      'createWorkspaceEnvironment',
      'createWorkspaceTag',
    ],
  },
  {
    reason:
      'A new identity or group is in no project. The roles that it gets there are checked with its values: addProjectIdentity, addProjectGroup and their like.',
    operations: ['createGroup', 'createIdentity'],
  },
  {
    reason:
      "A new role is nobody's, even under a slug that rules name: its rules are within what the caller holds, and whoever assigns it has to hold them too.",
    operations: ['createLegacyProjectRole', 'createProjectRole', 'createWorkspaceRole'],
  },
  {
    reason:
      'What they delete is gone with all that it holds, and nothing else gets its name by that. A role that somebody has cannot be deleted.',
    operations: [
      'deleteCertificate',
      'deleteCertificateAuthority',
      'deleteFolder',
      'deleteIdentity',
      'deleteLegacyCertificate',
      'deleteLegacyFolder',
      'deleteLegacyProjectRole',
      'deleteOrganization',
      'deleteProject',
      'deleteProjectOwnedIdentity',
      'deleteProjectRole',
      'deleteRawSecret',
      'deleteRawSecrets',
      'deleteSecret',
      'deleteSecrets',
      'deleteWorkspace',
      'deleteWorkspaceBySlug',
      'deleteWorkspaceRole',
      'removeOrganizationUser',
      'removeOrganizationUsers',
    ],
  },
  {
    reason: 'Users are named by e-mail address, username and metadata, never by their first and last name.',
    operations: ['changeOwnName'],
  },
  {
    reason: 'Only the member itself leaves, and it has to hold what its own membership denies.',
    operations: ['leaveProject'],
  },
  {
    reason: 'They refuse always: there are no parent organizations.',
    operations: ['linkOrganizationGroup', 'unlinkOrganizationGroup'],
  },
  {
    reason:
      'The rules of a service token are within what the caller holds; updateEnvironment looks at them like at other rules.',
    operations: ['createServiceToken', 'deleteServiceToken'],
  },
  {
    reason: 'A deleted environment holds its slug, and comes back under the same.',
    operations: ['restoreEnvironment'],
  },
  {
    reason: 'They are about names and settings that no condition speaks of.',
    operations: [
      'setAuditLogsRetention',
      'setWorkspaceAuditLogsRetention',
      'updateOrganization',
      'updateProject',
      'updateWorkspace',
      'updateWorkspaceBySlug',
    ],
  },
  {
    reason: 'Roles of organizations are named by no condition, and their rules are within what the caller holds.',
    operations: [
      'createOrganizationRole',
      'deleteOrganizationRole',
      'updateOrganizationGroupRoles',
      'updateOrganizationRole',
    ],
  },
  {
    reason: 'For those who may enter every project: they could grant everything there.',
    operations: ['grantProjectAdminAccess'],
  },
  {
    reason: 'What an import shows is authorized by the folder that it is in.',
    operations: [
      'createLegacySecretImport',
      'createSecretImport',
      'deleteLegacySecretImport',
      'deleteSecretImport',
      'updateLegacySecretImport',
      'updateSecretImport',
    ],
  },
  { reason: 'It takes a value away for good.', operations: ['redactSecretVersion'] },
  {
    reason: 'Authorities keep their names; certificates of authorities are no subject of rules.',
    operations: [
      'generateAuthorityCertificate',
      'importAuthorityCertificate',
      'renewAuthorityCertificate',
      'signIntermediate',
    ],
  },
];
