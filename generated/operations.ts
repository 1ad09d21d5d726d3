// Generated from openapi/, never edited. Contract: cc17eafc52adeb3e84f3b343b4c58e069c0a342a50b715733518c9a5add802d2

/** A value of a request, such as the id of its project. */
export interface ValueSource {
  readonly part: 'params' | 'query' | 'body';
  readonly name: string;
}

/** A permission is `subject:action`. On a row, the module checks it; otherwise it is checked before the handler runs. */
export type Permission =
  | { readonly none: string; readonly by?: string; readonly more?: string }
  | { readonly instance: 'admin' }
  | { readonly organization: string; readonly or?: readonly string[]; readonly on?: 'row' }
  | { readonly project: string; readonly or?: readonly string[]; readonly by?: string; readonly on?: 'row' };

export interface Operation {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  readonly path: string;
  readonly status: number;
  readonly area: string;
  readonly module: string;
  readonly isPublic: boolean;
  readonly permission: Permission;
  /** Where the request names the project, if it does. */
  readonly projectIn: ValueSource | null;
  /** Where the request names the caller's organization, if it does. */
  readonly organizationIn: ValueSource | null;
  readonly actors: readonly ('user' | 'identity' | 'service' | 'invitee' | 'mfa')[];
  readonly needsOrganization: boolean;
  /** What a session that a provider opened may do with the account of its user; null if it is not about that. */
  readonly account: 'session' | 'owner' | 'sole' | null;
  /** Whether a session may call it that has not shown the second factor it needs. */
  readonly isBeforeSecondFactor: boolean;
  readonly bodyTypes: readonly string[];
  /** The media type of its 200 response; empty if it has none. */
  readonly responseType: string;
  readonly rateLimit: 'login' | null;
  /** Whether a user needs a sign-in within the last ten minutes. */
  readonly recentSignIn: boolean;
  /** Whether it only reads, and its response is of one moment. */
  readonly isReading: boolean;
  /** Whether its response shows one object, and asks for a snapshot before it reads more. */
  readonly isOneObject: boolean;
  /** Whether its response may be a request for the change, which a policy holds back. */
  readonly mayBeRequested: boolean;
  /** The type of its audit log entry. */
  readonly audit: string | null;
}

export type OperationId =
  | 'activateMfa'
  | 'addIdentityToGroup'
  | 'addPasskey'
  | 'addProjectGroup'
  | 'addProjectGroupLegacy'
  | 'addProjectIdentity'
  | 'addProjectIdentityLegacy'
  | 'addProjectUsers'
  | 'addUserToGroup'
  | 'addWorkspaceGroup'
  | 'addWorkspaceIdentity'
  | 'addWorkspaceUsers'
  | 'adoptSingleSignOn'
  | 'askOcspResponder'
  | 'attachAwsAuth'
  | 'attachAzureAuth'
  | 'attachGcpAuth'
  | 'attachJwtAuth'
  | 'attachKubernetesAuth'
  | 'attachLdapAuth'
  | 'attachOidcAuth'
  | 'attachSecretTags'
  | 'attachTlsCertAuth'
  | 'attachTokenAuth'
  | 'attachUniversalAuth'
  | 'bootstrapInstance'
  | 'changeOwnName'
  | 'changeOwnPassword'
  | 'checkAuth'
  | 'checkPasskey'
  | 'checkPasskeys'
  | 'checkSecretRotationCredentials'
  | 'checkTotp'
  | 'clearLdapAuthLockouts'
  | 'clearUniversalAuthLockouts'
  | 'commitBatch'
  | 'compareCommit'
  | 'compareFolderStates'
  | 'completeAccount'
  | 'countAccessPolicies'
  | 'countAccessRequests'
  | 'countChangeRequests'
  | 'countCommits'
  | 'countIdentityMemberships'
  | 'countRecoveryCodes'
  | 'createAccessPolicy'
  | 'createAccessRequest'
  | 'createAppConnection'
  | 'createCertificateAuthority'
  | 'createChangePolicy'
  | 'createClientSecret'
  | 'createDynamicSecret'
  | 'createDynamicSecretLease'
  | 'createEnvironment'
  | 'createFolder'
  | 'createGroup'
  | 'createIdentity'
  | 'createKubernetesLease'
  | 'createLegacyFolder'
  | 'createLegacyProjectRole'
  | 'createLegacySecretImport'
  | 'createOrganization'
  | 'createOrganizationForOthers'
  | 'createOrganizationRole'
  | 'createPasswordResetLink'
  | 'createPermanentLegacyPrivilege'
  | 'createPrivilege'
  | 'createProject'
  | 'createProjectOwnedIdentity'
  | 'createProjectRole'
  | 'createRawSecret'
  | 'createRawSecrets'
  | 'createRecoveryCodes'
  | 'createSecret'
  | 'createSecretImport'
  | 'createSecretRotation'
  | 'createSecrets'
  | 'createServiceToken'
  | 'createSingleSignOn'
  | 'createTag'
  | 'createTemporaryLegacyPrivilege'
  | 'createTokenAuthToken'
  | 'createUserPrivilege'
  | 'createWebhook'
  | 'createWorkspace'
  | 'createWorkspaceChangePolicy'
  | 'createWorkspaceEnvironment'
  | 'createWorkspaceRole'
  | 'createWorkspaceTag'
  | 'deactivateMfa'
  | 'deleteAccessPolicy'
  | 'deleteAppConnection'
  | 'deleteCertificate'
  | 'deleteCertificateAuthority'
  | 'deleteChangePolicy'
  | 'deleteDynamicSecret'
  | 'deleteEnvironment'
  | 'deleteFolder'
  | 'deleteGroup'
  | 'deleteIdentity'
  | 'deleteInstanceOrganization'
  | 'deleteInstanceUser'
  | 'deleteInstanceUsers'
  | 'deleteLegacyCertificate'
  | 'deleteLegacyFolder'
  | 'deleteLegacyPrivilege'
  | 'deleteLegacyProjectRole'
  | 'deleteLegacySecretImport'
  | 'deleteOrganization'
  | 'deleteOrganizationRole'
  | 'deletePasskey'
  | 'deletePrivilege'
  | 'deleteProject'
  | 'deleteProjectOwnedIdentity'
  | 'deleteProjectRole'
  | 'deleteRawSecret'
  | 'deleteRawSecrets'
  | 'deleteSecret'
  | 'deleteSecretImport'
  | 'deleteSecretReminder'
  | 'deleteSecretRotation'
  | 'deleteSecrets'
  | 'deleteServiceToken'
  | 'deleteTag'
  | 'deleteTotp'
  | 'deleteUserPrivilege'
  | 'deleteWebhook'
  | 'deleteWorkspace'
  | 'deleteWorkspaceBySlug'
  | 'deleteWorkspaceChangePolicy'
  | 'deleteWorkspaceEnvironment'
  | 'deleteWorkspaceRole'
  | 'deleteWorkspaceTag'
  | 'detachSecretTags'
  | 'downloadAuthorityCertificate'
  | 'downloadBackup'
  | 'downloadRevocationList'
  | 'duplicateSecrets'
  | 'endOwnSession'
  | 'endOwnSessions'
  | 'endTemporaryAccess'
  | 'explainAccess'
  | 'exportCertificatePkcs12'
  | 'exportSecrets'
  | 'findProjectUser'
  | 'findWorkspaceUser'
  | 'finishSingleSignOn'
  | 'forgetProjectLease'
  | 'generateAuthorityCertificate'
  | 'getAccessPolicy'
  | 'getAccessRequest'
  | 'getAccessUsage'
  | 'getAppConnection'
  | 'getAppConnectionByName'
  | 'getAuthorityCertificate'
  | 'getAuthorityCertificateById'
  | 'getAuthorityCsr'
  | 'getAwsAuth'
  | 'getAzureAuth'
  | 'getBackups'
  | 'getCertificate'
  | 'getCertificateAuthority'
  | 'getCertificateBody'
  | 'getCertificateBundle'
  | 'getCertificatePrivateKey'
  | 'getChangePolicy'
  | 'getChangeRequest'
  | 'getClientSecret'
  | 'getCommitChanges'
  | 'getCommitState'
  | 'getDynamicSecret'
  | 'getDynamicSecretLease'
  | 'getEnvironment'
  | 'getEnvironmentById'
  | 'getEnvironmentBySlug'
  | 'getFolder'
  | 'getFolderState'
  | 'getGcpAuth'
  | 'getGeneratedCredentials'
  | 'getGoverningChangePolicy'
  | 'getGroup'
  | 'getGroupManagement'
  | 'getHealth'
  | 'getIdentity'
  | 'getIdentityDetails'
  | 'getIdentityMembershipLegacy'
  | 'getInstanceConfig'
  | 'getInstanceHealth'
  | 'getJwtAuth'
  | 'getKeyRotation'
  | 'getKubernetesAuth'
  | 'getLdapAuth'
  | 'getLegacyCertificate'
  | 'getLegacyCertificateBody'
  | 'getLegacyCertificateBundle'
  | 'getLegacyCertificatePrivateKey'
  | 'getLegacyFolder'
  | 'getLegacyPrivilege'
  | 'getLegacyProjectRoleBySlug'
  | 'getLegacySecretImport'
  | 'getLicence'
  | 'getNewestVersion'
  | 'getOcspResponse'
  | 'getOidcAuth'
  | 'getOrganization'
  | 'getOrganizationGroup'
  | 'getOrganizationRole'
  | 'getOrganizationRoleBySlug'
  | 'getOrganizationUser'
  | 'getOwnAccount'
  | 'getOwnAccountInOrganization'
  | 'getOwnOrganizationPermissions'
  | 'getOwnProjectPermissions'
  | 'getOwnServiceToken'
  | 'getPendingLink'
  | 'getPrivilege'
  | 'getPrivilegeBySlug'
  | 'getProject'
  | 'getProjectBySlug'
  | 'getProjectGroup'
  | 'getProjectGroupLegacy'
  | 'getProjectIdentity'
  | 'getProjectIdentityLegacy'
  | 'getProjectMembershipOfUser'
  | 'getProjectOwnedIdentity'
  | 'getProjectRole'
  | 'getProjectRoleBySlug'
  | 'getProjectUser'
  | 'getRawSecret'
  | 'getRawSecretById'
  | 'getReadiness'
  | 'getSecret'
  | 'getSecretById'
  | 'getSecretImport'
  | 'getSecretReminder'
  | 'getSecretRotation'
  | 'getSecretRotationByName'
  | 'getSecretVersionValue'
  | 'getSecretsOverview'
  | 'getSingleSignOn'
  | 'getStatus'
  | 'getTag'
  | 'getTagBySlug'
  | 'getTlsCertAuth'
  | 'getTokenAuth'
  | 'getTokenAuthToken'
  | 'getTokenAuthTokenOfIdentity'
  | 'getTotp'
  | 'getUniversalAuth'
  | 'getUserPrivilege'
  | 'getWebhook'
  | 'getWorkspace'
  | 'getWorkspaceBySlug'
  | 'getWorkspaceChangePolicy'
  | 'getWorkspaceEnvironment'
  | 'getWorkspaceGoverningPolicy'
  | 'getWorkspaceGroup'
  | 'getWorkspaceIdentity'
  | 'getWorkspaceIdentityMembership'
  | 'getWorkspaceRoleBySlug'
  | 'getWorkspaceTag'
  | 'getWorkspaceTagBySlug'
  | 'getWorkspaceUser'
  | 'grantInstanceAdmin'
  | 'grantProjectAdminAccess'
  | 'importAuthorityCertificate'
  | 'importSecrets'
  | 'inspectInvitation'
  | 'inviteUsers'
  | 'issueCertificate'
  | 'issueLegacyCertificate'
  | 'joinOrganization'
  | 'leaveProject'
  | 'linkAccount'
  | 'linkOrganizationGroup'
  | 'listAccessPolicies'
  | 'listAccessRequests'
  | 'listAccessibleOrganizations'
  | 'listAllProjects'
  | 'listAllowedActors'
  | 'listAppConnectionOptions'
  | 'listAppConnections'
  | 'listAppConnectionsOfApp'
  | 'listAuditLogs'
  | 'listAuthorityCertificates'
  | 'listAvailableAppConnections'
  | 'listCertificateAuthorities'
  | 'listCertificates'
  | 'listChangePolicies'
  | 'listChangeRequests'
  | 'listClientSecrets'
  | 'listCommitAuthors'
  | 'listCommits'
  | 'listDynamicSecretLeases'
  | 'listDynamicSecrets'
  | 'listFolderSecrets'
  | 'listFolders'
  | 'listGroupIdentities'
  | 'listGroupMembers'
  | 'listGroupProjects'
  | 'listGroupUsers'
  | 'listGroups'
  | 'listIdentities'
  | 'listImportRuns'
  | 'listImportedSecrets'
  | 'listInstanceIdentities'
  | 'listInstanceOrganizations'
  | 'listInstanceUsers'
  | 'listLegacyFolders'
  | 'listLegacyImportedSecrets'
  | 'listLegacyPrivileges'
  | 'listLegacyProjectRoles'
  | 'listLegacySecretImports'
  | 'listOrganizationGroups'
  | 'listOrganizationRoles'
  | 'listOrganizationUsers'
  | 'listOrganizationUsersLegacy'
  | 'listOrganizationWorkspaces'
  | 'listOrganizations'
  | 'listOwnImportRuns'
  | 'listOwnOrganizationsPlain'
  | 'listOwnSessions'
  | 'listPasskeys'
  | 'listPrivileges'
  | 'listProjectAuditLogs'
  | 'listProjectGroups'
  | 'listProjectGroupsLegacy'
  | 'listProjectIdentities'
  | 'listProjectIdentitiesLegacy'
  | 'listProjectLeases'
  | 'listProjectMembershipsOfIdentity'
  | 'listProjectMembershipsOfUser'
  | 'listProjectOwnedIdentities'
  | 'listProjectRoles'
  | 'listProjectUsers'
  | 'listProjects'
  | 'listRawSecrets'
  | 'listReferringSecrets'
  | 'listRevocationLists'
  | 'listSecretImports'
  | 'listSecretReads'
  | 'listSecretRotationOptions'
  | 'listSecretRotations'
  | 'listSecretRotationsOfType'
  | 'listSecretVersionFacts'
  | 'listSecretVersions'
  | 'listSecrets'
  | 'listServiceTokens'
  | 'listTags'
  | 'listTemporaryAccess'
  | 'listTokenAuthTokens'
  | 'listTrash'
  | 'listUserPrivileges'
  | 'listWebhookDeliveries'
  | 'listWebhooks'
  | 'listWorkspaceChangePolicies'
  | 'listWorkspaceGroupUsers'
  | 'listWorkspaceGroups'
  | 'listWorkspaceIdentities'
  | 'listWorkspaceRoles'
  | 'listWorkspaceTags'
  | 'listWorkspaceUsers'
  | 'listWorkspaces'
  | 'logOutByProvider'
  | 'login'
  | 'loginWithAwsAuth'
  | 'loginWithAzureAuth'
  | 'loginWithGcpAuth'
  | 'loginWithJwtAuth'
  | 'loginWithKubernetesAuth'
  | 'loginWithLdapAuth'
  | 'loginWithOidcAuth'
  | 'loginWithPasskey'
  | 'loginWithTlsCertAuth'
  | 'loginWithUniversalAuth'
  | 'logout'
  | 'mergeChangeRequest'
  | 'moveFolder'
  | 'moveSecretRotation'
  | 'moveSecrets'
  | 'reauthenticate'
  | 'rebaseChangeRequest'
  | 'redactSecretVersion'
  | 'refreshSession'
  | 'registerTotp'
  | 'removeFromTrash'
  | 'removeIdentityFromGroup'
  | 'removeInstanceOrganizationMember'
  | 'removeOrganizationUser'
  | 'removeOrganizationUsers'
  | 'removeProjectGroup'
  | 'removeProjectGroupLegacy'
  | 'removeProjectIdentity'
  | 'removeProjectIdentityLegacy'
  | 'removeProjectUser'
  | 'removeProjectUsers'
  | 'removeUserFromGroup'
  | 'removeWorkspaceGroup'
  | 'removeWorkspaceIdentity'
  | 'removeWorkspaceUser'
  | 'removeWorkspaceUsers'
  | 'renamePasskey'
  | 'renewAccessToken'
  | 'renewAuthorityCertificate'
  | 'renewCertificate'
  | 'renewDynamicSecretLease'
  | 'requestPasswordReset'
  | 'resendInstanceInvitation'
  | 'resendInvitation'
  | 'resetPassword'
  | 'resetSecondFactor'
  | 'restoreEnvironment'
  | 'restoreFromTrash'
  | 'restoreSecretVersion'
  | 'resumeLeaseRevocations'
  | 'retryProjectLease'
  | 'revertCommit'
  | 'reviewAccessRequest'
  | 'reviewChangeRequest'
  | 'revokeAccessRequest'
  | 'revokeAccessToken'
  | 'revokeAwsAuth'
  | 'revokeAzureAuth'
  | 'revokeCertificate'
  | 'revokeClientSecret'
  | 'revokeDynamicSecretLease'
  | 'revokeGcpAuth'
  | 'revokeIdentityInstanceAdmin'
  | 'revokeInstanceAdmin'
  | 'revokeJwtAuth'
  | 'revokeKubernetesAuth'
  | 'revokeLdapAuth'
  | 'revokeLegacyCertificate'
  | 'revokeOidcAuth'
  | 'revokeProjectLeases'
  | 'revokeTlsCertAuth'
  | 'revokeTokenAuth'
  | 'revokeTokenAuthToken'
  | 'revokeUniversalAuth'
  | 'rollbackToCommit'
  | 'rollbackToTime'
  | 'rotateAppConnectionCredentials'
  | 'rotateSecrets'
  | 'searchIdentities'
  | 'searchIdentityMemberships'
  | 'searchSecrets'
  | 'selectOrganization'
  | 'sendMfaCode'
  | 'setAuditLogsRetention'
  | 'setChangeRequestStatus'
  | 'setSecretReminder'
  | 'setWorkspaceAuditLogsRetention'
  | 'signCertificate'
  | 'signIntermediate'
  | 'signLegacyCertificate'
  | 'startKeyRotation'
  | 'startLegacyLogin'
  | 'startPasskeyCheck'
  | 'startPasskeyLogin'
  | 'startPasskeyRegistration'
  | 'startSingleSignOn'
  | 'subscribeToProjectEvents'
  | 'testAppConnection'
  | 'testWebhook'
  | 'unlinkOrganizationGroup'
  | 'updateAccessPolicy'
  | 'updateAccessRequest'
  | 'updateAppConnection'
  | 'updateAwsAuth'
  | 'updateAzureAuth'
  | 'updateCertificateAuthority'
  | 'updateChangePolicy'
  | 'updateDynamicSecret'
  | 'updateEnvironment'
  | 'updateFolder'
  | 'updateGcpAuth'
  | 'updateGroup'
  | 'updateIdentity'
  | 'updateInstanceConfig'
  | 'updateJwtAuth'
  | 'updateKubernetesAuth'
  | 'updateLdapAuth'
  | 'updateLegacyFolder'
  | 'updateLegacyFolders'
  | 'updateLegacyPrivilege'
  | 'updateLegacyProjectRole'
  | 'updateLegacySecretImport'
  | 'updateMfa'
  | 'updateOidcAuth'
  | 'updateOrganization'
  | 'updateOrganizationGroupRoles'
  | 'updateOrganizationRole'
  | 'updateOrganizationUser'
  | 'updatePrivilege'
  | 'updateProject'
  | 'updateProjectGroupRoles'
  | 'updateProjectGroupRolesLegacy'
  | 'updateProjectIdentity'
  | 'updateProjectIdentityLegacy'
  | 'updateProjectOwnedIdentity'
  | 'updateProjectRole'
  | 'updateProjectUserRoles'
  | 'updateRawSecret'
  | 'updateRawSecrets'
  | 'updateSecret'
  | 'updateSecretImport'
  | 'updateSecretRotation'
  | 'updateSecrets'
  | 'updateSingleSignOn'
  | 'updateTag'
  | 'updateTemporaryAccess'
  | 'updateTlsCertAuth'
  | 'updateTokenAuth'
  | 'updateTokenAuthToken'
  | 'updateUniversalAuth'
  | 'updateUserPrivilege'
  | 'updateWebhook'
  | 'updateWorkspace'
  | 'updateWorkspaceBySlug'
  | 'updateWorkspaceChangePolicy'
  | 'updateWorkspaceEnvironment'
  | 'updateWorkspaceGroupRoles'
  | 'updateWorkspaceIdentity'
  | 'updateWorkspaceRole'
  | 'updateWorkspaceTag'
  | 'updateWorkspaceUserRoles'
  | 'verifyInvitation'
  | 'verifyMfa'
  | 'verifyPasswordReset'
  | 'verifyRecoveryCode'
  | 'verifyTotp';

export type PublicOperationId =
  | 'adoptSingleSignOn'
  | 'askOcspResponder'
  | 'bootstrapInstance'
  | 'downloadAuthorityCertificate'
  | 'downloadRevocationList'
  | 'finishSingleSignOn'
  | 'getHealth'
  | 'getInstanceConfig'
  | 'getOcspResponse'
  | 'getReadiness'
  | 'getStatus'
  | 'inspectInvitation'
  | 'logOutByProvider'
  | 'login'
  | 'loginWithAwsAuth'
  | 'loginWithAzureAuth'
  | 'loginWithGcpAuth'
  | 'loginWithJwtAuth'
  | 'loginWithKubernetesAuth'
  | 'loginWithLdapAuth'
  | 'loginWithOidcAuth'
  | 'loginWithPasskey'
  | 'loginWithTlsCertAuth'
  | 'loginWithUniversalAuth'
  | 'refreshSession'
  | 'renewAccessToken'
  | 'requestPasswordReset'
  | 'resetPassword'
  | 'revokeAccessToken'
  | 'startLegacyLogin'
  | 'startPasskeyLogin'
  | 'startSingleSignOn'
  | 'verifyInvitation'
  | 'verifyPasswordReset';

export type InviteeOperationId =
  | 'completeAccount';

/** The operations whose handlers get the project. */
export type ProjectOperationId =
  | 'addProjectGroup'
  | 'addProjectGroupLegacy'
  | 'addProjectIdentity'
  | 'addProjectIdentityLegacy'
  | 'addProjectUsers'
  | 'addWorkspaceGroup'
  | 'addWorkspaceIdentity'
  | 'addWorkspaceUsers'
  | 'commitBatch'
  | 'compareCommit'
  | 'compareFolderStates'
  | 'countChangeRequests'
  | 'countCommits'
  | 'createChangePolicy'
  | 'createDynamicSecret'
  | 'createDynamicSecretLease'
  | 'createEnvironment'
  | 'createFolder'
  | 'createKubernetesLease'
  | 'createLegacyFolder'
  | 'createLegacyProjectRole'
  | 'createLegacySecretImport'
  | 'createPermanentLegacyPrivilege'
  | 'createPrivilege'
  | 'createProjectOwnedIdentity'
  | 'createProjectRole'
  | 'createSecret'
  | 'createSecretImport'
  | 'createSecretRotation'
  | 'createSecrets'
  | 'createServiceToken'
  | 'createTag'
  | 'createTemporaryLegacyPrivilege'
  | 'createWebhook'
  | 'createWorkspaceChangePolicy'
  | 'createWorkspaceEnvironment'
  | 'createWorkspaceRole'
  | 'createWorkspaceTag'
  | 'deleteDynamicSecret'
  | 'deleteEnvironment'
  | 'deleteFolder'
  | 'deleteLegacyFolder'
  | 'deleteLegacyPrivilege'
  | 'deleteLegacyProjectRole'
  | 'deleteLegacySecretImport'
  | 'deleteProject'
  | 'deleteProjectOwnedIdentity'
  | 'deleteProjectRole'
  | 'deleteSecret'
  | 'deleteSecretImport'
  | 'deleteSecrets'
  | 'deleteTag'
  | 'deleteWorkspace'
  | 'deleteWorkspaceBySlug'
  | 'deleteWorkspaceEnvironment'
  | 'deleteWorkspaceRole'
  | 'deleteWorkspaceTag'
  | 'duplicateSecrets'
  | 'endTemporaryAccess'
  | 'explainAccess'
  | 'exportSecrets'
  | 'findProjectUser'
  | 'findWorkspaceUser'
  | 'forgetProjectLease'
  | 'getAccessUsage'
  | 'getCommitChanges'
  | 'getCommitState'
  | 'getDynamicSecret'
  | 'getDynamicSecretLease'
  | 'getEnvironment'
  | 'getEnvironmentBySlug'
  | 'getFolderState'
  | 'getGoverningChangePolicy'
  | 'getLegacyPrivilege'
  | 'getLegacyProjectRoleBySlug'
  | 'getOwnProjectPermissions'
  | 'getPrivilegeBySlug'
  | 'getProject'
  | 'getProjectBySlug'
  | 'getProjectGroup'
  | 'getProjectGroupLegacy'
  | 'getProjectIdentity'
  | 'getProjectIdentityLegacy'
  | 'getProjectMembershipOfUser'
  | 'getProjectOwnedIdentity'
  | 'getProjectRoleBySlug'
  | 'getProjectUser'
  | 'getSecretRotationByName'
  | 'getSecretsOverview'
  | 'getTag'
  | 'getTagBySlug'
  | 'getWorkspace'
  | 'getWorkspaceBySlug'
  | 'getWorkspaceEnvironment'
  | 'getWorkspaceGoverningPolicy'
  | 'getWorkspaceGroup'
  | 'getWorkspaceIdentity'
  | 'getWorkspaceRoleBySlug'
  | 'getWorkspaceTag'
  | 'getWorkspaceTagBySlug'
  | 'getWorkspaceUser'
  | 'importSecrets'
  | 'leaveProject'
  | 'listAllowedActors'
  | 'listCertificateAuthorities'
  | 'listCertificates'
  | 'listChangePolicies'
  | 'listChangeRequests'
  | 'listCommitAuthors'
  | 'listCommits'
  | 'listDynamicSecretLeases'
  | 'listDynamicSecrets'
  | 'listFolderSecrets'
  | 'listFolders'
  | 'listImportedSecrets'
  | 'listLegacyFolders'
  | 'listLegacyImportedSecrets'
  | 'listLegacyPrivileges'
  | 'listLegacyProjectRoles'
  | 'listLegacySecretImports'
  | 'listOwnImportRuns'
  | 'listPrivileges'
  | 'listProjectAuditLogs'
  | 'listProjectGroups'
  | 'listProjectGroupsLegacy'
  | 'listProjectIdentities'
  | 'listProjectIdentitiesLegacy'
  | 'listProjectLeases'
  | 'listProjectOwnedIdentities'
  | 'listProjectRoles'
  | 'listProjectUsers'
  | 'listReferringSecrets'
  | 'listSecretImports'
  | 'listSecretReads'
  | 'listSecretRotations'
  | 'listSecretRotationsOfType'
  | 'listServiceTokens'
  | 'listTags'
  | 'listTemporaryAccess'
  | 'listTrash'
  | 'listWebhooks'
  | 'listWorkspaceChangePolicies'
  | 'listWorkspaceGroupUsers'
  | 'listWorkspaceGroups'
  | 'listWorkspaceIdentities'
  | 'listWorkspaceRoles'
  | 'listWorkspaceTags'
  | 'listWorkspaceUsers'
  | 'moveFolder'
  | 'moveSecrets'
  | 'removeFromTrash'
  | 'removeProjectGroup'
  | 'removeProjectGroupLegacy'
  | 'removeProjectUser'
  | 'removeProjectUsers'
  | 'removeWorkspaceGroup'
  | 'removeWorkspaceUser'
  | 'removeWorkspaceUsers'
  | 'renewDynamicSecretLease'
  | 'restoreEnvironment'
  | 'restoreFromTrash'
  | 'retryProjectLease'
  | 'revertCommit'
  | 'revokeDynamicSecretLease'
  | 'revokeProjectLeases'
  | 'rollbackToCommit'
  | 'rollbackToTime'
  | 'searchSecrets'
  | 'setAuditLogsRetention'
  | 'setWorkspaceAuditLogsRetention'
  | 'subscribeToProjectEvents'
  | 'updateDynamicSecret'
  | 'updateEnvironment'
  | 'updateFolder'
  | 'updateLegacyFolder'
  | 'updateLegacyFolders'
  | 'updateLegacyPrivilege'
  | 'updateLegacyProjectRole'
  | 'updateLegacySecretImport'
  | 'updateProject'
  | 'updateProjectGroupRoles'
  | 'updateProjectGroupRolesLegacy'
  | 'updateProjectIdentity'
  | 'updateProjectIdentityLegacy'
  | 'updateProjectOwnedIdentity'
  | 'updateProjectRole'
  | 'updateProjectUserRoles'
  | 'updateSecret'
  | 'updateSecretImport'
  | 'updateSecrets'
  | 'updateTag'
  | 'updateTemporaryAccess'
  | 'updateWorkspace'
  | 'updateWorkspaceBySlug'
  | 'updateWorkspaceEnvironment'
  | 'updateWorkspaceGroupRoles'
  | 'updateWorkspaceIdentity'
  | 'updateWorkspaceRole'
  | 'updateWorkspaceTag'
  | 'updateWorkspaceUserRoles';

export const operations: Readonly<Record<OperationId, Operation>> = {
  "activateMfa": {
    "method": "POST",
    "path": "/api/v2/users/me/mfa/activate",
    "status": 200,
    "area": "identity",
    "module": "second-factor",
    "isPublic": false,
    "permission": {
      "none": "Everybody may change their own second factor."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": true,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": true,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "activate-second-factor"
  },
  "addIdentityToGroup": {
    "method": "POST",
    "path": "/api/v1/groups/{id}/machine-identities/{identityId}",
    "status": 200,
    "area": "organization",
    "module": "group-members",
    "isPublic": false,
    "permission": {
      "organization": "groups:add-identities"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "add-identity-to-group"
  },
  "addPasskey": {
    "method": "POST",
    "path": "/api/v1/user/me/webauthn/register/verify",
    "status": 200,
    "area": "identity",
    "module": "passkeys",
    "isPublic": false,
    "permission": {
      "none": "Everybody may change their own second factor."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "owner",
    "isBeforeSecondFactor": true,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": true,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "add-passkey"
  },
  "addProjectGroup": {
    "method": "POST",
    "path": "/api/v1/projects/{projectId}/memberships/groups/{groupId}",
    "status": 200,
    "area": "project",
    "module": "project-groups",
    "isPublic": false,
    "permission": {
      "project": "groups:create",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "add-group-to-project"
  },
  "addProjectGroupLegacy": {
    "method": "POST",
    "path": "/api/v1/projects/{projectId}/groups/{groupIdOrName}",
    "status": 200,
    "area": "project",
    "module": "project-groups",
    "isPublic": false,
    "permission": {
      "project": "groups:create",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "add-group-to-project"
  },
  "addProjectIdentity": {
    "method": "POST",
    "path": "/api/v1/projects/{projectId}/memberships/identities/{identityId}",
    "status": 200,
    "area": "project",
    "module": "project-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:create"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-identity-project-membership"
  },
  "addProjectIdentityLegacy": {
    "method": "POST",
    "path": "/api/v1/projects/{projectId}/identity-memberships/{identityId}",
    "status": 200,
    "area": "project",
    "module": "project-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:create"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-identity-project-membership"
  },
  "addProjectUsers": {
    "method": "POST",
    "path": "/api/v1/projects/{projectId}/memberships",
    "status": 200,
    "area": "project",
    "module": "project-users",
    "isPublic": false,
    "permission": {
      "project": "member:create",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "add-project-members"
  },
  "addUserToGroup": {
    "method": "POST",
    "path": "/api/v1/groups/{id}/users/{username}",
    "status": 200,
    "area": "organization",
    "module": "group-members",
    "isPublic": false,
    "permission": {
      "organization": "groups:add-members"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "add-user-to-group"
  },
  "addWorkspaceGroup": {
    "method": "POST",
    "path": "/api/v2/workspace/{projectId}/groups/{groupIdOrName}",
    "status": 200,
    "area": "project",
    "module": "project-groups",
    "isPublic": false,
    "permission": {
      "project": "groups:create",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "add-group-to-project"
  },
  "addWorkspaceIdentity": {
    "method": "POST",
    "path": "/api/v2/workspace/{projectId}/identity-memberships/{identityId}",
    "status": 200,
    "area": "project",
    "module": "project-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:create"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-identity-project-membership"
  },
  "addWorkspaceUsers": {
    "method": "POST",
    "path": "/api/v2/workspace/{projectId}/memberships",
    "status": 200,
    "area": "project",
    "module": "project-users",
    "isPublic": false,
    "permission": {
      "project": "member:create",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "add-project-members"
  },
  "adoptSingleSignOn": {
    "method": "POST",
    "path": "/api/v1/auth/token/single-sign-on",
    "status": 200,
    "area": "identity",
    "module": "single-sign-on",
    "isPublic": true,
    "permission": {
      "none": "The cookies stand for sessions of their owners."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "askOcspResponder": {
    "method": "POST",
    "path": "/api/v1/cert-manager/ocsp/{caId}",
    "status": 200,
    "area": "certificates",
    "module": "ocsp",
    "isPublic": true,
    "permission": {
      "none": "Everybody who meets a certificate may ask whether it is revoked."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/ocsp-request"
    ],
    "responseType": "application/ocsp-response",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "attachAwsAuth": {
    "method": "POST",
    "path": "/api/v1/auth/aws-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "aws-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "add-identity-aws-auth"
  },
  "attachAzureAuth": {
    "method": "POST",
    "path": "/api/v1/auth/azure-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "azure-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "add-identity-azure-auth"
  },
  "attachGcpAuth": {
    "method": "POST",
    "path": "/api/v1/auth/gcp-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "gcp-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "add-identity-gcp-auth"
  },
  "attachJwtAuth": {
    "method": "POST",
    "path": "/api/v1/auth/jwt-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "jwt-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "add-identity-jwt-auth"
  },
  "attachKubernetesAuth": {
    "method": "POST",
    "path": "/api/v1/auth/kubernetes-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "kubernetes-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "add-identity-kubernetes-auth"
  },
  "attachLdapAuth": {
    "method": "POST",
    "path": "/api/v1/auth/ldap-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "ldap-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "add-identity-ldap-auth"
  },
  "attachOidcAuth": {
    "method": "POST",
    "path": "/api/v1/auth/oidc-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "oidc-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "add-identity-oidc-auth"
  },
  "attachSecretTags": {
    "method": "POST",
    "path": "/api/v3/secrets/tags/{secretName}",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:edit",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": true,
    "audit": "update-secret"
  },
  "attachTlsCertAuth": {
    "method": "POST",
    "path": "/api/v1/auth/tls-cert-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "tls-cert-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "add-identity-tls-cert-auth"
  },
  "attachTokenAuth": {
    "method": "POST",
    "path": "/api/v1/auth/token-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "token-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "add-identity-token-auth"
  },
  "attachUniversalAuth": {
    "method": "POST",
    "path": "/api/v1/auth/universal-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "universal-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "add-identity-universal-auth"
  },
  "bootstrapInstance": {
    "method": "POST",
    "path": "/api/v1/admin/bootstrap",
    "status": 200,
    "area": "instance",
    "module": "setup",
    "isPublic": true,
    "permission": {
      "none": "Nobody exists yet who could hold a permission."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "bootstrap-instance"
  },
  "changeOwnName": {
    "method": "PATCH",
    "path": "/api/v2/users/me/name",
    "status": 200,
    "area": "identity",
    "module": "account",
    "isPublic": false,
    "permission": {
      "none": "Everybody may change their own name."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "sole",
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "change-own-name"
  },
  "changeOwnPassword": {
    "method": "POST",
    "path": "/api/v2/users/me/password",
    "status": 200,
    "area": "identity",
    "module": "account",
    "isPublic": false,
    "permission": {
      "none": "The current password is in the request."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "owner",
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": "login",
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "change-password"
  },
  "checkAuth": {
    "method": "POST",
    "path": "/api/v1/auth/checkAuth",
    "status": 200,
    "area": "identity",
    "module": "sessions",
    "isPublic": false,
    "permission": {
      "none": "A good token is all it takes."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": true,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "checkPasskey": {
    "method": "POST",
    "path": "/api/v1/user/me/webauthn/authenticate/verify",
    "status": 200,
    "area": "identity",
    "module": "passkeys",
    "isPublic": false,
    "permission": {
      "none": "Everybody may show their own passkey."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "owner",
    "isBeforeSecondFactor": true,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": "login",
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "check-passkey"
  },
  "checkPasskeys": {
    "method": "GET",
    "path": "/api/v2/auth/mfa/check/webauthn",
    "status": 200,
    "area": "identity",
    "module": "passkeys",
    "isPublic": false,
    "permission": {
      "none": "The MFA token stands for a login of its owner."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "mfa"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "checkSecretRotationCredentials": {
    "method": "POST",
    "path": "/api/v2/secret-rotations/{type}/{rotationId}/check-credentials",
    "status": 200,
    "area": "secrets",
    "module": "secret-rotations",
    "isPublic": false,
    "permission": {
      "project": "secret-rotation:read-generated-credentials",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "secret-rotation-check-credentials"
  },
  "checkTotp": {
    "method": "GET",
    "path": "/api/v2/auth/mfa/check/totp",
    "status": 200,
    "area": "identity",
    "module": "second-factor",
    "isPublic": false,
    "permission": {
      "none": "The MFA token stands for a login of its owner."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "mfa"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "clearLdapAuthLockouts": {
    "method": "POST",
    "path": "/api/v1/auth/ldap-auth/identities/{identityId}/clear-lockouts",
    "status": 200,
    "area": "identity",
    "module": "ldap-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "clear-identity-ldap-auth-lockouts"
  },
  "clearUniversalAuthLockouts": {
    "method": "POST",
    "path": "/api/v1/auth/universal-auth/identities/{identityId}/clear-lockouts",
    "status": 200,
    "area": "identity",
    "module": "universal-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "clear-identity-universal-auth-lockouts"
  },
  "commitBatch": {
    "method": "POST",
    "path": "/api/v1/pit/batch/commit",
    "status": 200,
    "area": "secrets",
    "module": "point-in-time",
    "isPublic": false,
    "permission": {
      "project": "secrets:create",
      "or": [
        "secrets:edit",
        "secrets:delete",
        "secret-folders:create",
        "secret-folders:edit",
        "secret-folders:delete"
      ],
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": true,
    "audit": "pit-process-new-commit-raw"
  },
  "compareCommit": {
    "method": "GET",
    "path": "/api/v1/pit/commits/{commitId}/compare",
    "status": 200,
    "area": "secrets",
    "module": "point-in-time",
    "isPublic": false,
    "permission": {
      "project": "commits:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "pit-compare-folder-states"
  },
  "compareFolderStates": {
    "method": "GET",
    "path": "/api/v1/pit/compare",
    "status": 200,
    "area": "secrets",
    "module": "point-in-time",
    "isPublic": false,
    "permission": {
      "project": "commits:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "pit-compare-folder-states"
  },
  "completeAccount": {
    "method": "POST",
    "path": "/api/v3/signup/complete-account",
    "status": 200,
    "area": "organization",
    "module": "invitations",
    "isPublic": false,
    "permission": {
      "none": "The signup token stands for an invitation by somebody who was allowed to invite."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "invitee"
    ],
    "needsOrganization": false,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": "login",
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "complete-account"
  },
  "countAccessPolicies": {
    "method": "GET",
    "path": "/api/v1/access-approvals/policies/count",
    "status": 200,
    "area": "project",
    "module": "access-policies",
    "isPublic": false,
    "permission": {
      "none": "Every member may know whom to ask for what.",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "countAccessRequests": {
    "method": "GET",
    "path": "/api/v1/access-approvals/requests/count",
    "status": 200,
    "area": "project",
    "module": "access-requests",
    "isPublic": false,
    "permission": {
      "none": "Everybody may see their own requests and what they may approve.",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "countChangeRequests": {
    "method": "GET",
    "path": "/api/v1/secret-approval-requests/count",
    "status": 200,
    "area": "secrets",
    "module": "change-requests",
    "isPublic": false,
    "permission": {
      "none": "It counts what the caller made or may review.",
      "by": "projectId"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "countCommits": {
    "method": "GET",
    "path": "/api/v1/pit/commits/count",
    "status": 200,
    "area": "secrets",
    "module": "point-in-time",
    "isPublic": false,
    "permission": {
      "project": "commits:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "countIdentityMemberships": {
    "method": "POST",
    "path": "/api/v2/identities/search/count",
    "status": 200,
    "area": "identity",
    "module": "identities",
    "isPublic": false,
    "permission": {
      "none": "Only what the caller may read is found and counted."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "countRecoveryCodes": {
    "method": "GET",
    "path": "/api/v1/user/me/mfa/recovery-codes",
    "status": 200,
    "area": "identity",
    "module": "second-factor",
    "isPublic": false,
    "permission": {
      "none": "Everybody may see their own second factor."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "createAccessPolicy": {
    "method": "POST",
    "path": "/api/v1/access-approvals/policies",
    "status": 200,
    "area": "project",
    "module": "access-policies",
    "isPublic": false,
    "permission": {
      "project": "secret-approval:create",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-access-approval-policy"
  },
  "createAccessRequest": {
    "method": "POST",
    "path": "/api/v1/access-approvals/requests",
    "status": 200,
    "area": "project",
    "module": "access-requests",
    "isPublic": false,
    "permission": {
      "none": "Every member may ask, and only approval grants.",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "access-approval-request-create"
  },
  "createAppConnection": {
    "method": "POST",
    "path": "/api/v1/app-connections/{app}",
    "status": 200,
    "area": "secrets",
    "module": "app-connections",
    "isPublic": false,
    "permission": {
      "organization": "app-connections:create",
      "or": [
        "app-connections:create-app-connections"
      ],
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-app-connection"
  },
  "createCertificateAuthority": {
    "method": "POST",
    "path": "/api/v1/cert-manager/ca/internal",
    "status": 200,
    "area": "certificates",
    "module": "certificate-authorities",
    "isPublic": false,
    "permission": {
      "project": "certificate-authorities:create",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-certificate-authority"
  },
  "createChangePolicy": {
    "method": "POST",
    "path": "/api/v2/secret-approvals",
    "status": 200,
    "area": "secrets",
    "module": "change-policies",
    "isPublic": false,
    "permission": {
      "project": "secret-approval:create"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-secret-approval-policy"
  },
  "createClientSecret": {
    "method": "POST",
    "path": "/api/v1/auth/universal-auth/identities/{identityId}/client-secrets",
    "status": 200,
    "area": "identity",
    "module": "client-secrets",
    "isPublic": false,
    "permission": {
      "organization": "identity:create-token"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-identity-universal-auth-client-secret"
  },
  "createDynamicSecret": {
    "method": "POST",
    "path": "/api/v1/dynamic-secrets",
    "status": 200,
    "area": "secrets",
    "module": "dynamic-secrets",
    "isPublic": false,
    "permission": {
      "project": "dynamic-secrets:create-root-credential",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-dynamic-secret"
  },
  "createDynamicSecretLease": {
    "method": "POST",
    "path": "/api/v1/dynamic-secrets/leases",
    "status": 200,
    "area": "secrets",
    "module": "dynamic-secret-leases",
    "isPublic": false,
    "permission": {
      "project": "dynamic-secrets:lease",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-dynamic-secret-lease"
  },
  "createEnvironment": {
    "method": "POST",
    "path": "/api/v1/projects/{projectId}/environments",
    "status": 200,
    "area": "project",
    "module": "environments",
    "isPublic": false,
    "permission": {
      "project": "environments:create"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-environment"
  },
  "createFolder": {
    "method": "POST",
    "path": "/api/v2/folders",
    "status": 200,
    "area": "secrets",
    "module": "folders",
    "isPublic": false,
    "permission": {
      "project": "secret-folders:create",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-folder"
  },
  "createGroup": {
    "method": "POST",
    "path": "/api/v1/groups",
    "status": 200,
    "area": "organization",
    "module": "groups",
    "isPublic": false,
    "permission": {
      "organization": "groups:create"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-group"
  },
  "createIdentity": {
    "method": "POST",
    "path": "/api/v1/identities",
    "status": 200,
    "area": "identity",
    "module": "identities",
    "isPublic": false,
    "permission": {
      "organization": "identity:create"
    },
    "projectIn": null,
    "organizationIn": {
      "part": "body",
      "name": "organizationId"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-identity"
  },
  "createKubernetesLease": {
    "method": "POST",
    "path": "/api/v1/dynamic-secrets/leases/kubernetes",
    "status": 200,
    "area": "secrets",
    "module": "dynamic-secret-leases",
    "isPublic": false,
    "permission": {
      "project": "dynamic-secrets:lease",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-dynamic-secret-lease"
  },
  "createLegacyFolder": {
    "method": "POST",
    "path": "/api/v1/folders",
    "status": 200,
    "area": "secrets",
    "module": "folders",
    "isPublic": false,
    "permission": {
      "project": "secret-folders:create",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-folder"
  },
  "createLegacyProjectRole": {
    "method": "POST",
    "path": "/api/v1/workspace/{projectSlug}/roles",
    "status": 200,
    "area": "project",
    "module": "project-roles",
    "isPublic": false,
    "permission": {
      "project": "role:create"
    },
    "projectIn": {
      "part": "params",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-project-role"
  },
  "createLegacySecretImport": {
    "method": "POST",
    "path": "/api/v1/secret-imports",
    "status": 200,
    "area": "secrets",
    "module": "secret-imports",
    "isPublic": false,
    "permission": {
      "project": "secret-imports:create",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-secret-import"
  },
  "createOrganization": {
    "method": "POST",
    "path": "/api/v2/organizations",
    "status": 200,
    "area": "organization",
    "module": "organizations",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-organization"
  },
  "createOrganizationForOthers": {
    "method": "POST",
    "path": "/api/v1/admin/organization-management/organizations",
    "status": 200,
    "area": "instance",
    "module": "instance-organizations",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-organization"
  },
  "createOrganizationRole": {
    "method": "POST",
    "path": "/api/v1/organization/roles",
    "status": 200,
    "area": "organization",
    "module": "organization-roles",
    "isPublic": false,
    "permission": {
      "organization": "role:create"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-org-role"
  },
  "createPasswordResetLink": {
    "method": "POST",
    "path": "/api/v1/admin/user-management/users/{userId}/password-reset-link",
    "status": 200,
    "area": "instance",
    "module": "instance-users",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": true,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-password-reset-link"
  },
  "createPermanentLegacyPrivilege": {
    "method": "POST",
    "path": "/api/v1/additional-privilege/identity/permanent",
    "status": 200,
    "area": "project",
    "module": "privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-identity-project-additional-privilege"
  },
  "createPrivilege": {
    "method": "POST",
    "path": "/api/v2/identity-project-additional-privilege",
    "status": 200,
    "area": "project",
    "module": "privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-identity-project-additional-privilege"
  },
  "createProject": {
    "method": "POST",
    "path": "/api/v1/projects",
    "status": 200,
    "area": "project",
    "module": "projects",
    "isPublic": false,
    "permission": {
      "organization": "project:create",
      "or": [
        "workspace:create"
      ],
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-project"
  },
  "createProjectOwnedIdentity": {
    "method": "POST",
    "path": "/api/v1/projects/{projectId}/identities",
    "status": 200,
    "area": "project",
    "module": "project-owned-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:create"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-identity"
  },
  "createProjectRole": {
    "method": "POST",
    "path": "/api/v1/projects/{projectId}/roles",
    "status": 200,
    "area": "project",
    "module": "project-roles",
    "isPublic": false,
    "permission": {
      "project": "role:create"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-project-role"
  },
  "createRawSecret": {
    "method": "POST",
    "path": "/api/v3/secrets/raw/{secretName}",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:create",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": true,
    "audit": "create-secret"
  },
  "createRawSecrets": {
    "method": "POST",
    "path": "/api/v3/secrets/batch/raw",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:create",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": true,
    "audit": "create-secrets"
  },
  "createRecoveryCodes": {
    "method": "POST",
    "path": "/api/v1/user/me/mfa/recovery-codes",
    "status": 200,
    "area": "identity",
    "module": "second-factor",
    "isPublic": false,
    "permission": {
      "none": "Everybody may change their own second factor."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": true,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-recovery-codes"
  },
  "createSecret": {
    "method": "POST",
    "path": "/api/v4/secrets/{secretName}",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:create",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": true,
    "audit": "create-secret"
  },
  "createSecretImport": {
    "method": "POST",
    "path": "/api/v2/secret-imports",
    "status": 200,
    "area": "secrets",
    "module": "secret-imports",
    "isPublic": false,
    "permission": {
      "project": "secret-imports:create",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-secret-import"
  },
  "createSecretRotation": {
    "method": "POST",
    "path": "/api/v2/secret-rotations/{type}",
    "status": 200,
    "area": "secrets",
    "module": "secret-rotations",
    "isPublic": false,
    "permission": {
      "project": "secret-rotation:create",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-secret-rotation"
  },
  "createSecrets": {
    "method": "POST",
    "path": "/api/v4/secrets/batch",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:create",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": true,
    "audit": "create-secrets"
  },
  "createServiceToken": {
    "method": "POST",
    "path": "/api/v2/service-token",
    "status": 200,
    "area": "project",
    "module": "service-tokens",
    "isPublic": false,
    "permission": {
      "project": "service-tokens:create"
    },
    "projectIn": {
      "part": "body",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-service-token"
  },
  "createSingleSignOn": {
    "method": "POST",
    "path": "/api/v1/sso/oidc/config",
    "status": 200,
    "area": "identity",
    "module": "single-sign-on",
    "isPublic": false,
    "permission": {
      "organization": "sso:create"
    },
    "projectIn": null,
    "organizationIn": {
      "part": "body",
      "name": "organizationId"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": true,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-single-sign-on"
  },
  "createTag": {
    "method": "POST",
    "path": "/api/v1/projects/{projectId}/tags",
    "status": 200,
    "area": "project",
    "module": "tags",
    "isPublic": false,
    "permission": {
      "project": "tags:create"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-tag"
  },
  "createTemporaryLegacyPrivilege": {
    "method": "POST",
    "path": "/api/v1/additional-privilege/identity/temporary",
    "status": 200,
    "area": "project",
    "module": "privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-identity-project-additional-privilege"
  },
  "createTokenAuthToken": {
    "method": "POST",
    "path": "/api/v1/auth/token-auth/identities/{identityId}/tokens",
    "status": 200,
    "area": "identity",
    "module": "token-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:create-token"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-token-identity-token-auth"
  },
  "createUserPrivilege": {
    "method": "POST",
    "path": "/api/v1/user-project-additional-privilege",
    "status": 200,
    "area": "project",
    "module": "user-privileges",
    "isPublic": false,
    "permission": {
      "project": "member:edit",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-user-project-additional-privilege"
  },
  "createWebhook": {
    "method": "POST",
    "path": "/api/v1/webhooks",
    "status": 200,
    "area": "secrets",
    "module": "webhooks",
    "isPublic": false,
    "permission": {
      "project": "webhooks:create"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-webhook"
  },
  "createWorkspace": {
    "method": "POST",
    "path": "/api/v2/workspace",
    "status": 200,
    "area": "project",
    "module": "projects",
    "isPublic": false,
    "permission": {
      "organization": "project:create",
      "or": [
        "workspace:create"
      ],
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-project"
  },
  "createWorkspaceChangePolicy": {
    "method": "POST",
    "path": "/api/v1/secret-approvals",
    "status": 200,
    "area": "secrets",
    "module": "change-policies",
    "isPublic": false,
    "permission": {
      "project": "secret-approval:create"
    },
    "projectIn": {
      "part": "body",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-secret-approval-policy"
  },
  "createWorkspaceEnvironment": {
    "method": "POST",
    "path": "/api/v1/workspace/{workspaceId}/environments",
    "status": 200,
    "area": "project",
    "module": "environments",
    "isPublic": false,
    "permission": {
      "project": "environments:create"
    },
    "projectIn": {
      "part": "params",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-environment"
  },
  "createWorkspaceRole": {
    "method": "POST",
    "path": "/api/v2/workspace/{projectId}/roles",
    "status": 200,
    "area": "project",
    "module": "project-roles",
    "isPublic": false,
    "permission": {
      "project": "role:create"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-project-role"
  },
  "createWorkspaceTag": {
    "method": "POST",
    "path": "/api/v1/workspace/{projectId}/tags",
    "status": 200,
    "area": "project",
    "module": "tags",
    "isPublic": false,
    "permission": {
      "project": "tags:create"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-tag"
  },
  "deactivateMfa": {
    "method": "POST",
    "path": "/api/v2/users/me/mfa/deactivate",
    "status": 200,
    "area": "identity",
    "module": "second-factor",
    "isPublic": false,
    "permission": {
      "none": "Everybody may change their own second factor."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": true,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "deactivate-second-factor"
  },
  "deleteAccessPolicy": {
    "method": "DELETE",
    "path": "/api/v1/access-approvals/policies/{accessPolicyId}",
    "status": 200,
    "area": "project",
    "module": "access-policies",
    "isPublic": false,
    "permission": {
      "project": "secret-approval:delete",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-access-approval-policy"
  },
  "deleteAppConnection": {
    "method": "DELETE",
    "path": "/api/v1/app-connections/{app}/{connectionId}",
    "status": 200,
    "area": "secrets",
    "module": "app-connections",
    "isPublic": false,
    "permission": {
      "organization": "app-connections:delete",
      "or": [
        "app-connections:delete-app-connections"
      ],
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-app-connection"
  },
  "deleteCertificate": {
    "method": "DELETE",
    "path": "/api/v1/cert-manager/certificates/{id}",
    "status": 200,
    "area": "certificates",
    "module": "certificates",
    "isPublic": false,
    "permission": {
      "project": "certificates:delete",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-cert"
  },
  "deleteCertificateAuthority": {
    "method": "DELETE",
    "path": "/api/v1/cert-manager/ca/internal/{caId}",
    "status": 200,
    "area": "certificates",
    "module": "certificate-authorities",
    "isPublic": false,
    "permission": {
      "project": "certificate-authorities:delete",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-certificate-authority"
  },
  "deleteChangePolicy": {
    "method": "DELETE",
    "path": "/api/v2/secret-approvals/{changePolicyId}",
    "status": 200,
    "area": "secrets",
    "module": "change-policies",
    "isPublic": false,
    "permission": {
      "project": "secret-approval:delete",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-secret-approval-policy"
  },
  "deleteDynamicSecret": {
    "method": "DELETE",
    "path": "/api/v1/dynamic-secrets/{dynamicSecretName}",
    "status": 200,
    "area": "secrets",
    "module": "dynamic-secrets",
    "isPublic": false,
    "permission": {
      "project": "dynamic-secrets:delete-root-credential",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-dynamic-secret"
  },
  "deleteEnvironment": {
    "method": "DELETE",
    "path": "/api/v1/projects/{projectId}/environments/{id}",
    "status": 200,
    "area": "project",
    "module": "environments",
    "isPublic": false,
    "permission": {
      "project": "environments:delete"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-environment"
  },
  "deleteFolder": {
    "method": "DELETE",
    "path": "/api/v2/folders/{folderId}",
    "status": 200,
    "area": "secrets",
    "module": "folders",
    "isPublic": false,
    "permission": {
      "project": "secret-folders:delete",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-folder"
  },
  "deleteGroup": {
    "method": "DELETE",
    "path": "/api/v1/groups/{id}",
    "status": 200,
    "area": "organization",
    "module": "groups",
    "isPublic": false,
    "permission": {
      "organization": "groups:delete"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-group"
  },
  "deleteIdentity": {
    "method": "DELETE",
    "path": "/api/v1/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "identities",
    "isPublic": false,
    "permission": {
      "organization": "identity:delete"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-identity"
  },
  "deleteInstanceOrganization": {
    "method": "DELETE",
    "path": "/api/v1/admin/organization-management/organizations/{organizationId}",
    "status": 200,
    "area": "instance",
    "module": "instance-organizations",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": true,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-organization"
  },
  "deleteInstanceUser": {
    "method": "DELETE",
    "path": "/api/v1/admin/user-management/users/{userId}",
    "status": 200,
    "area": "instance",
    "module": "instance-users",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-users"
  },
  "deleteInstanceUsers": {
    "method": "DELETE",
    "path": "/api/v1/admin/user-management/users",
    "status": 200,
    "area": "instance",
    "module": "instance-users",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-users"
  },
  "deleteLegacyCertificate": {
    "method": "DELETE",
    "path": "/api/v1/pki/certificates/{serialNumber}",
    "status": 200,
    "area": "certificates",
    "module": "certificates",
    "isPublic": false,
    "permission": {
      "project": "certificates:delete",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-cert"
  },
  "deleteLegacyFolder": {
    "method": "DELETE",
    "path": "/api/v1/folders/{folderIdOrName}",
    "status": 200,
    "area": "secrets",
    "module": "folders",
    "isPublic": false,
    "permission": {
      "project": "secret-folders:delete",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-folder"
  },
  "deleteLegacyPrivilege": {
    "method": "DELETE",
    "path": "/api/v1/additional-privilege/identity",
    "status": 200,
    "area": "project",
    "module": "privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-identity-project-additional-privilege"
  },
  "deleteLegacyProjectRole": {
    "method": "DELETE",
    "path": "/api/v1/workspace/{projectSlug}/roles/{projectRoleId}",
    "status": 200,
    "area": "project",
    "module": "project-roles",
    "isPublic": false,
    "permission": {
      "project": "role:delete"
    },
    "projectIn": {
      "part": "params",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-project-role"
  },
  "deleteLegacySecretImport": {
    "method": "DELETE",
    "path": "/api/v1/secret-imports/{secretImportId}",
    "status": 200,
    "area": "secrets",
    "module": "secret-imports",
    "isPublic": false,
    "permission": {
      "project": "secret-imports:delete",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-secret-import"
  },
  "deleteOrganization": {
    "method": "DELETE",
    "path": "/api/v2/organizations/{organizationId}",
    "status": 200,
    "area": "organization",
    "module": "organizations",
    "isPublic": false,
    "permission": {
      "none": "It takes the role admin itself.",
      "by": "organizationId"
    },
    "projectIn": null,
    "organizationIn": {
      "part": "params",
      "name": "organizationId"
    },
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": true,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-organization"
  },
  "deleteOrganizationRole": {
    "method": "DELETE",
    "path": "/api/v1/organization/roles/{roleId}",
    "status": 200,
    "area": "organization",
    "module": "organization-roles",
    "isPublic": false,
    "permission": {
      "organization": "role:delete"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-org-role"
  },
  "deletePasskey": {
    "method": "DELETE",
    "path": "/api/v1/user/me/webauthn/{passkeyId}",
    "status": 200,
    "area": "identity",
    "module": "passkeys",
    "isPublic": false,
    "permission": {
      "none": "Everybody may change their own second factor."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "owner",
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": true,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-passkey"
  },
  "deletePrivilege": {
    "method": "DELETE",
    "path": "/api/v2/identity-project-additional-privilege/{id}",
    "status": 200,
    "area": "project",
    "module": "privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:edit",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-identity-project-additional-privilege"
  },
  "deleteProject": {
    "method": "DELETE",
    "path": "/api/v1/projects/{projectId}",
    "status": 200,
    "area": "project",
    "module": "projects",
    "isPublic": false,
    "permission": {
      "project": "workspace:delete"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-project"
  },
  "deleteProjectOwnedIdentity": {
    "method": "DELETE",
    "path": "/api/v1/projects/{projectId}/identities/{identityId}",
    "status": 200,
    "area": "project",
    "module": "project-owned-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:delete",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-identity"
  },
  "deleteProjectRole": {
    "method": "DELETE",
    "path": "/api/v1/projects/{projectId}/roles/{projectRoleId}",
    "status": 200,
    "area": "project",
    "module": "project-roles",
    "isPublic": false,
    "permission": {
      "project": "role:delete"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-project-role"
  },
  "deleteRawSecret": {
    "method": "DELETE",
    "path": "/api/v3/secrets/raw/{secretName}",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:delete",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": true,
    "audit": "delete-secret"
  },
  "deleteRawSecrets": {
    "method": "DELETE",
    "path": "/api/v3/secrets/batch/raw",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:delete",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": true,
    "audit": "delete-secrets"
  },
  "deleteSecret": {
    "method": "DELETE",
    "path": "/api/v4/secrets/{secretName}",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:delete",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": true,
    "audit": "delete-secret"
  },
  "deleteSecretImport": {
    "method": "DELETE",
    "path": "/api/v2/secret-imports/{secretImportId}",
    "status": 200,
    "area": "secrets",
    "module": "secret-imports",
    "isPublic": false,
    "permission": {
      "project": "secret-imports:delete",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-secret-import"
  },
  "deleteSecretReminder": {
    "method": "DELETE",
    "path": "/api/v1/reminders/secrets/{secretId}",
    "status": 200,
    "area": "secrets",
    "module": "reminders",
    "isPublic": false,
    "permission": {
      "project": "secrets:edit",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-secret-reminder"
  },
  "deleteSecretRotation": {
    "method": "DELETE",
    "path": "/api/v2/secret-rotations/{type}/{rotationId}",
    "status": 200,
    "area": "secrets",
    "module": "secret-rotations",
    "isPublic": false,
    "permission": {
      "project": "secret-rotation:delete",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-secret-rotation"
  },
  "deleteSecrets": {
    "method": "DELETE",
    "path": "/api/v4/secrets/batch",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:delete",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": true,
    "audit": "delete-secrets"
  },
  "deleteServiceToken": {
    "method": "DELETE",
    "path": "/api/v2/service-token/{serviceTokenId}",
    "status": 200,
    "area": "project",
    "module": "service-tokens",
    "isPublic": false,
    "permission": {
      "project": "service-tokens:delete",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-service-token"
  },
  "deleteTag": {
    "method": "DELETE",
    "path": "/api/v1/projects/{projectId}/tags/{tagId}",
    "status": 200,
    "area": "project",
    "module": "tags",
    "isPublic": false,
    "permission": {
      "project": "tags:delete"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-tag"
  },
  "deleteTotp": {
    "method": "DELETE",
    "path": "/api/v1/user/me/totp",
    "status": 200,
    "area": "identity",
    "module": "second-factor",
    "isPublic": false,
    "permission": {
      "none": "Everybody may change their own second factor."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": true,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-totp"
  },
  "deleteUserPrivilege": {
    "method": "DELETE",
    "path": "/api/v1/user-project-additional-privilege/{privilegeId}",
    "status": 200,
    "area": "project",
    "module": "user-privileges",
    "isPublic": false,
    "permission": {
      "project": "member:edit",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-user-project-additional-privilege"
  },
  "deleteWebhook": {
    "method": "DELETE",
    "path": "/api/v1/webhooks/{webhookId}",
    "status": 200,
    "area": "secrets",
    "module": "webhooks",
    "isPublic": false,
    "permission": {
      "project": "webhooks:delete",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-webhook"
  },
  "deleteWorkspace": {
    "method": "DELETE",
    "path": "/api/v1/workspace/{workspaceId}",
    "status": 200,
    "area": "project",
    "module": "projects",
    "isPublic": false,
    "permission": {
      "project": "workspace:delete"
    },
    "projectIn": {
      "part": "params",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-project"
  },
  "deleteWorkspaceBySlug": {
    "method": "DELETE",
    "path": "/api/v2/workspace/{slug}",
    "status": 200,
    "area": "project",
    "module": "projects",
    "isPublic": false,
    "permission": {
      "project": "workspace:delete",
      "by": "slug"
    },
    "projectIn": {
      "part": "params",
      "name": "slug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-project"
  },
  "deleteWorkspaceChangePolicy": {
    "method": "DELETE",
    "path": "/api/v1/secret-approvals/{changePolicyId}",
    "status": 200,
    "area": "secrets",
    "module": "change-policies",
    "isPublic": false,
    "permission": {
      "project": "secret-approval:delete",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-secret-approval-policy"
  },
  "deleteWorkspaceEnvironment": {
    "method": "DELETE",
    "path": "/api/v1/workspace/{workspaceId}/environments/{id}",
    "status": 200,
    "area": "project",
    "module": "environments",
    "isPublic": false,
    "permission": {
      "project": "environments:delete"
    },
    "projectIn": {
      "part": "params",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-environment"
  },
  "deleteWorkspaceRole": {
    "method": "DELETE",
    "path": "/api/v2/workspace/{projectId}/roles/{projectRoleId}",
    "status": 200,
    "area": "project",
    "module": "project-roles",
    "isPublic": false,
    "permission": {
      "project": "role:delete"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-project-role"
  },
  "deleteWorkspaceTag": {
    "method": "DELETE",
    "path": "/api/v1/workspace/{projectId}/tags/{tagId}",
    "status": 200,
    "area": "project",
    "module": "tags",
    "isPublic": false,
    "permission": {
      "project": "tags:delete"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-tag"
  },
  "detachSecretTags": {
    "method": "DELETE",
    "path": "/api/v3/secrets/tags/{secretName}",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:edit",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": true,
    "audit": "update-secret"
  },
  "downloadAuthorityCertificate": {
    "method": "GET",
    "path": "/api/v1/cert-manager/ca/internal/{caId}/certificates/{caCertId}/der",
    "status": 200,
    "area": "certificates",
    "module": "authority-certificates",
    "isPublic": true,
    "permission": {
      "none": "Everybody who meets a certificate may look for the one above it."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/pkix-cert",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "downloadBackup": {
    "method": "POST",
    "path": "/api/v1/admin/backups/download",
    "status": 200,
    "area": "instance",
    "module": "backups",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/octet-stream",
    "rateLimit": null,
    "recentSignIn": true,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "download-backup"
  },
  "downloadRevocationList": {
    "method": "GET",
    "path": "/api/v1/cert-manager/crl/{crlId}/der",
    "status": 200,
    "area": "certificates",
    "module": "revocation-lists",
    "isPublic": true,
    "permission": {
      "none": "Everybody who meets a certificate may ask whether it is revoked."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/pkix-crl",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "duplicateSecrets": {
    "method": "POST",
    "path": "/api/v4/secrets/duplicate",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:create",
      "or": [
        "secrets:edit"
      ],
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": true,
    "audit": "duplicate-secret"
  },
  "endOwnSession": {
    "method": "DELETE",
    "path": "/api/v2/users/me/sessions/{sessionId}",
    "status": 200,
    "area": "identity",
    "module": "account",
    "isPublic": false,
    "permission": {
      "none": "Everybody may end their own sessions."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": "session",
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "end-user-session"
  },
  "endOwnSessions": {
    "method": "DELETE",
    "path": "/api/v2/users/me/sessions",
    "status": 200,
    "area": "identity",
    "module": "account",
    "isPublic": false,
    "permission": {
      "none": "Everybody may end their own sessions."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": "session",
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "end-user-sessions"
  },
  "endTemporaryAccess": {
    "method": "DELETE",
    "path": "/api/v1/projects/{projectId}/access/temporary/{temporaryAccessId}",
    "status": 200,
    "area": "project",
    "module": "temporary-access",
    "isPublic": false,
    "permission": {
      "project": "identity:edit",
      "or": [
        "member:edit",
        "groups:edit"
      ],
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "end-temporary-access"
  },
  "explainAccess": {
    "method": "POST",
    "path": "/api/v1/projects/{projectId}/access/explain",
    "status": 200,
    "area": "project",
    "module": "access",
    "isPublic": false,
    "permission": {
      "project": "identity:read",
      "or": [
        "member:read"
      ],
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "exportCertificatePkcs12": {
    "method": "POST",
    "path": "/api/v1/cert-manager/certificates/{id}/pkcs12",
    "status": 200,
    "area": "certificates",
    "module": "certificates",
    "isPublic": false,
    "permission": {
      "project": "certificates:read-private-key",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/octet-stream",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "export-cert-pkcs12"
  },
  "exportSecrets": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/export",
    "status": 200,
    "area": "secrets",
    "module": "import-export",
    "isPublic": false,
    "permission": {
      "project": "secrets:readValue",
      "or": [
        "secrets:describeSecret"
      ],
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": true,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "get-secrets"
  },
  "findProjectUser": {
    "method": "POST",
    "path": "/api/v1/projects/{projectId}/memberships/details",
    "status": 200,
    "area": "project",
    "module": "project-users",
    "isPublic": false,
    "permission": {
      "project": "member:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "findWorkspaceUser": {
    "method": "POST",
    "path": "/api/v1/workspace/{projectId}/memberships/details",
    "status": 200,
    "area": "project",
    "module": "project-users",
    "isPublic": false,
    "permission": {
      "project": "member:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "finishSingleSignOn": {
    "method": "GET",
    "path": "/api/v1/sso/oidc/callback",
    "status": 302,
    "area": "identity",
    "module": "single-sign-on",
    "isPublic": true,
    "permission": {
      "none": "The provider and the cookie of this browser say who it is."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "",
    "rateLimit": "login",
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "forgetProjectLease": {
    "method": "POST",
    "path": "/api/v1/projects/{projectId}/leases/{leaseId}/forget",
    "status": 200,
    "area": "secrets",
    "module": "project-leases",
    "isPublic": false,
    "permission": {
      "project": "dynamic-secrets:delete-root-credential",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "forget-dynamic-secret-lease"
  },
  "generateAuthorityCertificate": {
    "method": "POST",
    "path": "/api/v1/cert-manager/ca/internal/{caId}/certificate",
    "status": 200,
    "area": "certificates",
    "module": "authority-certificates",
    "isPublic": false,
    "permission": {
      "project": "certificate-authorities:issue-ca-certificate",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "generate-ca-certificate"
  },
  "getAccessPolicy": {
    "method": "GET",
    "path": "/api/v1/access-approvals/policies/{accessPolicyId}",
    "status": 200,
    "area": "project",
    "module": "access-policies",
    "isPublic": false,
    "permission": {
      "project": "secret-approval:read",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getAccessRequest": {
    "method": "GET",
    "path": "/api/v1/access-approvals/requests/{accessRequestId}",
    "status": 200,
    "area": "project",
    "module": "access-requests",
    "isPublic": false,
    "permission": {
      "none": "Everybody may see their own requests and what they may approve.",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getAccessUsage": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/access/usage",
    "status": 200,
    "area": "project",
    "module": "access",
    "isPublic": false,
    "permission": {
      "project": "audit-logs:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "view-audit-logs"
  },
  "getAppConnection": {
    "method": "GET",
    "path": "/api/v1/app-connections/{app}/{connectionId}",
    "status": 200,
    "area": "secrets",
    "module": "app-connections",
    "isPublic": false,
    "permission": {
      "organization": "app-connections:read",
      "or": [
        "app-connections:read-app-connections"
      ],
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getAppConnectionByName": {
    "method": "GET",
    "path": "/api/v1/app-connections/{app}/connection-name/{connectionName}",
    "status": 200,
    "area": "secrets",
    "module": "app-connections",
    "isPublic": false,
    "permission": {
      "organization": "app-connections:read",
      "or": [
        "app-connections:read-app-connections"
      ],
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getAuthorityCertificate": {
    "method": "GET",
    "path": "/api/v1/cert-manager/ca/internal/{caId}/certificate",
    "status": 200,
    "area": "certificates",
    "module": "authority-certificates",
    "isPublic": false,
    "permission": {
      "project": "certificate-authorities:read",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getAuthorityCertificateById": {
    "method": "GET",
    "path": "/api/v1/cert-manager/ca/internal/{caId}/certificate/{caCertId}",
    "status": 200,
    "area": "certificates",
    "module": "authority-certificates",
    "isPublic": false,
    "permission": {
      "project": "certificate-authorities:read",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getAuthorityCsr": {
    "method": "GET",
    "path": "/api/v1/cert-manager/ca/internal/{caId}/csr",
    "status": 200,
    "area": "certificates",
    "module": "authority-certificates",
    "isPublic": false,
    "permission": {
      "project": "certificate-authorities:read",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getAwsAuth": {
    "method": "GET",
    "path": "/api/v1/auth/aws-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "aws-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getAzureAuth": {
    "method": "GET",
    "path": "/api/v1/auth/azure-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "azure-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getBackups": {
    "method": "GET",
    "path": "/api/v1/admin/backups",
    "status": 200,
    "area": "instance",
    "module": "backups",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getCertificate": {
    "method": "GET",
    "path": "/api/v1/cert-manager/certificates/{id}",
    "status": 200,
    "area": "certificates",
    "module": "certificates",
    "isPublic": false,
    "permission": {
      "project": "certificates:read",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getCertificateAuthority": {
    "method": "GET",
    "path": "/api/v1/cert-manager/ca/internal/{caId}",
    "status": 200,
    "area": "certificates",
    "module": "certificate-authorities",
    "isPublic": false,
    "permission": {
      "project": "certificate-authorities:read",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getCertificateBody": {
    "method": "GET",
    "path": "/api/v1/cert-manager/certificates/{id}/certificate",
    "status": 200,
    "area": "certificates",
    "module": "certificates",
    "isPublic": false,
    "permission": {
      "project": "certificates:read",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getCertificateBundle": {
    "method": "GET",
    "path": "/api/v1/cert-manager/certificates/{id}/bundle",
    "status": 200,
    "area": "certificates",
    "module": "certificates",
    "isPublic": false,
    "permission": {
      "project": "certificates:read-private-key",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "get-cert-bundle"
  },
  "getCertificatePrivateKey": {
    "method": "GET",
    "path": "/api/v1/cert-manager/certificates/{id}/private-key",
    "status": 200,
    "area": "certificates",
    "module": "certificates",
    "isPublic": false,
    "permission": {
      "project": "certificates:read-private-key",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "get-cert-private-key"
  },
  "getChangePolicy": {
    "method": "GET",
    "path": "/api/v2/secret-approvals/{changePolicyId}",
    "status": 200,
    "area": "secrets",
    "module": "change-policies",
    "isPublic": false,
    "permission": {
      "project": "secret-approval:read",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getChangeRequest": {
    "method": "GET",
    "path": "/api/v1/secret-approval-requests/{changeRequestId}",
    "status": 200,
    "area": "secrets",
    "module": "change-requests",
    "isPublic": false,
    "permission": {
      "project": "secret-approval-request:read",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "get-secret-approval-request"
  },
  "getClientSecret": {
    "method": "GET",
    "path": "/api/v1/auth/universal-auth/identities/{identityId}/client-secrets/{clientSecretId}",
    "status": 200,
    "area": "identity",
    "module": "client-secrets",
    "isPublic": false,
    "permission": {
      "organization": "identity:get-token"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getCommitChanges": {
    "method": "GET",
    "path": "/api/v1/pit/commits/{commitId}/changes",
    "status": 200,
    "area": "secrets",
    "module": "point-in-time",
    "isPublic": false,
    "permission": {
      "project": "commits:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "get-project-pit-commit-changes"
  },
  "getCommitState": {
    "method": "GET",
    "path": "/api/v1/pit/commits/{commitId}",
    "status": 200,
    "area": "secrets",
    "module": "point-in-time",
    "isPublic": false,
    "permission": {
      "project": "commits:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getDynamicSecret": {
    "method": "GET",
    "path": "/api/v1/dynamic-secrets/{dynamicSecretName}",
    "status": 200,
    "area": "secrets",
    "module": "dynamic-secrets",
    "isPublic": false,
    "permission": {
      "project": "dynamic-secrets:read-root-credential",
      "on": "row",
      "or": [
        "dynamic-secrets:lease"
      ]
    },
    "projectIn": {
      "part": "query",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "get-dynamic-secret"
  },
  "getDynamicSecretLease": {
    "method": "GET",
    "path": "/api/v1/dynamic-secrets/leases/{leaseId}",
    "status": 200,
    "area": "secrets",
    "module": "dynamic-secret-leases",
    "isPublic": false,
    "permission": {
      "project": "dynamic-secrets:lease",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getEnvironment": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/environments/{id}",
    "status": 200,
    "area": "project",
    "module": "environments",
    "isPublic": false,
    "permission": {
      "project": "environments:read"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getEnvironmentById": {
    "method": "GET",
    "path": "/api/v1/workspace/environments/{id}",
    "status": 200,
    "area": "project",
    "module": "environments",
    "isPublic": false,
    "permission": {
      "project": "environments:read",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getEnvironmentBySlug": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/environments/slug/{slug}",
    "status": 200,
    "area": "project",
    "module": "environments",
    "isPublic": false,
    "permission": {
      "project": "environments:read"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getFolder": {
    "method": "GET",
    "path": "/api/v2/folders/{folderId}",
    "status": 200,
    "area": "secrets",
    "module": "folders",
    "isPublic": false,
    "permission": {
      "none": "Every member of a project sees its folders."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getFolderState": {
    "method": "GET",
    "path": "/api/v1/pit/state",
    "status": 200,
    "area": "secrets",
    "module": "point-in-time",
    "isPublic": false,
    "permission": {
      "project": "commits:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "pit-get-folder-state"
  },
  "getGcpAuth": {
    "method": "GET",
    "path": "/api/v1/auth/gcp-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "gcp-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getGeneratedCredentials": {
    "method": "GET",
    "path": "/api/v2/secret-rotations/{type}/{rotationId}/generated-credentials",
    "status": 200,
    "area": "secrets",
    "module": "secret-rotations",
    "isPublic": false,
    "permission": {
      "project": "secret-rotation:read-generated-credentials",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "get-secret-rotation-generated-credentials"
  },
  "getGoverningChangePolicy": {
    "method": "GET",
    "path": "/api/v2/secret-approvals/board",
    "status": 200,
    "area": "secrets",
    "module": "change-policies",
    "isPublic": false,
    "permission": {
      "none": "Every member may know whose approval a change needs.",
      "by": "projectId"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getGroup": {
    "method": "GET",
    "path": "/api/v1/groups/{id}",
    "status": 200,
    "area": "organization",
    "module": "groups",
    "isPublic": false,
    "permission": {
      "organization": "groups:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getGroupManagement": {
    "method": "GET",
    "path": "/api/v1/sso/oidc/manage-group-memberships",
    "status": 200,
    "area": "identity",
    "module": "single-sign-on",
    "isPublic": false,
    "permission": {
      "none": "Every member may know who decides about groups.",
      "by": "orgId"
    },
    "projectIn": null,
    "organizationIn": {
      "part": "query",
      "name": "orgId"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getHealth": {
    "method": "GET",
    "path": "/healthz",
    "status": 200,
    "area": "instance",
    "module": "status",
    "isPublic": true,
    "permission": {
      "none": "It tells nothing about anybody's data."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getIdentity": {
    "method": "GET",
    "path": "/api/v1/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "identities",
    "isPublic": false,
    "permission": {
      "organization": "identity:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getIdentityDetails": {
    "method": "GET",
    "path": "/api/v1/identities/details",
    "status": 200,
    "area": "identity",
    "module": "identities",
    "isPublic": false,
    "permission": {
      "none": "An identity may see its own organization."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getIdentityMembershipLegacy": {
    "method": "GET",
    "path": "/api/v1/projects/identity-memberships/{identityMembershipId}",
    "status": 200,
    "area": "project",
    "module": "project-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:read",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getInstanceConfig": {
    "method": "GET",
    "path": "/api/v1/admin/config",
    "status": 200,
    "area": "instance",
    "module": "instance-users",
    "isPublic": true,
    "permission": {
      "none": "A client asks before anybody has logged in."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getInstanceHealth": {
    "method": "GET",
    "path": "/api/v1/admin/health",
    "status": 200,
    "area": "instance",
    "module": "status",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getJwtAuth": {
    "method": "GET",
    "path": "/api/v1/auth/jwt-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "jwt-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getKeyRotation": {
    "method": "GET",
    "path": "/api/v1/admin/key-rotation",
    "status": 200,
    "area": "instance",
    "module": "key-rotation",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getKubernetesAuth": {
    "method": "GET",
    "path": "/api/v1/auth/kubernetes-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "kubernetes-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getLdapAuth": {
    "method": "GET",
    "path": "/api/v1/auth/ldap-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "ldap-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getLegacyCertificate": {
    "method": "GET",
    "path": "/api/v1/pki/certificates/{serialNumber}",
    "status": 200,
    "area": "certificates",
    "module": "certificates",
    "isPublic": false,
    "permission": {
      "project": "certificates:read",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getLegacyCertificateBody": {
    "method": "GET",
    "path": "/api/v1/pki/certificates/{serialNumber}/certificate",
    "status": 200,
    "area": "certificates",
    "module": "certificates",
    "isPublic": false,
    "permission": {
      "project": "certificates:read",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getLegacyCertificateBundle": {
    "method": "GET",
    "path": "/api/v1/pki/certificates/{serialNumber}/bundle",
    "status": 200,
    "area": "certificates",
    "module": "certificates",
    "isPublic": false,
    "permission": {
      "project": "certificates:read-private-key",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "get-cert-bundle"
  },
  "getLegacyCertificatePrivateKey": {
    "method": "GET",
    "path": "/api/v1/pki/certificates/{serialNumber}/private-key",
    "status": 200,
    "area": "certificates",
    "module": "certificates",
    "isPublic": false,
    "permission": {
      "project": "certificates:read-private-key",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "get-cert-private-key"
  },
  "getLegacyFolder": {
    "method": "GET",
    "path": "/api/v1/folders/{folderIdOrName}",
    "status": 200,
    "area": "secrets",
    "module": "folders",
    "isPublic": false,
    "permission": {
      "none": "Every member of a project sees its folders."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getLegacyPrivilege": {
    "method": "GET",
    "path": "/api/v1/additional-privilege/identity/{privilegeSlug}",
    "status": 200,
    "area": "project",
    "module": "privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": true,
    "mayBeRequested": false,
    "audit": null
  },
  "getLegacyProjectRoleBySlug": {
    "method": "GET",
    "path": "/api/v1/workspace/{projectSlug}/roles/slug/{slug}",
    "status": 200,
    "area": "project",
    "module": "project-roles",
    "isPublic": false,
    "permission": {
      "project": "role:read"
    },
    "projectIn": {
      "part": "params",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getLegacySecretImport": {
    "method": "GET",
    "path": "/api/v1/secret-imports/{secretImportId}",
    "status": 200,
    "area": "secrets",
    "module": "secret-imports",
    "isPublic": false,
    "permission": {
      "project": "secret-imports:read",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getLicence": {
    "method": "GET",
    "path": "/api/v1/admin/licence",
    "status": 200,
    "area": "instance",
    "module": "licence",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getNewestVersion": {
    "method": "GET",
    "path": "/api/v1/admin/newest-version",
    "status": 200,
    "area": "instance",
    "module": "backups",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getOcspResponse": {
    "method": "GET",
    "path": "/api/v1/cert-manager/ocsp/{caId}/{request}",
    "status": 200,
    "area": "certificates",
    "module": "ocsp",
    "isPublic": true,
    "permission": {
      "none": "Everybody who meets a certificate may ask whether it is revoked."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/ocsp-response",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getOidcAuth": {
    "method": "GET",
    "path": "/api/v1/auth/oidc-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "oidc-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getOrganization": {
    "method": "GET",
    "path": "/api/v1/organization/{organizationId}",
    "status": 200,
    "area": "organization",
    "module": "organizations",
    "isPublic": false,
    "permission": {
      "none": "Every member may see their own organization.",
      "by": "organizationId"
    },
    "projectIn": null,
    "organizationIn": {
      "part": "params",
      "name": "organizationId"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getOrganizationGroup": {
    "method": "GET",
    "path": "/api/v1/organizations/memberships/groups/{groupId}",
    "status": 200,
    "area": "organization",
    "module": "groups",
    "isPublic": false,
    "permission": {
      "organization": "groups:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getOrganizationRole": {
    "method": "GET",
    "path": "/api/v1/organization/roles/{roleId}",
    "status": 200,
    "area": "organization",
    "module": "organization-roles",
    "isPublic": false,
    "permission": {
      "organization": "role:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getOrganizationRoleBySlug": {
    "method": "GET",
    "path": "/api/v1/organization/roles/slug/{slug}",
    "status": 200,
    "area": "organization",
    "module": "organization-roles",
    "isPublic": false,
    "permission": {
      "organization": "role:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getOrganizationUser": {
    "method": "GET",
    "path": "/api/v2/organizations/{organizationId}/memberships/{membershipId}",
    "status": 200,
    "area": "organization",
    "module": "organization-users",
    "isPublic": false,
    "permission": {
      "organization": "member:read"
    },
    "projectIn": null,
    "organizationIn": {
      "part": "params",
      "name": "organizationId"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getOwnAccount": {
    "method": "GET",
    "path": "/api/v1/user",
    "status": 200,
    "area": "identity",
    "module": "account",
    "isPublic": false,
    "permission": {
      "none": "Everybody may see their own account."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": true,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getOwnAccountInOrganization": {
    "method": "GET",
    "path": "/api/v2/users/me",
    "status": 200,
    "area": "identity",
    "module": "account",
    "isPublic": false,
    "permission": {
      "none": "Everybody may see their own account."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": "session",
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getOwnOrganizationPermissions": {
    "method": "GET",
    "path": "/api/v1/organization/permissions",
    "status": 200,
    "area": "organization",
    "module": "organization-roles",
    "isPublic": false,
    "permission": {
      "none": "Everybody may know what they are allowed to do."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": "session",
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getOwnProjectPermissions": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/permissions",
    "status": 200,
    "area": "project",
    "module": "access",
    "isPublic": false,
    "permission": {
      "none": "Every member may know what they are allowed to do.",
      "by": "projectId"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getOwnServiceToken": {
    "method": "GET",
    "path": "/api/v2/service-token",
    "status": 200,
    "area": "project",
    "module": "service-tokens",
    "isPublic": false,
    "permission": {
      "none": "Whoever has a token may see what it is for."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getPendingLink": {
    "method": "GET",
    "path": "/api/v1/sso/oidc/link",
    "status": 200,
    "area": "identity",
    "module": "single-sign-on",
    "isPublic": false,
    "permission": {
      "none": "It is about the caller's own account."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getPrivilege": {
    "method": "GET",
    "path": "/api/v2/identity-project-additional-privilege/{id}",
    "status": 200,
    "area": "project",
    "module": "privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:read",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": true,
    "mayBeRequested": false,
    "audit": null
  },
  "getPrivilegeBySlug": {
    "method": "GET",
    "path": "/api/v2/identity-project-additional-privilege/slug/{privilegeSlug}",
    "status": 200,
    "area": "project",
    "module": "privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getProject": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}",
    "status": 200,
    "area": "project",
    "module": "projects",
    "isPublic": false,
    "permission": {
      "none": "Every member of the project may see it.",
      "by": "projectId"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getProjectBySlug": {
    "method": "GET",
    "path": "/api/v1/projects/slug/{slug}",
    "status": 200,
    "area": "project",
    "module": "projects",
    "isPublic": false,
    "permission": {
      "none": "Every member of the project may see it.",
      "by": "slug"
    },
    "projectIn": {
      "part": "params",
      "name": "slug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getProjectGroup": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/memberships/groups/{groupId}",
    "status": 200,
    "area": "project",
    "module": "project-groups",
    "isPublic": false,
    "permission": {
      "project": "groups:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getProjectGroupLegacy": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/groups/{groupIdOrName}",
    "status": 200,
    "area": "project",
    "module": "project-groups",
    "isPublic": false,
    "permission": {
      "project": "groups:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getProjectIdentity": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/memberships/identities/{identityId}",
    "status": 200,
    "area": "project",
    "module": "project-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getProjectIdentityLegacy": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/identity-memberships/{identityId}",
    "status": 200,
    "area": "project",
    "module": "project-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getProjectMembershipOfUser": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/user/{userId}/membership",
    "status": 200,
    "area": "project",
    "module": "project-users",
    "isPublic": false,
    "permission": {
      "project": "member:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getProjectOwnedIdentity": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/identities/{identityId}",
    "status": 200,
    "area": "project",
    "module": "project-owned-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getProjectRole": {
    "method": "GET",
    "path": "/api/v1/projects/roles/{projectRoleId}",
    "status": 200,
    "area": "project",
    "module": "project-roles",
    "isPublic": false,
    "permission": {
      "project": "role:read",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getProjectRoleBySlug": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/roles/slug/{slug}",
    "status": 200,
    "area": "project",
    "module": "project-roles",
    "isPublic": false,
    "permission": {
      "project": "role:read"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getProjectUser": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/memberships/{projectMembershipId}",
    "status": 200,
    "area": "project",
    "module": "project-users",
    "isPublic": false,
    "permission": {
      "project": "member:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getRawSecret": {
    "method": "GET",
    "path": "/api/v3/secrets/raw/{secretName}",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:readValue",
      "or": [
        "secrets:describeSecret"
      ],
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": true,
    "mayBeRequested": false,
    "audit": "get-secret"
  },
  "getRawSecretById": {
    "method": "GET",
    "path": "/api/v3/secrets/raw/id/{secretId}",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:readValue",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": true,
    "mayBeRequested": false,
    "audit": "get-secret"
  },
  "getReadiness": {
    "method": "GET",
    "path": "/readyz",
    "status": 200,
    "area": "instance",
    "module": "status",
    "isPublic": true,
    "permission": {
      "none": "It tells nothing about anybody's data."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getSecret": {
    "method": "GET",
    "path": "/api/v4/secrets/{secretName}",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:readValue",
      "or": [
        "secrets:describeSecret"
      ],
      "by": "row",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": true,
    "mayBeRequested": false,
    "audit": "get-secret"
  },
  "getSecretById": {
    "method": "GET",
    "path": "/api/v4/secrets/id/{secretId}",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:readValue",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": true,
    "mayBeRequested": false,
    "audit": "get-secret"
  },
  "getSecretImport": {
    "method": "GET",
    "path": "/api/v2/secret-imports/{secretImportId}",
    "status": 200,
    "area": "secrets",
    "module": "secret-imports",
    "isPublic": false,
    "permission": {
      "project": "secret-imports:read",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getSecretReminder": {
    "method": "GET",
    "path": "/api/v1/reminders/secrets/{secretId}",
    "status": 200,
    "area": "secrets",
    "module": "reminders",
    "isPublic": false,
    "permission": {
      "project": "secrets:describeSecret",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getSecretRotation": {
    "method": "GET",
    "path": "/api/v2/secret-rotations/{type}/{rotationId}",
    "status": 200,
    "area": "secrets",
    "module": "secret-rotations",
    "isPublic": false,
    "permission": {
      "project": "secret-rotation:read",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getSecretRotationByName": {
    "method": "GET",
    "path": "/api/v2/secret-rotations/{type}/rotation-name/{rotationName}",
    "status": 200,
    "area": "secrets",
    "module": "secret-rotations",
    "isPublic": false,
    "permission": {
      "project": "secret-rotation:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getSecretVersionValue": {
    "method": "GET",
    "path": "/api/v1/dashboard/secret-versions/{secretId}/value/{version}",
    "status": 200,
    "area": "secrets",
    "module": "secret-versions",
    "isPublic": false,
    "permission": {
      "project": "secrets:describeSecret",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "dashboard-get-secret-version-value"
  },
  "getSecretsOverview": {
    "method": "GET",
    "path": "/api/v1/dashboard/secrets-overview",
    "status": 200,
    "area": "secrets",
    "module": "dashboard",
    "isPublic": false,
    "permission": {
      "project": "secrets:describeSecret",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getSingleSignOn": {
    "method": "GET",
    "path": "/api/v1/sso/oidc/config",
    "status": 200,
    "area": "identity",
    "module": "single-sign-on",
    "isPublic": false,
    "permission": {
      "organization": "sso:read"
    },
    "projectIn": null,
    "organizationIn": {
      "part": "query",
      "name": "organizationId"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getStatus": {
    "method": "GET",
    "path": "/api/status",
    "status": 200,
    "area": "instance",
    "module": "status",
    "isPublic": true,
    "permission": {
      "none": "It tells nothing about anybody's data."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getTag": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/tags/{tagId}",
    "status": 200,
    "area": "project",
    "module": "tags",
    "isPublic": false,
    "permission": {
      "project": "tags:read"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getTagBySlug": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/tags/slug/{tagSlug}",
    "status": 200,
    "area": "project",
    "module": "tags",
    "isPublic": false,
    "permission": {
      "project": "tags:read"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getTlsCertAuth": {
    "method": "GET",
    "path": "/api/v1/auth/tls-cert-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "tls-cert-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getTokenAuth": {
    "method": "GET",
    "path": "/api/v1/auth/token-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "token-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getTokenAuthToken": {
    "method": "GET",
    "path": "/api/v1/auth/token-auth/tokens/{tokenId}",
    "status": 200,
    "area": "identity",
    "module": "token-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:get-token"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getTokenAuthTokenOfIdentity": {
    "method": "GET",
    "path": "/api/v1/auth/token-auth/identities/{identityId}/tokens/{tokenId}",
    "status": 200,
    "area": "identity",
    "module": "token-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:get-token"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getTotp": {
    "method": "GET",
    "path": "/api/v1/user/me/totp",
    "status": 200,
    "area": "identity",
    "module": "second-factor",
    "isPublic": false,
    "permission": {
      "none": "Everybody may see their own second factor."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getUniversalAuth": {
    "method": "GET",
    "path": "/api/v1/auth/universal-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "universal-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getUserPrivilege": {
    "method": "GET",
    "path": "/api/v1/user-project-additional-privilege/{privilegeId}",
    "status": 200,
    "area": "project",
    "module": "user-privileges",
    "isPublic": false,
    "permission": {
      "project": "member:read",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getWebhook": {
    "method": "GET",
    "path": "/api/v1/webhooks/{webhookId}",
    "status": 200,
    "area": "secrets",
    "module": "webhooks",
    "isPublic": false,
    "permission": {
      "project": "webhooks:read",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getWorkspace": {
    "method": "GET",
    "path": "/api/v1/workspace/{workspaceId}",
    "status": 200,
    "area": "project",
    "module": "projects",
    "isPublic": false,
    "permission": {
      "none": "Every member of the project may see it.",
      "by": "workspaceId"
    },
    "projectIn": {
      "part": "params",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getWorkspaceBySlug": {
    "method": "GET",
    "path": "/api/v2/workspace/{slug}",
    "status": 200,
    "area": "project",
    "module": "projects",
    "isPublic": false,
    "permission": {
      "none": "Every member of the project may see it.",
      "by": "slug"
    },
    "projectIn": {
      "part": "params",
      "name": "slug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getWorkspaceChangePolicy": {
    "method": "GET",
    "path": "/api/v1/secret-approvals/{changePolicyId}",
    "status": 200,
    "area": "secrets",
    "module": "change-policies",
    "isPublic": false,
    "permission": {
      "project": "secret-approval:read",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getWorkspaceEnvironment": {
    "method": "GET",
    "path": "/api/v1/workspace/{workspaceId}/environments/{id}",
    "status": 200,
    "area": "project",
    "module": "environments",
    "isPublic": false,
    "permission": {
      "project": "environments:read"
    },
    "projectIn": {
      "part": "params",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getWorkspaceGoverningPolicy": {
    "method": "GET",
    "path": "/api/v1/secret-approvals/board",
    "status": 200,
    "area": "secrets",
    "module": "change-policies",
    "isPublic": false,
    "permission": {
      "none": "Every member may know whose approval a change needs.",
      "by": "workspaceId"
    },
    "projectIn": {
      "part": "query",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getWorkspaceGroup": {
    "method": "GET",
    "path": "/api/v2/workspace/{projectId}/groups/{groupIdOrName}",
    "status": 200,
    "area": "project",
    "module": "project-groups",
    "isPublic": false,
    "permission": {
      "project": "groups:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getWorkspaceIdentity": {
    "method": "GET",
    "path": "/api/v2/workspace/{projectId}/identity-memberships/{identityId}",
    "status": 200,
    "area": "project",
    "module": "project-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getWorkspaceIdentityMembership": {
    "method": "GET",
    "path": "/api/v2/workspace/identity-memberships/{identityMembershipId}",
    "status": 200,
    "area": "project",
    "module": "project-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:read",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getWorkspaceRoleBySlug": {
    "method": "GET",
    "path": "/api/v2/workspace/{projectId}/roles/slug/{slug}",
    "status": 200,
    "area": "project",
    "module": "project-roles",
    "isPublic": false,
    "permission": {
      "project": "role:read"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getWorkspaceTag": {
    "method": "GET",
    "path": "/api/v1/workspace/{projectId}/tags/{tagId}",
    "status": 200,
    "area": "project",
    "module": "tags",
    "isPublic": false,
    "permission": {
      "project": "tags:read"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getWorkspaceTagBySlug": {
    "method": "GET",
    "path": "/api/v1/workspace/{projectId}/tags/slug/{tagSlug}",
    "status": 200,
    "area": "project",
    "module": "tags",
    "isPublic": false,
    "permission": {
      "project": "tags:read"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "getWorkspaceUser": {
    "method": "GET",
    "path": "/api/v1/workspace/{projectId}/memberships/{projectMembershipId}",
    "status": 200,
    "area": "project",
    "module": "project-users",
    "isPublic": false,
    "permission": {
      "project": "member:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "grantInstanceAdmin": {
    "method": "PATCH",
    "path": "/api/v1/admin/user-management/users/{userId}/admin-access",
    "status": 200,
    "area": "instance",
    "module": "instance-users",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "grant-instance-admin"
  },
  "grantProjectAdminAccess": {
    "method": "POST",
    "path": "/api/v1/organization-admin/projects/{projectId}/grant-admin-access",
    "status": 200,
    "area": "organization",
    "module": "organization-projects",
    "isPublic": false,
    "permission": {
      "organization": "organization-admin-console:access-all-projects"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "org-admin-accessed-project"
  },
  "importAuthorityCertificate": {
    "method": "POST",
    "path": "/api/v1/cert-manager/ca/internal/{caId}/import-certificate",
    "status": 200,
    "area": "certificates",
    "module": "authority-certificates",
    "isPublic": false,
    "permission": {
      "project": "certificate-authorities:issue-ca-certificate",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "import-certificate-authority-cert"
  },
  "importSecrets": {
    "method": "POST",
    "path": "/api/v1/projects/{projectId}/import",
    "status": 200,
    "area": "secrets",
    "module": "import-export",
    "isPublic": false,
    "permission": {
      "project": "secrets:create",
      "or": [
        "secrets:edit"
      ],
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "import-secrets"
  },
  "inspectInvitation": {
    "method": "POST",
    "path": "/api/v1/invite-org/inspect",
    "status": 200,
    "area": "organization",
    "module": "invitations",
    "isPublic": true,
    "permission": {
      "none": "The code is in the request."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": "login",
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "inviteUsers": {
    "method": "POST",
    "path": "/api/v1/invite-org/signup",
    "status": 200,
    "area": "organization",
    "module": "invitations",
    "isPublic": false,
    "permission": {
      "organization": "member:create"
    },
    "projectIn": null,
    "organizationIn": {
      "part": "body",
      "name": "organizationId"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "invite-organization-users"
  },
  "issueCertificate": {
    "method": "POST",
    "path": "/api/v1/cert-manager/certificates/issue-certificate",
    "status": 200,
    "area": "certificates",
    "module": "certificates",
    "isPublic": false,
    "permission": {
      "project": "certificates:create",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "issue-cert"
  },
  "issueLegacyCertificate": {
    "method": "POST",
    "path": "/api/v1/pki/certificates/issue-certificate",
    "status": 200,
    "area": "certificates",
    "module": "certificates",
    "isPublic": false,
    "permission": {
      "project": "certificates:create",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "issue-cert"
  },
  "joinOrganization": {
    "method": "POST",
    "path": "/api/v1/admin/organization-management/organizations/{organizationId}/access",
    "status": 200,
    "area": "instance",
    "module": "instance-organizations",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "join-organization"
  },
  "leaveProject": {
    "method": "DELETE",
    "path": "/api/v1/projects/{projectId}/leave",
    "status": 200,
    "area": "project",
    "module": "project-users",
    "isPublic": false,
    "permission": {
      "none": "Everybody may end their own membership.",
      "by": "projectId"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "leave-project"
  },
  "linkAccount": {
    "method": "POST",
    "path": "/api/v1/sso/oidc/link",
    "status": 200,
    "area": "identity",
    "module": "single-sign-on",
    "isPublic": false,
    "permission": {
      "none": "It is about the caller's own account."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "owner",
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": true,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "link-single-sign-on"
  },
  "linkOrganizationGroup": {
    "method": "POST",
    "path": "/api/v1/organizations/memberships/groups/{groupId}",
    "status": 200,
    "area": "organization",
    "module": "groups",
    "isPublic": false,
    "permission": {
      "organization": "groups:create"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listAccessPolicies": {
    "method": "GET",
    "path": "/api/v1/access-approvals/policies",
    "status": 200,
    "area": "project",
    "module": "access-policies",
    "isPublic": false,
    "permission": {
      "none": "Every member may know whom to ask for what.",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listAccessRequests": {
    "method": "GET",
    "path": "/api/v1/access-approvals/requests",
    "status": 200,
    "area": "project",
    "module": "access-requests",
    "isPublic": false,
    "permission": {
      "none": "Everybody may see their own requests and what they may approve.",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listAccessibleOrganizations": {
    "method": "GET",
    "path": "/api/v1/organization/accessible-with-sub-orgs",
    "status": 200,
    "area": "organization",
    "module": "organizations",
    "isPublic": false,
    "permission": {
      "none": "It lists only what the caller belongs to."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": true,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listAllProjects": {
    "method": "GET",
    "path": "/api/v1/organization-admin/projects",
    "status": 200,
    "area": "organization",
    "module": "organization-projects",
    "isPublic": false,
    "permission": {
      "organization": "organization-admin-console:access-all-projects"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listAllowedActors": {
    "method": "POST",
    "path": "/api/v1/projects/{projectId}/access/who",
    "status": 200,
    "area": "project",
    "module": "access",
    "isPublic": false,
    "permission": {
      "project": "identity:read",
      "or": [
        "member:read",
        "service-tokens:read"
      ],
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listAppConnectionOptions": {
    "method": "GET",
    "path": "/api/v1/app-connections/options",
    "status": 200,
    "area": "secrets",
    "module": "app-connections",
    "isPublic": false,
    "permission": {
      "none": "It is the same for everybody."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listAppConnections": {
    "method": "GET",
    "path": "/api/v1/app-connections",
    "status": 200,
    "area": "secrets",
    "module": "app-connections",
    "isPublic": false,
    "permission": {
      "organization": "app-connections:read",
      "or": [
        "app-connections:read-app-connections"
      ],
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listAppConnectionsOfApp": {
    "method": "GET",
    "path": "/api/v1/app-connections/{app}",
    "status": 200,
    "area": "secrets",
    "module": "app-connections",
    "isPublic": false,
    "permission": {
      "organization": "app-connections:read",
      "or": [
        "app-connections:read-app-connections"
      ],
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listAuditLogs": {
    "method": "GET",
    "path": "/api/v1/organization/audit-logs",
    "status": 200,
    "area": "organization",
    "module": "audit-logs",
    "isPublic": false,
    "permission": {
      "none": "Only the caller's own entries and those of logs that the caller may read are listed.",
      "more": "audit-logs:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "view-audit-logs"
  },
  "listAuthorityCertificates": {
    "method": "GET",
    "path": "/api/v1/cert-manager/ca/internal/{caId}/ca-certificates",
    "status": 200,
    "area": "certificates",
    "module": "authority-certificates",
    "isPublic": false,
    "permission": {
      "project": "certificate-authorities:read",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listAvailableAppConnections": {
    "method": "GET",
    "path": "/api/v1/app-connections/{app}/available",
    "status": 200,
    "area": "secrets",
    "module": "app-connections",
    "isPublic": false,
    "permission": {
      "organization": "app-connections:connect",
      "or": [
        "app-connections:connect-app-connections"
      ],
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listCertificateAuthorities": {
    "method": "GET",
    "path": "/api/v1/cert-manager/ca/internal",
    "status": 200,
    "area": "certificates",
    "module": "certificate-authorities",
    "isPublic": false,
    "permission": {
      "project": "certificate-authorities:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listCertificates": {
    "method": "GET",
    "path": "/api/v1/cert-manager/certificates",
    "status": 200,
    "area": "certificates",
    "module": "certificates",
    "isPublic": false,
    "permission": {
      "project": "certificates:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listChangePolicies": {
    "method": "GET",
    "path": "/api/v2/secret-approvals",
    "status": 200,
    "area": "secrets",
    "module": "change-policies",
    "isPublic": false,
    "permission": {
      "project": "secret-approval:read"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listChangeRequests": {
    "method": "GET",
    "path": "/api/v1/secret-approval-requests",
    "status": 200,
    "area": "secrets",
    "module": "change-requests",
    "isPublic": false,
    "permission": {
      "none": "It shows what the caller made or may review.",
      "by": "projectId"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listClientSecrets": {
    "method": "GET",
    "path": "/api/v1/auth/universal-auth/identities/{identityId}/client-secrets",
    "status": 200,
    "area": "identity",
    "module": "client-secrets",
    "isPublic": false,
    "permission": {
      "organization": "identity:get-token"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listCommitAuthors": {
    "method": "GET",
    "path": "/api/v1/pit/commits/authors",
    "status": 200,
    "area": "secrets",
    "module": "point-in-time",
    "isPublic": false,
    "permission": {
      "project": "commits:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listCommits": {
    "method": "GET",
    "path": "/api/v1/pit/commits",
    "status": 200,
    "area": "secrets",
    "module": "point-in-time",
    "isPublic": false,
    "permission": {
      "project": "commits:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listDynamicSecretLeases": {
    "method": "GET",
    "path": "/api/v1/dynamic-secrets/{dynamicSecretName}/leases",
    "status": 200,
    "area": "secrets",
    "module": "dynamic-secret-leases",
    "isPublic": false,
    "permission": {
      "project": "dynamic-secrets:lease",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listDynamicSecrets": {
    "method": "GET",
    "path": "/api/v1/dynamic-secrets",
    "status": 200,
    "area": "secrets",
    "module": "dynamic-secrets",
    "isPublic": false,
    "permission": {
      "project": "dynamic-secrets:read-root-credential",
      "on": "row",
      "or": [
        "dynamic-secrets:lease"
      ]
    },
    "projectIn": {
      "part": "query",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listFolderSecrets": {
    "method": "GET",
    "path": "/api/v1/dashboard/folder-secrets",
    "status": 200,
    "area": "secrets",
    "module": "dashboard",
    "isPublic": false,
    "permission": {
      "project": "secrets:describeSecret",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listFolders": {
    "method": "GET",
    "path": "/api/v2/folders",
    "status": 200,
    "area": "secrets",
    "module": "folders",
    "isPublic": false,
    "permission": {
      "none": "Every member of a project sees its folders.",
      "by": "projectId"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listGroupIdentities": {
    "method": "GET",
    "path": "/api/v1/groups/{id}/machine-identities",
    "status": 200,
    "area": "organization",
    "module": "group-members",
    "isPublic": false,
    "permission": {
      "organization": "groups:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listGroupMembers": {
    "method": "GET",
    "path": "/api/v1/groups/{id}/members",
    "status": 200,
    "area": "organization",
    "module": "group-members",
    "isPublic": false,
    "permission": {
      "organization": "groups:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listGroupProjects": {
    "method": "GET",
    "path": "/api/v1/groups/{id}/projects",
    "status": 200,
    "area": "organization",
    "module": "group-members",
    "isPublic": false,
    "permission": {
      "organization": "groups:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listGroupUsers": {
    "method": "GET",
    "path": "/api/v1/groups/{id}/users",
    "status": 200,
    "area": "organization",
    "module": "group-members",
    "isPublic": false,
    "permission": {
      "organization": "groups:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listGroups": {
    "method": "GET",
    "path": "/api/v1/groups",
    "status": 200,
    "area": "organization",
    "module": "groups",
    "isPublic": false,
    "permission": {
      "organization": "groups:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listIdentities": {
    "method": "GET",
    "path": "/api/v1/identities",
    "status": 200,
    "area": "identity",
    "module": "identities",
    "isPublic": false,
    "permission": {
      "organization": "identity:read"
    },
    "projectIn": null,
    "organizationIn": {
      "part": "query",
      "name": "orgId"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listImportRuns": {
    "method": "GET",
    "path": "/api/v1/admin/imports",
    "status": 200,
    "area": "secrets",
    "module": "import-export",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listImportedSecrets": {
    "method": "GET",
    "path": "/api/v2/secret-imports/secrets",
    "status": 200,
    "area": "secrets",
    "module": "secret-imports",
    "isPublic": false,
    "permission": {
      "project": "secret-imports:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "get-secrets"
  },
  "listInstanceIdentities": {
    "method": "GET",
    "path": "/api/v1/admin/identity-management/identities",
    "status": 200,
    "area": "instance",
    "module": "instance-users",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listInstanceOrganizations": {
    "method": "GET",
    "path": "/api/v1/admin/organization-management/organizations",
    "status": 200,
    "area": "instance",
    "module": "instance-organizations",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listInstanceUsers": {
    "method": "GET",
    "path": "/api/v1/admin/user-management/users",
    "status": 200,
    "area": "instance",
    "module": "instance-users",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listLegacyFolders": {
    "method": "GET",
    "path": "/api/v1/folders",
    "status": 200,
    "area": "secrets",
    "module": "folders",
    "isPublic": false,
    "permission": {
      "none": "Every member of a project sees its folders.",
      "by": "workspaceId"
    },
    "projectIn": {
      "part": "query",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listLegacyImportedSecrets": {
    "method": "GET",
    "path": "/api/v1/secret-imports/secrets/raw",
    "status": 200,
    "area": "secrets",
    "module": "secret-imports",
    "isPublic": false,
    "permission": {
      "project": "secret-imports:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "get-secrets"
  },
  "listLegacyPrivileges": {
    "method": "GET",
    "path": "/api/v1/additional-privilege/identity",
    "status": 200,
    "area": "project",
    "module": "privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listLegacyProjectRoles": {
    "method": "GET",
    "path": "/api/v1/workspace/{projectSlug}/roles",
    "status": 200,
    "area": "project",
    "module": "project-roles",
    "isPublic": false,
    "permission": {
      "project": "role:read"
    },
    "projectIn": {
      "part": "params",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listLegacySecretImports": {
    "method": "GET",
    "path": "/api/v1/secret-imports",
    "status": 200,
    "area": "secrets",
    "module": "secret-imports",
    "isPublic": false,
    "permission": {
      "project": "secret-imports:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listOrganizationGroups": {
    "method": "GET",
    "path": "/api/v1/organizations/memberships/groups",
    "status": 200,
    "area": "organization",
    "module": "groups",
    "isPublic": false,
    "permission": {
      "organization": "groups:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listOrganizationRoles": {
    "method": "GET",
    "path": "/api/v1/organization/roles",
    "status": 200,
    "area": "organization",
    "module": "organization-roles",
    "isPublic": false,
    "permission": {
      "organization": "role:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listOrganizationUsers": {
    "method": "GET",
    "path": "/api/v2/organizations/{organizationId}/memberships",
    "status": 200,
    "area": "organization",
    "module": "organization-users",
    "isPublic": false,
    "permission": {
      "organization": "member:read"
    },
    "projectIn": null,
    "organizationIn": {
      "part": "params",
      "name": "organizationId"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listOrganizationUsersLegacy": {
    "method": "GET",
    "path": "/api/v1/organization/{organizationId}/users",
    "status": 200,
    "area": "organization",
    "module": "organization-users",
    "isPublic": false,
    "permission": {
      "organization": "member:read"
    },
    "projectIn": null,
    "organizationIn": {
      "part": "params",
      "name": "organizationId"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listOrganizationWorkspaces": {
    "method": "GET",
    "path": "/api/v2/organizations/{organizationId}/workspaces",
    "status": 200,
    "area": "organization",
    "module": "organization-projects",
    "isPublic": false,
    "permission": {
      "none": "It lists only what the caller is a member of.",
      "by": "organizationId"
    },
    "projectIn": null,
    "organizationIn": {
      "part": "params",
      "name": "organizationId"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listOrganizations": {
    "method": "GET",
    "path": "/api/v1/organization",
    "status": 200,
    "area": "organization",
    "module": "organizations",
    "isPublic": false,
    "permission": {
      "none": "It lists only what the caller belongs to."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": true,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listOwnImportRuns": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/import",
    "status": 200,
    "area": "secrets",
    "module": "import-export",
    "isPublic": false,
    "permission": {
      "none": "Everybody may see their own imports.",
      "by": "projectId"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listOwnOrganizationsPlain": {
    "method": "GET",
    "path": "/api/v2/users/me/organizations",
    "status": 200,
    "area": "organization",
    "module": "organizations",
    "isPublic": false,
    "permission": {
      "none": "It lists only what the caller belongs to."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": true,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listOwnSessions": {
    "method": "GET",
    "path": "/api/v2/users/me/sessions",
    "status": 200,
    "area": "identity",
    "module": "account",
    "isPublic": false,
    "permission": {
      "none": "Everybody may see their own sessions."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": "session",
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listPasskeys": {
    "method": "GET",
    "path": "/api/v1/user/me/webauthn",
    "status": 200,
    "area": "identity",
    "module": "passkeys",
    "isPublic": false,
    "permission": {
      "none": "Everybody may see their own passkeys."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listPrivileges": {
    "method": "GET",
    "path": "/api/v2/identity-project-additional-privilege",
    "status": 200,
    "area": "project",
    "module": "privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listProjectAuditLogs": {
    "method": "GET",
    "path": "/api/v1/workspace/{workspaceId}/audit-logs",
    "status": 200,
    "area": "organization",
    "module": "audit-logs",
    "isPublic": false,
    "permission": {
      "project": "audit-logs:read"
    },
    "projectIn": {
      "part": "params",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "view-audit-logs"
  },
  "listProjectGroups": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/memberships/groups",
    "status": 200,
    "area": "project",
    "module": "project-groups",
    "isPublic": false,
    "permission": {
      "project": "groups:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listProjectGroupsLegacy": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/groups",
    "status": 200,
    "area": "project",
    "module": "project-groups",
    "isPublic": false,
    "permission": {
      "project": "groups:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listProjectIdentities": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/memberships/identities",
    "status": 200,
    "area": "project",
    "module": "project-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listProjectIdentitiesLegacy": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/identity-memberships",
    "status": 200,
    "area": "project",
    "module": "project-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listProjectLeases": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/leases",
    "status": 200,
    "area": "secrets",
    "module": "project-leases",
    "isPublic": false,
    "permission": {
      "project": "dynamic-secrets:lease",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listProjectMembershipsOfIdentity": {
    "method": "GET",
    "path": "/api/v1/identities/{identityId}/identity-memberships",
    "status": 200,
    "area": "organization",
    "module": "organization-projects",
    "isPublic": false,
    "permission": {
      "organization": "identity:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listProjectMembershipsOfUser": {
    "method": "GET",
    "path": "/api/v2/organizations/{organizationId}/memberships/{membershipId}/project-memberships",
    "status": 200,
    "area": "organization",
    "module": "organization-projects",
    "isPublic": false,
    "permission": {
      "organization": "member:read"
    },
    "projectIn": null,
    "organizationIn": {
      "part": "params",
      "name": "organizationId"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listProjectOwnedIdentities": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/identities",
    "status": 200,
    "area": "project",
    "module": "project-owned-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listProjectRoles": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/roles",
    "status": 200,
    "area": "project",
    "module": "project-roles",
    "isPublic": false,
    "permission": {
      "project": "role:read"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listProjectUsers": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/memberships",
    "status": 200,
    "area": "project",
    "module": "project-users",
    "isPublic": false,
    "permission": {
      "project": "member:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listProjects": {
    "method": "GET",
    "path": "/api/v1/projects",
    "status": 200,
    "area": "project",
    "module": "projects",
    "isPublic": false,
    "permission": {
      "none": "It lists only what the caller is a member of."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listRawSecrets": {
    "method": "GET",
    "path": "/api/v3/secrets/raw",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:readValue",
      "or": [
        "secrets:describeSecret"
      ],
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "get-secrets"
  },
  "listReferringSecrets": {
    "method": "POST",
    "path": "/api/v1/dashboard/secret-references",
    "status": 200,
    "area": "secrets",
    "module": "dashboard",
    "isPublic": false,
    "permission": {
      "project": "secrets:describeSecret",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listRevocationLists": {
    "method": "GET",
    "path": "/api/v1/cert-manager/ca/internal/{caId}/crls",
    "status": 200,
    "area": "certificates",
    "module": "revocation-lists",
    "isPublic": false,
    "permission": {
      "project": "certificate-authorities:read",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listSecretImports": {
    "method": "GET",
    "path": "/api/v2/secret-imports",
    "status": 200,
    "area": "secrets",
    "module": "secret-imports",
    "isPublic": false,
    "permission": {
      "project": "secret-imports:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listSecretReads": {
    "method": "GET",
    "path": "/api/v1/dashboard/secret-reads",
    "status": 200,
    "area": "secrets",
    "module": "dashboard",
    "isPublic": false,
    "permission": {
      "project": "audit-logs:read"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listSecretRotationOptions": {
    "method": "GET",
    "path": "/api/v2/secret-rotations/options",
    "status": 200,
    "area": "secrets",
    "module": "secret-rotations",
    "isPublic": false,
    "permission": {
      "none": "It is the same for everybody."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listSecretRotations": {
    "method": "GET",
    "path": "/api/v2/secret-rotations",
    "status": 200,
    "area": "secrets",
    "module": "secret-rotations",
    "isPublic": false,
    "permission": {
      "project": "secret-rotation:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listSecretRotationsOfType": {
    "method": "GET",
    "path": "/api/v2/secret-rotations/{type}",
    "status": 200,
    "area": "secrets",
    "module": "secret-rotations",
    "isPublic": false,
    "permission": {
      "project": "secret-rotation:read",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listSecretVersionFacts": {
    "method": "GET",
    "path": "/api/v1/dashboard/secret-versions/{secretId}",
    "status": 200,
    "area": "secrets",
    "module": "secret-versions",
    "isPublic": false,
    "permission": {
      "project": "secrets:describeSecret",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listSecretVersions": {
    "method": "GET",
    "path": "/api/v1/secret/{secretId}/secret-versions",
    "status": 200,
    "area": "secrets",
    "module": "secret-versions",
    "isPublic": false,
    "permission": {
      "project": "secrets:describeSecret",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "get-secret-versions"
  },
  "listSecrets": {
    "method": "GET",
    "path": "/api/v4/secrets",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:readValue",
      "or": [
        "secrets:describeSecret"
      ],
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "get-secrets"
  },
  "listServiceTokens": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/service-token-data",
    "status": 200,
    "area": "project",
    "module": "service-tokens",
    "isPublic": false,
    "permission": {
      "project": "service-tokens:read"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listTags": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/tags",
    "status": 200,
    "area": "project",
    "module": "tags",
    "isPublic": false,
    "permission": {
      "project": "tags:read"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listTemporaryAccess": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/access/temporary",
    "status": 200,
    "area": "project",
    "module": "temporary-access",
    "isPublic": false,
    "permission": {
      "project": "identity:read",
      "or": [
        "member:read",
        "groups:read"
      ],
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listTokenAuthTokens": {
    "method": "GET",
    "path": "/api/v1/auth/token-auth/identities/{identityId}/tokens",
    "status": 200,
    "area": "identity",
    "module": "token-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:get-token"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listTrash": {
    "method": "GET",
    "path": "/api/v1/projects/{projectId}/trash/items",
    "status": 200,
    "area": "secrets",
    "module": "trash",
    "isPublic": false,
    "permission": {
      "project": "secrets:describeSecret",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listUserPrivileges": {
    "method": "GET",
    "path": "/api/v1/user-project-additional-privilege",
    "status": 200,
    "area": "project",
    "module": "user-privileges",
    "isPublic": false,
    "permission": {
      "project": "member:read",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listWebhookDeliveries": {
    "method": "GET",
    "path": "/api/v1/webhooks/{webhookId}/deliveries",
    "status": 200,
    "area": "secrets",
    "module": "webhooks",
    "isPublic": false,
    "permission": {
      "project": "webhooks:read",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listWebhooks": {
    "method": "GET",
    "path": "/api/v1/webhooks",
    "status": 200,
    "area": "secrets",
    "module": "webhooks",
    "isPublic": false,
    "permission": {
      "project": "webhooks:read"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listWorkspaceChangePolicies": {
    "method": "GET",
    "path": "/api/v1/secret-approvals",
    "status": 200,
    "area": "secrets",
    "module": "change-policies",
    "isPublic": false,
    "permission": {
      "project": "secret-approval:read"
    },
    "projectIn": {
      "part": "query",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listWorkspaceGroupUsers": {
    "method": "GET",
    "path": "/api/v2/workspace/{projectId}/groups/{groupIdOrName}/users",
    "status": 200,
    "area": "project",
    "module": "project-groups",
    "isPublic": false,
    "permission": {
      "project": "groups:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listWorkspaceGroups": {
    "method": "GET",
    "path": "/api/v2/workspace/{projectId}/groups",
    "status": 200,
    "area": "project",
    "module": "project-groups",
    "isPublic": false,
    "permission": {
      "project": "groups:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listWorkspaceIdentities": {
    "method": "GET",
    "path": "/api/v2/workspace/{projectId}/identity-memberships",
    "status": 200,
    "area": "project",
    "module": "project-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listWorkspaceRoles": {
    "method": "GET",
    "path": "/api/v2/workspace/{projectId}/roles",
    "status": 200,
    "area": "project",
    "module": "project-roles",
    "isPublic": false,
    "permission": {
      "project": "role:read"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listWorkspaceTags": {
    "method": "GET",
    "path": "/api/v1/workspace/{projectId}/tags",
    "status": 200,
    "area": "project",
    "module": "tags",
    "isPublic": false,
    "permission": {
      "project": "tags:read"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listWorkspaceUsers": {
    "method": "GET",
    "path": "/api/v1/workspace/{projectId}/memberships",
    "status": 200,
    "area": "project",
    "module": "project-users",
    "isPublic": false,
    "permission": {
      "project": "member:read",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "listWorkspaces": {
    "method": "GET",
    "path": "/api/v1/workspace",
    "status": 200,
    "area": "project",
    "module": "projects",
    "isPublic": false,
    "permission": {
      "none": "It lists only what the caller is a member of."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "logOutByProvider": {
    "method": "POST",
    "path": "/api/v1/sso/oidc/backchannel-logout",
    "status": 200,
    "area": "identity",
    "module": "single-sign-on",
    "isPublic": true,
    "permission": {
      "none": "The logout token says which provider sends it."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json",
      "application/x-www-form-urlencoded"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "provider-logout"
  },
  "login": {
    "method": "POST",
    "path": "/api/v3/auth/login",
    "status": 200,
    "area": "identity",
    "module": "sessions",
    "isPublic": true,
    "permission": {
      "none": "The credentials are in the request."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json",
      "application/x-www-form-urlencoded"
    ],
    "responseType": "application/json",
    "rateLimit": "login",
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "user-login"
  },
  "loginWithAwsAuth": {
    "method": "POST",
    "path": "/api/v1/auth/aws-auth/login",
    "status": 200,
    "area": "identity",
    "module": "aws-auth",
    "isPublic": true,
    "permission": {
      "none": "The credentials are in the request."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json",
      "application/x-www-form-urlencoded"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "login-identity-aws-auth"
  },
  "loginWithAzureAuth": {
    "method": "POST",
    "path": "/api/v1/auth/azure-auth/login",
    "status": 200,
    "area": "identity",
    "module": "azure-auth",
    "isPublic": true,
    "permission": {
      "none": "The credentials are in the request."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json",
      "application/x-www-form-urlencoded"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "login-identity-azure-auth"
  },
  "loginWithGcpAuth": {
    "method": "POST",
    "path": "/api/v1/auth/gcp-auth/login",
    "status": 200,
    "area": "identity",
    "module": "gcp-auth",
    "isPublic": true,
    "permission": {
      "none": "The credentials are in the request."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json",
      "application/x-www-form-urlencoded"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "login-identity-gcp-auth"
  },
  "loginWithJwtAuth": {
    "method": "POST",
    "path": "/api/v1/auth/jwt-auth/login",
    "status": 200,
    "area": "identity",
    "module": "jwt-auth",
    "isPublic": true,
    "permission": {
      "none": "The credentials are in the request."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json",
      "application/x-www-form-urlencoded"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "login-identity-jwt-auth"
  },
  "loginWithKubernetesAuth": {
    "method": "POST",
    "path": "/api/v1/auth/kubernetes-auth/login",
    "status": 200,
    "area": "identity",
    "module": "kubernetes-auth",
    "isPublic": true,
    "permission": {
      "none": "The credentials are in the request."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json",
      "application/x-www-form-urlencoded"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "login-identity-kubernetes-auth"
  },
  "loginWithLdapAuth": {
    "method": "POST",
    "path": "/api/v1/auth/ldap-auth/login",
    "status": 200,
    "area": "identity",
    "module": "ldap-auth",
    "isPublic": true,
    "permission": {
      "none": "The credentials are in the request."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json",
      "application/x-www-form-urlencoded"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "login-identity-ldap-auth"
  },
  "loginWithOidcAuth": {
    "method": "POST",
    "path": "/api/v1/auth/oidc-auth/login",
    "status": 200,
    "area": "identity",
    "module": "oidc-auth",
    "isPublic": true,
    "permission": {
      "none": "The credentials are in the request."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json",
      "application/x-www-form-urlencoded"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "login-identity-oidc-auth"
  },
  "loginWithPasskey": {
    "method": "POST",
    "path": "/api/v1/auth/passkeys/login",
    "status": 200,
    "area": "identity",
    "module": "passkeys",
    "isPublic": true,
    "permission": {
      "none": "The credentials are in the request."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": "login",
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "user-login"
  },
  "loginWithTlsCertAuth": {
    "method": "POST",
    "path": "/api/v1/auth/tls-cert-auth/login",
    "status": 200,
    "area": "identity",
    "module": "tls-cert-auth",
    "isPublic": true,
    "permission": {
      "none": "The credentials are in the request."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json",
      "application/x-www-form-urlencoded"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "login-identity-tls-cert-auth"
  },
  "loginWithUniversalAuth": {
    "method": "POST",
    "path": "/api/v1/auth/universal-auth/login",
    "status": 200,
    "area": "identity",
    "module": "universal-auth",
    "isPublic": true,
    "permission": {
      "none": "The credentials are in the request."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json",
      "application/x-www-form-urlencoded"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "login-identity-universal-auth"
  },
  "logout": {
    "method": "POST",
    "path": "/api/v1/auth/logout",
    "status": 200,
    "area": "identity",
    "module": "sessions",
    "isPublic": false,
    "permission": {
      "none": "Everybody may end their own session."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": true,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "user-logout"
  },
  "mergeChangeRequest": {
    "method": "POST",
    "path": "/api/v1/secret-approval-requests/{changeRequestId}/merge",
    "status": 200,
    "area": "secrets",
    "module": "change-requests",
    "isPublic": false,
    "permission": {
      "project": "secret-approval-request:read",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "secret-approval-merged"
  },
  "moveFolder": {
    "method": "POST",
    "path": "/api/v2/folders/move",
    "status": 200,
    "area": "secrets",
    "module": "folders",
    "isPublic": false,
    "permission": {
      "project": "secret-folders:delete",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "move-folder"
  },
  "moveSecretRotation": {
    "method": "POST",
    "path": "/api/v2/secret-rotations/{type}/{rotationId}/move",
    "status": 200,
    "area": "secrets",
    "module": "secret-rotations",
    "isPublic": false,
    "permission": {
      "project": "secret-rotation:delete",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "move-secret-rotation"
  },
  "moveSecrets": {
    "method": "POST",
    "path": "/api/v4/secrets/move",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:delete",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": true,
    "audit": "move-secrets"
  },
  "reauthenticate": {
    "method": "POST",
    "path": "/api/v1/auth/reauthenticate",
    "status": 200,
    "area": "identity",
    "module": "sessions",
    "isPublic": false,
    "permission": {
      "none": "The password is in the request."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "owner",
    "isBeforeSecondFactor": true,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": "login",
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "reauthenticate"
  },
  "rebaseChangeRequest": {
    "method": "POST",
    "path": "/api/v1/secret-approval-requests/{changeRequestId}/rebase",
    "status": 200,
    "area": "secrets",
    "module": "change-requests",
    "isPublic": false,
    "permission": {
      "project": "secret-approval-request:read",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "secret-approval-rebased"
  },
  "redactSecretVersion": {
    "method": "DELETE",
    "path": "/api/v2/secret-versions/{versionId}/redact-value",
    "status": 200,
    "area": "secrets",
    "module": "secret-versions",
    "isPublic": false,
    "permission": {
      "project": "secrets:edit",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "redact-secret-version-value"
  },
  "refreshSession": {
    "method": "POST",
    "path": "/api/v1/auth/token",
    "status": 200,
    "area": "identity",
    "module": "sessions",
    "isPublic": true,
    "permission": {
      "none": "The cookie stands for a session of its owner."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "registerTotp": {
    "method": "POST",
    "path": "/api/v1/user/me/totp/register",
    "status": 200,
    "area": "identity",
    "module": "second-factor",
    "isPublic": false,
    "permission": {
      "none": "Everybody may change their own second factor."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": true,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": true,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "register-totp"
  },
  "removeFromTrash": {
    "method": "DELETE",
    "path": "/api/v1/projects/{projectId}/trash/items/{trashItemId}",
    "status": 200,
    "area": "secrets",
    "module": "trash",
    "isPublic": false,
    "permission": {
      "project": "secrets:delete",
      "or": [
        "secret-folders:delete"
      ],
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "remove-from-trash"
  },
  "removeIdentityFromGroup": {
    "method": "DELETE",
    "path": "/api/v1/groups/{id}/machine-identities/{identityId}",
    "status": 200,
    "area": "organization",
    "module": "group-members",
    "isPublic": false,
    "permission": {
      "organization": "groups:remove-identities"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "remove-identity-from-group"
  },
  "removeInstanceOrganizationMember": {
    "method": "DELETE",
    "path": "/api/v1/admin/organization-management/organizations/{organizationId}/memberships/{membershipId}",
    "status": 200,
    "area": "instance",
    "module": "instance-organizations",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "remove-organization-members"
  },
  "removeOrganizationUser": {
    "method": "DELETE",
    "path": "/api/v2/organizations/{organizationId}/memberships/{membershipId}",
    "status": 200,
    "area": "organization",
    "module": "organization-users",
    "isPublic": false,
    "permission": {
      "organization": "member:delete"
    },
    "projectIn": null,
    "organizationIn": {
      "part": "params",
      "name": "organizationId"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "remove-organization-members"
  },
  "removeOrganizationUsers": {
    "method": "DELETE",
    "path": "/api/v2/organizations/{organizationId}/memberships",
    "status": 200,
    "area": "organization",
    "module": "organization-users",
    "isPublic": false,
    "permission": {
      "organization": "member:delete"
    },
    "projectIn": null,
    "organizationIn": {
      "part": "params",
      "name": "organizationId"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "remove-organization-members"
  },
  "removeProjectGroup": {
    "method": "DELETE",
    "path": "/api/v1/projects/{projectId}/memberships/groups/{groupId}",
    "status": 200,
    "area": "project",
    "module": "project-groups",
    "isPublic": false,
    "permission": {
      "project": "groups:delete",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "remove-group-from-project"
  },
  "removeProjectGroupLegacy": {
    "method": "DELETE",
    "path": "/api/v1/projects/{projectId}/groups/{groupIdOrName}",
    "status": 200,
    "area": "project",
    "module": "project-groups",
    "isPublic": false,
    "permission": {
      "project": "groups:delete",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "remove-group-from-project"
  },
  "removeProjectIdentity": {
    "method": "DELETE",
    "path": "/api/v1/projects/{projectId}/memberships/identities/{identityId}",
    "status": 200,
    "area": "project",
    "module": "project-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:delete",
      "by": "row",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-identity-project-membership"
  },
  "removeProjectIdentityLegacy": {
    "method": "DELETE",
    "path": "/api/v1/projects/{projectId}/identity-memberships/{identityId}",
    "status": 200,
    "area": "project",
    "module": "project-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:delete",
      "by": "row",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-identity-project-membership"
  },
  "removeProjectUser": {
    "method": "DELETE",
    "path": "/api/v1/projects/{projectId}/memberships/{projectMembershipId}",
    "status": 200,
    "area": "project",
    "module": "project-users",
    "isPublic": false,
    "permission": {
      "project": "member:delete",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "remove-project-member"
  },
  "removeProjectUsers": {
    "method": "DELETE",
    "path": "/api/v1/projects/{projectId}/memberships",
    "status": 200,
    "area": "project",
    "module": "project-users",
    "isPublic": false,
    "permission": {
      "project": "member:delete",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "remove-project-member"
  },
  "removeUserFromGroup": {
    "method": "DELETE",
    "path": "/api/v1/groups/{id}/users/{username}",
    "status": 200,
    "area": "organization",
    "module": "group-members",
    "isPublic": false,
    "permission": {
      "organization": "groups:remove-members"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "remove-user-from-group"
  },
  "removeWorkspaceGroup": {
    "method": "DELETE",
    "path": "/api/v2/workspace/{projectId}/groups/{groupIdOrName}",
    "status": 200,
    "area": "project",
    "module": "project-groups",
    "isPublic": false,
    "permission": {
      "project": "groups:delete",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "remove-group-from-project"
  },
  "removeWorkspaceIdentity": {
    "method": "DELETE",
    "path": "/api/v2/workspace/{projectId}/identity-memberships/{identityId}",
    "status": 200,
    "area": "project",
    "module": "project-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:delete",
      "by": "row",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-identity-project-membership"
  },
  "removeWorkspaceUser": {
    "method": "DELETE",
    "path": "/api/v1/workspace/{projectId}/memberships/{projectMembershipId}",
    "status": 200,
    "area": "project",
    "module": "project-users",
    "isPublic": false,
    "permission": {
      "project": "member:delete",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "remove-project-member"
  },
  "removeWorkspaceUsers": {
    "method": "DELETE",
    "path": "/api/v2/workspace/{projectId}/memberships",
    "status": 200,
    "area": "project",
    "module": "project-users",
    "isPublic": false,
    "permission": {
      "project": "member:delete",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "remove-project-member"
  },
  "renamePasskey": {
    "method": "PATCH",
    "path": "/api/v1/user/me/webauthn/{passkeyId}",
    "status": 200,
    "area": "identity",
    "module": "passkeys",
    "isPublic": false,
    "permission": {
      "none": "Everybody may name their own passkeys."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "owner",
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "rename-passkey"
  },
  "renewAccessToken": {
    "method": "POST",
    "path": "/api/v1/auth/token/renew",
    "status": 200,
    "area": "identity",
    "module": "access-tokens",
    "isPublic": true,
    "permission": {
      "none": "The token is in the request."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json",
      "application/x-www-form-urlencoded"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "renew-identity-access-token"
  },
  "renewAuthorityCertificate": {
    "method": "POST",
    "path": "/api/v1/cert-manager/ca/internal/{caId}/renew",
    "status": 200,
    "area": "certificates",
    "module": "authority-certificates",
    "isPublic": false,
    "permission": {
      "project": "certificate-authorities:issue-ca-certificate",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "renew-certificate-authority"
  },
  "renewCertificate": {
    "method": "POST",
    "path": "/api/v1/cert-manager/certificates/{id}/renew",
    "status": 200,
    "area": "certificates",
    "module": "certificates",
    "isPublic": false,
    "permission": {
      "project": "certificates:create",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "renew-certificate"
  },
  "renewDynamicSecretLease": {
    "method": "POST",
    "path": "/api/v1/dynamic-secrets/leases/{leaseId}/renew",
    "status": 200,
    "area": "secrets",
    "module": "dynamic-secret-leases",
    "isPublic": false,
    "permission": {
      "project": "dynamic-secrets:lease",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "renew-dynamic-secret-lease"
  },
  "requestPasswordReset": {
    "method": "POST",
    "path": "/api/v1/account-recovery/send-email",
    "status": 200,
    "area": "identity",
    "module": "account-recovery",
    "isPublic": true,
    "permission": {
      "none": "The link goes to the mailbox of the account alone."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": "login",
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "resendInstanceInvitation": {
    "method": "POST",
    "path": "/api/v1/admin/organization-management/organizations/{organizationId}/memberships/{membershipId}/resend-invite",
    "status": 200,
    "area": "instance",
    "module": "instance-organizations",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "resend-organization-invitation"
  },
  "resendInvitation": {
    "method": "POST",
    "path": "/api/v1/invite-org/signup-resend",
    "status": 200,
    "area": "organization",
    "module": "invitations",
    "isPublic": false,
    "permission": {
      "organization": "member:create"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "resend-organization-invitation"
  },
  "resetPassword": {
    "method": "POST",
    "path": "/api/v2/password/password-reset",
    "status": 200,
    "area": "identity",
    "module": "account-recovery",
    "isPublic": true,
    "permission": {
      "none": "The token stands for a link that the owner of the account was given."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": "login",
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "reset-password"
  },
  "resetSecondFactor": {
    "method": "DELETE",
    "path": "/api/v1/admin/user-management/users/{userId}/second-factor",
    "status": 200,
    "area": "instance",
    "module": "instance-users",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": true,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "reset-second-factor"
  },
  "restoreEnvironment": {
    "method": "POST",
    "path": "/api/v1/projects/{projectId}/environments/{id}/restore",
    "status": 200,
    "area": "project",
    "module": "environments",
    "isPublic": false,
    "permission": {
      "project": "environments:delete"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "restore-environment"
  },
  "restoreFromTrash": {
    "method": "POST",
    "path": "/api/v1/projects/{projectId}/trash/items/{trashItemId}/restore",
    "status": 200,
    "area": "secrets",
    "module": "trash",
    "isPublic": false,
    "permission": {
      "project": "secrets:create",
      "or": [
        "secret-folders:create"
      ],
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "restore-from-trash"
  },
  "restoreSecretVersion": {
    "method": "POST",
    "path": "/api/v1/secret/{secretId}/secret-versions/{version}/restore",
    "status": 200,
    "area": "secrets",
    "module": "secret-versions",
    "isPublic": false,
    "permission": {
      "project": "secrets:edit",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": true,
    "audit": "restore-secret-version"
  },
  "resumeLeaseRevocations": {
    "method": "POST",
    "path": "/api/v1/admin/leases/resume",
    "status": 200,
    "area": "secrets",
    "module": "project-leases",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "resume-lease-revocations"
  },
  "retryProjectLease": {
    "method": "POST",
    "path": "/api/v1/projects/{projectId}/leases/{leaseId}/retry",
    "status": 200,
    "area": "secrets",
    "module": "project-leases",
    "isPublic": false,
    "permission": {
      "project": "dynamic-secrets:lease",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "retry-dynamic-secret-lease"
  },
  "revertCommit": {
    "method": "POST",
    "path": "/api/v1/pit/commits/{commitId}/revert",
    "status": 200,
    "area": "secrets",
    "module": "point-in-time",
    "isPublic": false,
    "permission": {
      "project": "commits:perform-rollback",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "pit-revert-commit"
  },
  "reviewAccessRequest": {
    "method": "POST",
    "path": "/api/v1/access-approvals/requests/{accessRequestId}/review",
    "status": 200,
    "area": "project",
    "module": "access-requests",
    "isPublic": false,
    "permission": {
      "none": "Approvers may, and whoever asked may withdraw.",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "access-approval-request-review"
  },
  "reviewChangeRequest": {
    "method": "POST",
    "path": "/api/v1/secret-approval-requests/{changeRequestId}/review",
    "status": 200,
    "area": "secrets",
    "module": "change-requests",
    "isPublic": false,
    "permission": {
      "project": "secret-approval-request:read",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "secret-approval-request-review"
  },
  "revokeAccessRequest": {
    "method": "POST",
    "path": "/api/v1/access-approvals/requests/{accessRequestId}/revoke",
    "status": 200,
    "area": "project",
    "module": "access-requests",
    "isPublic": false,
    "permission": {
      "none": "Approvers may, whoever has it may, and those who assign privileges.",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "access-approval-request-revoke"
  },
  "revokeAccessToken": {
    "method": "POST",
    "path": "/api/v1/auth/token/revoke",
    "status": 200,
    "area": "identity",
    "module": "access-tokens",
    "isPublic": true,
    "permission": {
      "none": "Whoever has a token may end it."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json",
      "application/x-www-form-urlencoded"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "revoke-identity-access-token"
  },
  "revokeAwsAuth": {
    "method": "DELETE",
    "path": "/api/v1/auth/aws-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "aws-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:revoke-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "revoke-identity-aws-auth"
  },
  "revokeAzureAuth": {
    "method": "DELETE",
    "path": "/api/v1/auth/azure-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "azure-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:revoke-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "revoke-identity-azure-auth"
  },
  "revokeCertificate": {
    "method": "POST",
    "path": "/api/v1/cert-manager/certificates/{id}/revoke",
    "status": 200,
    "area": "certificates",
    "module": "certificates",
    "isPublic": false,
    "permission": {
      "project": "certificates:delete",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "revoke-cert"
  },
  "revokeClientSecret": {
    "method": "POST",
    "path": "/api/v1/auth/universal-auth/identities/{identityId}/client-secrets/{clientSecretId}/revoke",
    "status": 200,
    "area": "identity",
    "module": "client-secrets",
    "isPublic": false,
    "permission": {
      "organization": "identity:delete-token"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "revoke-identity-universal-auth-client-secret"
  },
  "revokeDynamicSecretLease": {
    "method": "DELETE",
    "path": "/api/v1/dynamic-secrets/leases/{leaseId}",
    "status": 200,
    "area": "secrets",
    "module": "dynamic-secret-leases",
    "isPublic": false,
    "permission": {
      "project": "dynamic-secrets:lease",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "delete-dynamic-secret-lease"
  },
  "revokeGcpAuth": {
    "method": "DELETE",
    "path": "/api/v1/auth/gcp-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "gcp-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:revoke-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "revoke-identity-gcp-auth"
  },
  "revokeIdentityInstanceAdmin": {
    "method": "DELETE",
    "path": "/api/v1/admin/identity-management/identities/{identityId}/super-admin-access",
    "status": 200,
    "area": "instance",
    "module": "instance-users",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "revoke-identity-instance-admin"
  },
  "revokeInstanceAdmin": {
    "method": "DELETE",
    "path": "/api/v1/admin/user-management/users/{userId}/admin-access",
    "status": 200,
    "area": "instance",
    "module": "instance-users",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "revoke-instance-admin"
  },
  "revokeJwtAuth": {
    "method": "DELETE",
    "path": "/api/v1/auth/jwt-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "jwt-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:revoke-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "revoke-identity-jwt-auth"
  },
  "revokeKubernetesAuth": {
    "method": "DELETE",
    "path": "/api/v1/auth/kubernetes-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "kubernetes-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:revoke-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "revoke-identity-kubernetes-auth"
  },
  "revokeLdapAuth": {
    "method": "DELETE",
    "path": "/api/v1/auth/ldap-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "ldap-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:revoke-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "revoke-identity-ldap-auth"
  },
  "revokeLegacyCertificate": {
    "method": "POST",
    "path": "/api/v1/pki/certificates/{serialNumber}/revoke",
    "status": 200,
    "area": "certificates",
    "module": "certificates",
    "isPublic": false,
    "permission": {
      "project": "certificates:delete",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "revoke-cert"
  },
  "revokeOidcAuth": {
    "method": "DELETE",
    "path": "/api/v1/auth/oidc-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "oidc-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:revoke-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "revoke-identity-oidc-auth"
  },
  "revokeProjectLeases": {
    "method": "POST",
    "path": "/api/v1/projects/{projectId}/leases/revoke",
    "status": 200,
    "area": "secrets",
    "module": "project-leases",
    "isPublic": false,
    "permission": {
      "project": "dynamic-secrets:lease",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "revoke-dynamic-secret-leases"
  },
  "revokeTlsCertAuth": {
    "method": "DELETE",
    "path": "/api/v1/auth/tls-cert-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "tls-cert-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:revoke-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "revoke-identity-tls-cert-auth"
  },
  "revokeTokenAuth": {
    "method": "DELETE",
    "path": "/api/v1/auth/token-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "token-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:revoke-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "revoke-identity-token-auth"
  },
  "revokeTokenAuthToken": {
    "method": "POST",
    "path": "/api/v1/auth/token-auth/tokens/{tokenId}/revoke",
    "status": 200,
    "area": "identity",
    "module": "token-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:delete-token"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "revoke-token-identity-token-auth"
  },
  "revokeUniversalAuth": {
    "method": "DELETE",
    "path": "/api/v1/auth/universal-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "universal-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:revoke-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "revoke-identity-universal-auth"
  },
  "rollbackToCommit": {
    "method": "POST",
    "path": "/api/v1/pit/commits/{commitId}/rollback",
    "status": 200,
    "area": "secrets",
    "module": "point-in-time",
    "isPublic": false,
    "permission": {
      "project": "commits:perform-rollback",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "pit-rollback-commit"
  },
  "rollbackToTime": {
    "method": "POST",
    "path": "/api/v1/pit/rollback",
    "status": 200,
    "area": "secrets",
    "module": "point-in-time",
    "isPublic": false,
    "permission": {
      "project": "commits:perform-rollback",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "pit-rollback-commit"
  },
  "rotateAppConnectionCredentials": {
    "method": "POST",
    "path": "/api/v1/app-connections/{app}/{connectionId}/rotate-credentials",
    "status": 200,
    "area": "secrets",
    "module": "app-connections",
    "isPublic": false,
    "permission": {
      "organization": "app-connections:rotate-credentials",
      "or": [
        "app-connections:rotate-credentials"
      ],
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "rotate-app-connection-credentials"
  },
  "rotateSecrets": {
    "method": "POST",
    "path": "/api/v2/secret-rotations/{type}/{rotationId}/rotate-secrets",
    "status": 200,
    "area": "secrets",
    "module": "secret-rotations",
    "isPublic": false,
    "permission": {
      "project": "secret-rotation:rotate-secrets",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "secret-rotation-rotate-secrets"
  },
  "searchIdentities": {
    "method": "POST",
    "path": "/api/v1/identities/search",
    "status": 200,
    "area": "identity",
    "module": "identities",
    "isPublic": false,
    "permission": {
      "organization": "identity:read"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "searchIdentityMemberships": {
    "method": "POST",
    "path": "/api/v2/identities/search",
    "status": 200,
    "area": "identity",
    "module": "identities",
    "isPublic": false,
    "permission": {
      "none": "Only what the caller may read is found and counted."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "searchSecrets": {
    "method": "GET",
    "path": "/api/v1/dashboard/secrets-deep-search",
    "status": 200,
    "area": "secrets",
    "module": "dashboard",
    "isPublic": false,
    "permission": {
      "project": "secrets:describeSecret",
      "on": "row"
    },
    "projectIn": {
      "part": "query",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": true,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "selectOrganization": {
    "method": "POST",
    "path": "/api/v3/auth/select-organization",
    "status": 200,
    "area": "identity",
    "module": "sessions",
    "isPublic": false,
    "permission": {
      "none": "Membership of the organization is all it takes."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": true,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "select-organization"
  },
  "sendMfaCode": {
    "method": "POST",
    "path": "/api/v2/auth/mfa/send",
    "status": 200,
    "area": "identity",
    "module": "second-factor",
    "isPublic": false,
    "permission": {
      "none": "It never succeeds."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "mfa"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "setAuditLogsRetention": {
    "method": "PUT",
    "path": "/api/v1/projects/{projectId}/audit-logs-retention",
    "status": 200,
    "area": "project",
    "module": "projects",
    "isPublic": false,
    "permission": {
      "project": "workspace:edit"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-project-audit-logs-retention"
  },
  "setChangeRequestStatus": {
    "method": "POST",
    "path": "/api/v1/secret-approval-requests/{changeRequestId}/status",
    "status": 200,
    "area": "secrets",
    "module": "change-requests",
    "isPublic": false,
    "permission": {
      "project": "secret-approval-request:read",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "secret-approval-closed"
  },
  "setSecretReminder": {
    "method": "POST",
    "path": "/api/v1/reminders/secrets/{secretId}",
    "status": 200,
    "area": "secrets",
    "module": "reminders",
    "isPublic": false,
    "permission": {
      "project": "secrets:edit",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "create-secret-reminder"
  },
  "setWorkspaceAuditLogsRetention": {
    "method": "PUT",
    "path": "/api/v1/workspace/{projectSlug}/audit-logs-retention",
    "status": 200,
    "area": "project",
    "module": "projects",
    "isPublic": false,
    "permission": {
      "project": "workspace:edit"
    },
    "projectIn": {
      "part": "params",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-project-audit-logs-retention"
  },
  "signCertificate": {
    "method": "POST",
    "path": "/api/v1/cert-manager/certificates/sign-certificate",
    "status": 200,
    "area": "certificates",
    "module": "certificates",
    "isPublic": false,
    "permission": {
      "project": "certificates:create",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "sign-cert"
  },
  "signIntermediate": {
    "method": "POST",
    "path": "/api/v1/cert-manager/ca/internal/{caId}/sign-intermediate",
    "status": 200,
    "area": "certificates",
    "module": "authority-certificates",
    "isPublic": false,
    "permission": {
      "project": "certificate-authorities:sign-intermediate",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "sign-intermediate"
  },
  "signLegacyCertificate": {
    "method": "POST",
    "path": "/api/v1/pki/certificates/sign-certificate",
    "status": 200,
    "area": "certificates",
    "module": "certificates",
    "isPublic": false,
    "permission": {
      "project": "certificates:create",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "sign-cert"
  },
  "startKeyRotation": {
    "method": "POST",
    "path": "/api/v1/admin/key-rotation",
    "status": 200,
    "area": "instance",
    "module": "key-rotation",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": true,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "start-key-rotation"
  },
  "startLegacyLogin": {
    "method": "POST",
    "path": "/api/v3/auth/login1",
    "status": 200,
    "area": "identity",
    "module": "sessions",
    "isPublic": true,
    "permission": {
      "none": "It never succeeds."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "startPasskeyCheck": {
    "method": "POST",
    "path": "/api/v1/user/me/webauthn/authenticate",
    "status": 200,
    "area": "identity",
    "module": "passkeys",
    "isPublic": false,
    "permission": {
      "none": "Everybody may show their own passkey."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "owner",
    "isBeforeSecondFactor": true,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": "login",
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "start-passkey-check"
  },
  "startPasskeyLogin": {
    "method": "POST",
    "path": "/api/v1/auth/passkeys/start",
    "status": 200,
    "area": "identity",
    "module": "passkeys",
    "isPublic": true,
    "permission": {
      "none": "Nobody has logged in yet."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": "login",
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "startPasskeyRegistration": {
    "method": "POST",
    "path": "/api/v1/user/me/webauthn/register",
    "status": 200,
    "area": "identity",
    "module": "passkeys",
    "isPublic": false,
    "permission": {
      "none": "Everybody may change their own second factor."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "owner",
    "isBeforeSecondFactor": true,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": true,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "register-passkey"
  },
  "startSingleSignOn": {
    "method": "GET",
    "path": "/api/v1/sso/oidc/login",
    "status": 302,
    "area": "identity",
    "module": "single-sign-on",
    "isPublic": true,
    "permission": {
      "none": "It only leads to the provider."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "subscribeToProjectEvents": {
    "method": "POST",
    "path": "/api/v1/events/subscribe/project-events",
    "status": 200,
    "area": "secrets",
    "module": "events",
    "isPublic": false,
    "permission": {
      "project": "secret-event-subscriptions:subscribe-to-creation-events",
      "or": [
        "secret-event-subscriptions:subscribe-to-update-events",
        "secret-event-subscriptions:subscribe-to-deletion-events",
        "secret-event-subscriptions:subscribe-to-import-mutation-events"
      ],
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "text/event-stream",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "testAppConnection": {
    "method": "POST",
    "path": "/api/v1/app-connections/{app}/{connectionId}/test",
    "status": 200,
    "area": "secrets",
    "module": "app-connections",
    "isPublic": false,
    "permission": {
      "organization": "app-connections:read",
      "or": [
        "app-connections:read-app-connections"
      ],
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "test-app-connection"
  },
  "testWebhook": {
    "method": "POST",
    "path": "/api/v1/webhooks/{webhookId}/test",
    "status": 200,
    "area": "secrets",
    "module": "webhooks",
    "isPublic": false,
    "permission": {
      "project": "webhooks:read",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "test-webhook"
  },
  "unlinkOrganizationGroup": {
    "method": "DELETE",
    "path": "/api/v1/organizations/memberships/groups/{groupId}",
    "status": 200,
    "area": "organization",
    "module": "groups",
    "isPublic": false,
    "permission": {
      "organization": "groups:delete"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "updateAccessPolicy": {
    "method": "PATCH",
    "path": "/api/v1/access-approvals/policies/{accessPolicyId}",
    "status": 200,
    "area": "project",
    "module": "access-policies",
    "isPublic": false,
    "permission": {
      "project": "secret-approval:edit",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-access-approval-policy"
  },
  "updateAccessRequest": {
    "method": "PATCH",
    "path": "/api/v1/access-approvals/requests/{accessRequestId}",
    "status": 200,
    "area": "project",
    "module": "access-requests",
    "isPublic": false,
    "permission": {
      "none": "Approvers may, and administrators of the project.",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "access-approval-request-update"
  },
  "updateAppConnection": {
    "method": "PATCH",
    "path": "/api/v1/app-connections/{app}/{connectionId}",
    "status": 200,
    "area": "secrets",
    "module": "app-connections",
    "isPublic": false,
    "permission": {
      "organization": "app-connections:edit",
      "or": [
        "app-connections:edit-app-connections"
      ],
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-app-connection"
  },
  "updateAwsAuth": {
    "method": "PATCH",
    "path": "/api/v1/auth/aws-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "aws-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-identity-aws-auth"
  },
  "updateAzureAuth": {
    "method": "PATCH",
    "path": "/api/v1/auth/azure-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "azure-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-identity-azure-auth"
  },
  "updateCertificateAuthority": {
    "method": "PATCH",
    "path": "/api/v1/cert-manager/ca/internal/{caId}",
    "status": 200,
    "area": "certificates",
    "module": "certificate-authorities",
    "isPublic": false,
    "permission": {
      "project": "certificate-authorities:edit",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-certificate-authority"
  },
  "updateChangePolicy": {
    "method": "PATCH",
    "path": "/api/v2/secret-approvals/{changePolicyId}",
    "status": 200,
    "area": "secrets",
    "module": "change-policies",
    "isPublic": false,
    "permission": {
      "project": "secret-approval:edit",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-secret-approval-policy"
  },
  "updateDynamicSecret": {
    "method": "PATCH",
    "path": "/api/v1/dynamic-secrets/{dynamicSecretName}",
    "status": 200,
    "area": "secrets",
    "module": "dynamic-secrets",
    "isPublic": false,
    "permission": {
      "project": "dynamic-secrets:edit-root-credential",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-dynamic-secret"
  },
  "updateEnvironment": {
    "method": "PATCH",
    "path": "/api/v1/projects/{projectId}/environments/{id}",
    "status": 200,
    "area": "project",
    "module": "environments",
    "isPublic": false,
    "permission": {
      "project": "environments:edit"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-environment"
  },
  "updateFolder": {
    "method": "PATCH",
    "path": "/api/v2/folders/{folderId}",
    "status": 200,
    "area": "secrets",
    "module": "folders",
    "isPublic": false,
    "permission": {
      "project": "secret-folders:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-folder"
  },
  "updateGcpAuth": {
    "method": "PATCH",
    "path": "/api/v1/auth/gcp-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "gcp-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-identity-gcp-auth"
  },
  "updateGroup": {
    "method": "PATCH",
    "path": "/api/v1/groups/{id}",
    "status": 200,
    "area": "organization",
    "module": "groups",
    "isPublic": false,
    "permission": {
      "organization": "groups:edit"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-group"
  },
  "updateIdentity": {
    "method": "PATCH",
    "path": "/api/v1/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "identities",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-identity"
  },
  "updateInstanceConfig": {
    "method": "PATCH",
    "path": "/api/v1/admin/config",
    "status": 200,
    "area": "instance",
    "module": "instance-users",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": null
  },
  "updateJwtAuth": {
    "method": "PATCH",
    "path": "/api/v1/auth/jwt-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "jwt-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-identity-jwt-auth"
  },
  "updateKubernetesAuth": {
    "method": "PATCH",
    "path": "/api/v1/auth/kubernetes-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "kubernetes-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-identity-kubernetes-auth"
  },
  "updateLdapAuth": {
    "method": "PATCH",
    "path": "/api/v1/auth/ldap-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "ldap-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-identity-ldap-auth"
  },
  "updateLegacyFolder": {
    "method": "PATCH",
    "path": "/api/v1/folders/{folderIdOrName}",
    "status": 200,
    "area": "secrets",
    "module": "folders",
    "isPublic": false,
    "permission": {
      "project": "secret-folders:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-folder"
  },
  "updateLegacyFolders": {
    "method": "PATCH",
    "path": "/api/v1/folders/batch",
    "status": 200,
    "area": "secrets",
    "module": "folders",
    "isPublic": false,
    "permission": {
      "project": "secret-folders:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-folders"
  },
  "updateLegacyPrivilege": {
    "method": "PATCH",
    "path": "/api/v1/additional-privilege/identity",
    "status": 200,
    "area": "project",
    "module": "privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-identity-project-additional-privilege"
  },
  "updateLegacyProjectRole": {
    "method": "PATCH",
    "path": "/api/v1/workspace/{projectSlug}/roles/{projectRoleId}",
    "status": 200,
    "area": "project",
    "module": "project-roles",
    "isPublic": false,
    "permission": {
      "project": "role:edit"
    },
    "projectIn": {
      "part": "params",
      "name": "projectSlug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-project-role"
  },
  "updateLegacySecretImport": {
    "method": "PATCH",
    "path": "/api/v1/secret-imports/{secretImportId}",
    "status": 200,
    "area": "secrets",
    "module": "secret-imports",
    "isPublic": false,
    "permission": {
      "project": "secret-imports:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-secret-import"
  },
  "updateMfa": {
    "method": "PATCH",
    "path": "/api/v2/users/me/mfa",
    "status": 200,
    "area": "identity",
    "module": "second-factor",
    "isPublic": false,
    "permission": {
      "none": "Everybody may change their own second factor."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": true,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-second-factor"
  },
  "updateOidcAuth": {
    "method": "PATCH",
    "path": "/api/v1/auth/oidc-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "oidc-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-identity-oidc-auth"
  },
  "updateOrganization": {
    "method": "PATCH",
    "path": "/api/v1/organization/{organizationId}",
    "status": 200,
    "area": "organization",
    "module": "organizations",
    "isPublic": false,
    "permission": {
      "organization": "settings:edit"
    },
    "projectIn": null,
    "organizationIn": {
      "part": "params",
      "name": "organizationId"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-org"
  },
  "updateOrganizationGroupRoles": {
    "method": "PATCH",
    "path": "/api/v1/organizations/memberships/groups/{groupId}",
    "status": 200,
    "area": "organization",
    "module": "groups",
    "isPublic": false,
    "permission": {
      "organization": "groups:edit"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-group"
  },
  "updateOrganizationRole": {
    "method": "PATCH",
    "path": "/api/v1/organization/roles/{roleId}",
    "status": 200,
    "area": "organization",
    "module": "organization-roles",
    "isPublic": false,
    "permission": {
      "organization": "role:edit"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-org-role"
  },
  "updateOrganizationUser": {
    "method": "PATCH",
    "path": "/api/v2/organizations/{organizationId}/memberships/{membershipId}",
    "status": 200,
    "area": "organization",
    "module": "organization-users",
    "isPublic": false,
    "permission": {
      "organization": "member:edit"
    },
    "projectIn": null,
    "organizationIn": {
      "part": "params",
      "name": "organizationId"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-organization-membership"
  },
  "updatePrivilege": {
    "method": "PATCH",
    "path": "/api/v2/identity-project-additional-privilege/{id}",
    "status": 200,
    "area": "project",
    "module": "privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:edit",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-identity-project-additional-privilege"
  },
  "updateProject": {
    "method": "PATCH",
    "path": "/api/v1/projects/{projectId}",
    "status": 200,
    "area": "project",
    "module": "projects",
    "isPublic": false,
    "permission": {
      "project": "settings:edit"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-project"
  },
  "updateProjectGroupRoles": {
    "method": "PATCH",
    "path": "/api/v1/projects/{projectId}/memberships/groups/{groupId}",
    "status": 200,
    "area": "project",
    "module": "project-groups",
    "isPublic": false,
    "permission": {
      "project": "groups:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-group-project-membership"
  },
  "updateProjectGroupRolesLegacy": {
    "method": "PATCH",
    "path": "/api/v1/projects/{projectId}/groups/{groupIdOrName}",
    "status": 200,
    "area": "project",
    "module": "project-groups",
    "isPublic": false,
    "permission": {
      "project": "groups:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-group-project-membership"
  },
  "updateProjectIdentity": {
    "method": "PATCH",
    "path": "/api/v1/projects/{projectId}/memberships/identities/{identityId}",
    "status": 200,
    "area": "project",
    "module": "project-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-identity-project-membership"
  },
  "updateProjectIdentityLegacy": {
    "method": "PATCH",
    "path": "/api/v1/projects/{projectId}/identity-memberships/{identityId}",
    "status": 200,
    "area": "project",
    "module": "project-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-identity-project-membership"
  },
  "updateProjectOwnedIdentity": {
    "method": "PATCH",
    "path": "/api/v1/projects/{projectId}/identities/{identityId}",
    "status": 200,
    "area": "project",
    "module": "project-owned-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-identity"
  },
  "updateProjectRole": {
    "method": "PATCH",
    "path": "/api/v1/projects/{projectId}/roles/{projectRoleId}",
    "status": 200,
    "area": "project",
    "module": "project-roles",
    "isPublic": false,
    "permission": {
      "project": "role:edit"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-project-role"
  },
  "updateProjectUserRoles": {
    "method": "PATCH",
    "path": "/api/v1/projects/{projectId}/memberships/{projectMembershipId}",
    "status": 200,
    "area": "project",
    "module": "project-users",
    "isPublic": false,
    "permission": {
      "project": "member:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-project-member-roles"
  },
  "updateRawSecret": {
    "method": "PATCH",
    "path": "/api/v3/secrets/raw/{secretName}",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:edit",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": true,
    "audit": "update-secret"
  },
  "updateRawSecrets": {
    "method": "PATCH",
    "path": "/api/v3/secrets/batch/raw",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:edit",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": true,
    "audit": "update-secrets"
  },
  "updateSecret": {
    "method": "PATCH",
    "path": "/api/v4/secrets/{secretName}",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": true,
    "audit": "update-secret"
  },
  "updateSecretImport": {
    "method": "PATCH",
    "path": "/api/v2/secret-imports/{secretImportId}",
    "status": 200,
    "area": "secrets",
    "module": "secret-imports",
    "isPublic": false,
    "permission": {
      "project": "secret-imports:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-secret-import"
  },
  "updateSecretRotation": {
    "method": "PATCH",
    "path": "/api/v2/secret-rotations/{type}/{rotationId}",
    "status": 200,
    "area": "secrets",
    "module": "secret-rotations",
    "isPublic": false,
    "permission": {
      "project": "secret-rotation:edit",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-secret-rotation"
  },
  "updateSecrets": {
    "method": "PATCH",
    "path": "/api/v4/secrets/batch",
    "status": 200,
    "area": "secrets",
    "module": "secrets",
    "isPublic": false,
    "permission": {
      "project": "secrets:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "body",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity",
      "service"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": true,
    "audit": "update-secrets"
  },
  "updateSingleSignOn": {
    "method": "PATCH",
    "path": "/api/v1/sso/oidc/config",
    "status": 200,
    "area": "identity",
    "module": "single-sign-on",
    "isPublic": false,
    "permission": {
      "organization": "sso:edit"
    },
    "projectIn": null,
    "organizationIn": {
      "part": "body",
      "name": "organizationId"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": true,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-single-sign-on"
  },
  "updateTag": {
    "method": "PATCH",
    "path": "/api/v1/projects/{projectId}/tags/{tagId}",
    "status": 200,
    "area": "project",
    "module": "tags",
    "isPublic": false,
    "permission": {
      "project": "tags:edit"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-tag"
  },
  "updateTemporaryAccess": {
    "method": "PATCH",
    "path": "/api/v1/projects/{projectId}/access/temporary/{temporaryAccessId}",
    "status": 200,
    "area": "project",
    "module": "temporary-access",
    "isPublic": false,
    "permission": {
      "project": "identity:edit",
      "or": [
        "member:edit",
        "groups:edit"
      ],
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-temporary-access"
  },
  "updateTlsCertAuth": {
    "method": "PATCH",
    "path": "/api/v1/auth/tls-cert-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "tls-cert-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-identity-tls-cert-auth"
  },
  "updateTokenAuth": {
    "method": "PATCH",
    "path": "/api/v1/auth/token-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "token-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-identity-token-auth"
  },
  "updateTokenAuthToken": {
    "method": "PATCH",
    "path": "/api/v1/auth/token-auth/tokens/{tokenId}",
    "status": 200,
    "area": "identity",
    "module": "token-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:create-token"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-token-identity-token-auth"
  },
  "updateUniversalAuth": {
    "method": "PATCH",
    "path": "/api/v1/auth/universal-auth/identities/{identityId}",
    "status": 200,
    "area": "identity",
    "module": "universal-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-identity-universal-auth"
  },
  "updateUserPrivilege": {
    "method": "PATCH",
    "path": "/api/v1/user-project-additional-privilege/{privilegeId}",
    "status": 200,
    "area": "project",
    "module": "user-privileges",
    "isPublic": false,
    "permission": {
      "project": "member:edit",
      "on": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-user-project-additional-privilege"
  },
  "updateWebhook": {
    "method": "PATCH",
    "path": "/api/v1/webhooks/{webhookId}",
    "status": 200,
    "area": "secrets",
    "module": "webhooks",
    "isPublic": false,
    "permission": {
      "project": "webhooks:edit",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-webhook"
  },
  "updateWorkspace": {
    "method": "PATCH",
    "path": "/api/v1/workspace/{workspaceId}",
    "status": 200,
    "area": "project",
    "module": "projects",
    "isPublic": false,
    "permission": {
      "project": "settings:edit"
    },
    "projectIn": {
      "part": "params",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-project"
  },
  "updateWorkspaceBySlug": {
    "method": "PATCH",
    "path": "/api/v2/workspace/{slug}",
    "status": 200,
    "area": "project",
    "module": "projects",
    "isPublic": false,
    "permission": {
      "project": "settings:edit",
      "by": "slug"
    },
    "projectIn": {
      "part": "params",
      "name": "slug"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-project"
  },
  "updateWorkspaceChangePolicy": {
    "method": "PATCH",
    "path": "/api/v1/secret-approvals/{changePolicyId}",
    "status": 200,
    "area": "secrets",
    "module": "change-policies",
    "isPublic": false,
    "permission": {
      "project": "secret-approval:edit",
      "on": "row",
      "by": "row"
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-secret-approval-policy"
  },
  "updateWorkspaceEnvironment": {
    "method": "PATCH",
    "path": "/api/v1/workspace/{workspaceId}/environments/{id}",
    "status": 200,
    "area": "project",
    "module": "environments",
    "isPublic": false,
    "permission": {
      "project": "environments:edit"
    },
    "projectIn": {
      "part": "params",
      "name": "workspaceId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-environment"
  },
  "updateWorkspaceGroupRoles": {
    "method": "PATCH",
    "path": "/api/v2/workspace/{projectId}/groups/{groupIdOrName}",
    "status": 200,
    "area": "project",
    "module": "project-groups",
    "isPublic": false,
    "permission": {
      "project": "groups:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-group-project-membership"
  },
  "updateWorkspaceIdentity": {
    "method": "PATCH",
    "path": "/api/v2/workspace/{projectId}/identity-memberships/{identityId}",
    "status": 200,
    "area": "project",
    "module": "project-identities",
    "isPublic": false,
    "permission": {
      "project": "identity:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-identity-project-membership"
  },
  "updateWorkspaceRole": {
    "method": "PATCH",
    "path": "/api/v2/workspace/{projectId}/roles/{projectRoleId}",
    "status": 200,
    "area": "project",
    "module": "project-roles",
    "isPublic": false,
    "permission": {
      "project": "role:edit"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-project-role"
  },
  "updateWorkspaceTag": {
    "method": "PATCH",
    "path": "/api/v1/workspace/{projectId}/tags/{tagId}",
    "status": 200,
    "area": "project",
    "module": "tags",
    "isPublic": false,
    "permission": {
      "project": "tags:edit"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-tag"
  },
  "updateWorkspaceUserRoles": {
    "method": "PATCH",
    "path": "/api/v1/workspace/{projectId}/memberships/{projectMembershipId}",
    "status": 200,
    "area": "project",
    "module": "project-users",
    "isPublic": false,
    "permission": {
      "project": "member:edit",
      "on": "row"
    },
    "projectIn": {
      "part": "params",
      "name": "projectId"
    },
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": null,
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "update-project-member-roles"
  },
  "verifyInvitation": {
    "method": "POST",
    "path": "/api/v1/invite-org/verify",
    "status": 200,
    "area": "organization",
    "module": "invitations",
    "isPublic": true,
    "permission": {
      "none": "The code is in the request."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": "login",
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "accept-organization-invitation"
  },
  "verifyMfa": {
    "method": "POST",
    "path": "/api/v2/auth/mfa/verify",
    "status": 200,
    "area": "identity",
    "module": "second-factor",
    "isPublic": false,
    "permission": {
      "none": "The code is in the request."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "mfa"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": "login",
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "verify-second-factor"
  },
  "verifyPasswordReset": {
    "method": "POST",
    "path": "/api/v1/account-recovery/verify-email",
    "status": 200,
    "area": "identity",
    "module": "account-recovery",
    "isPublic": true,
    "permission": {
      "none": "The code is in the request."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "account": null,
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": "login",
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "verify-password-reset"
  },
  "verifyRecoveryCode": {
    "method": "POST",
    "path": "/api/v2/auth/mfa/verify/recovery-code",
    "status": 200,
    "area": "identity",
    "module": "second-factor",
    "isPublic": false,
    "permission": {
      "none": "The code is in the request."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "mfa"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": false,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": "login",
    "recentSignIn": false,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "verify-second-factor"
  },
  "verifyTotp": {
    "method": "POST",
    "path": "/api/v1/user/me/totp/verify",
    "status": 200,
    "area": "identity",
    "module": "second-factor",
    "isPublic": false,
    "permission": {
      "none": "Everybody may change their own second factor."
    },
    "projectIn": null,
    "organizationIn": null,
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "account": "session",
    "isBeforeSecondFactor": true,
    "bodyTypes": [
      "application/json"
    ],
    "responseType": "application/json",
    "rateLimit": "login",
    "recentSignIn": true,
    "isReading": false,
    "isOneObject": false,
    "mayBeRequested": false,
    "audit": "verify-totp"
  }
};
