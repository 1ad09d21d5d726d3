import type { OperationId } from '../../../generated/operations.ts';

interface Harmless {
  readonly reason: string;
  readonly operations: readonly OperationId[];
}

/** Operations that are not GET and change no value that rules refer to or that decides who gets in. */
export const otherOperations: readonly Harmless[] = [
  {
    reason: 'They only read.',
    operations: [
      'checkAuth',
      'countIdentityMemberships',
      'explainAccess',
      'findProjectUser',
      'findWorkspaceUser',
      'inspectInvitation',
      'listAllowedActors',
      'listReferringSecrets',
      'searchIdentities',
      'searchIdentityMemberships',
      'subscribeToProjectEvents',
    ],
  },
  {
    reason:
      'They begin, renew and end logins. The claims of a login are those that the provider signed; which of them count, attaching and updating the method say.',
    operations: [
      'changeOwnPassword',
      'endOwnSession',
      'endOwnSessions',
      'login',
      'loginWithJwtAuth',
      'loginWithKubernetesAuth',
      'loginWithGcpAuth',
      'loginWithLdapAuth',
      'loginWithAzureAuth',
      'loginWithAwsAuth',
      'loginWithTlsCertAuth',
      'loginWithOidcAuth',
      'loginWithPasskey',
      'loginWithUniversalAuth',
      'logout',
      'reauthenticate',
      'adoptSingleSignOn',
      'refreshSession',
      'renewAccessToken',
      'requestPasswordReset',
      'resetPassword',
      'revokeAccessToken',
      'selectOrganization',
      'sendMfaCode',
      'startLegacyLogin',
      'startPasskeyLogin',
      'verifyMfa',
      'verifyPasswordReset',
      'verifyRecoveryCode',
    ],
  },
  {
    reason:
      'They link an account to whoever a provider vouched for, with the agreement of its owner, and end sessions of a provider.',
    operations: ['linkAccount', 'logOutByProvider'],
  },
  {
    reason: 'They are about the second factor of the caller, or remove that of somebody else; rules do not name it.',
    operations: [
      'activateMfa',
      'addPasskey',
      'checkPasskey',
      'createRecoveryCodes',
      'deactivateMfa',
      'deletePasskey',
      'deleteTotp',
      'registerTotp',
      'renamePasskey',
      'resetSecondFactor',
      'startPasskeyCheck',
      'startPasskeyRegistration',
      'updateMfa',
      'verifyTotp',
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
      'clearLdapAuthLockouts',
      'clearUniversalAuthLockouts',
      'createClientSecret',
      'createTokenAuthToken',
      'revokeClientSecret',
      'revokeJwtAuth',
      'revokeKubernetesAuth',
      'revokeGcpAuth',
      'revokeLdapAuth',
      'revokeAzureAuth',
      'revokeAwsAuth',
      'revokeTlsCertAuth',
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
    reason: 'They are for instance administrators, and create or delete whole accounts, organizations and keys.',
    operations: [
      'bootstrapInstance',
      'createOrganization',
      'createOrganizationForOthers',
      'createPasswordResetLink',
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
      'A new identity is in no project. The roles that it gets there are checked with its values: addProjectIdentity and its like.',
    operations: ['createIdentity'],
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
    reason: 'Members can only leave by themselves, and have to hold what their own membership denies.',
    operations: ['leaveProject'],
  },
  {
    reason: 'They always refuse: there are no parent organizations.',
    operations: ['linkOrganizationGroup', 'unlinkOrganizationGroup'],
  },
  {
    reason:
      'The rules of a service token are within what the caller holds; updateEnvironment looks at them like at other rules.',
    operations: ['createServiceToken', 'deleteServiceToken'],
  },
  {
    reason: 'A deleted environment keeps its slug reserved and is restored with it.',
    operations: ['restoreEnvironment'],
  },
  {
    reason:
      'Rules do not name policies of changes and requests for them. A merge changes secrets with the rights of whoever asked for it, by what the operations do that change them directly.',
    operations: [
      'createChangePolicy',
      'createWorkspaceChangePolicy',
      'deleteChangePolicy',
      'deleteWorkspaceChangePolicy',
      'mergeChangeRequest',
      'rebaseChangeRequest',
      'reviewChangeRequest',
      'setChangeRequestStatus',
      'updateChangePolicy',
      'updateWorkspaceChangePolicy',
    ],
  },
  {
    reason:
      'Rules do not name policies and requests. What a request grants is what somebody has who approved it or saved its policy, and what ends is what a request has granted.',
    operations: [
      'createAccessPolicy',
      'createAccessRequest',
      'deleteAccessPolicy',
      'reviewAccessRequest',
      'revokeAccessRequest',
      'updateAccessPolicy',
      'updateAccessRequest',
    ],
  },
  {
    reason: 'They change names and settings that no condition refers to.',
    operations: [
      'setAuditLogsRetention',
      'setWorkspaceAuditLogsRetention',
      'updateProject',
      'updateWorkspace',
      'updateWorkspaceBySlug',
    ],
  },
  {
    reason: 'No condition refers to organization roles, and their rules are limited to what the caller holds.',
    operations: [
      'createOrganizationRole',
      'deleteOrganizationRole',
      'updateOrganizationGroupRoles',
      'updateOrganizationRole',
    ],
  },
  {
    reason: 'Their callers may access every project, and could grant everything there.',
    operations: ['grantProjectAdminAccess'],
  },
  {
    reason: 'What an import shows is authorized by the folder that contains it.',
    operations: [
      'createLegacySecretImport',
      'createSecretImport',
      'deleteLegacySecretImport',
      'deleteSecretImport',
      'updateLegacySecretImport',
      'updateSecretImport',
    ],
  },
  {
    reason: 'No condition refers to webhooks; what they tell is within what the caller could subscribe to.',
    operations: ['createWebhook', 'deleteWebhook', 'testWebhook', 'updateWebhook'],
  },
  {
    reason: 'What moves or renames secrets there needs the permissions for that, on both sides.',
    operations: ['createSecretRotation', 'updateSecretRotation', 'deleteSecretRotation', 'moveSecretRotation'],
  },
  {
    reason: 'They change nothing that a rule can name.',
    operations: ['rotateSecrets', 'checkSecretRotationCredentials'],
  },
  {
    reason: 'A rule names a connection by its id alone.',
    operations: [
      'createAppConnection',
      'updateAppConnection',
      'deleteAppConnection',
      'testAppConnection',
      'rotateAppConnectionCredentials',
    ],
  },
  {
    reason: 'They create and end credentials in other systems, which whoever creates the dynamic secret knows already.',
    operations: [
      'createDynamicSecret',
      'createDynamicSecretLease',
      'createKubernetesLease',
      'deleteDynamicSecret',
      'forgetProjectLease',
      'renewDynamicSecretLease',
      'resumeLeaseRevocations',
      'retryProjectLease',
      'revokeProjectLeases',
      'revokeDynamicSecretLease',
    ],
  },
  { reason: 'They remove values permanently.', operations: ['redactSecretVersion', 'removeFromTrash'] },
  {
    reason: 'A reminder has no value that a rule can name, and is mailed only to those who may describe the secret.',
    operations: ['setSecretReminder', 'deleteSecretReminder'],
  },
  {
    reason: 'A renewed certificate has the values of the old one, and creating it is authorized with them.',
    operations: ['renewCertificate'],
  },
  { reason: 'It reads a private key, and changes nothing.', operations: ['exportCertificatePkcs12'] },
  { reason: 'It copies everything, for instance administrators, and changes nothing.', operations: ['downloadBackup'] },
  { reason: 'It tells whether certificates are revoked, and changes nothing.', operations: ['askOcspResponder'] },
  {
    reason: 'The names of authorities do not change; certificates of authorities are not a subject of rules.',
    operations: [
      'generateAuthorityCertificate',
      'importAuthorityCertificate',
      'renewAuthorityCertificate',
      'signIntermediate',
    ],
  },
];
