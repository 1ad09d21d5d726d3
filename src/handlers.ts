import type { Handlers } from './contract.ts';
import * as authorityCertificates from './resources/certificates/authority-certificates/handlers.ts';
import * as certificateAuthorities from './resources/certificates/certificate-authorities/handlers.ts';
import * as certificatesLegacy from './resources/certificates/certificates/handlers.legacy.ts';
import * as certificates from './resources/certificates/certificates/handlers.ts';
import * as ocsp from './resources/certificates/ocsp/handlers.ts';
import * as revocationLists from './resources/certificates/revocation-lists/handlers.ts';
import * as accessPolicies from './resources/project/access-policies/handlers.ts';
import * as accessRequests from './resources/project/access-requests/handlers.ts';
import * as accessTokens from './resources/identity/access-tokens/handlers.ts';
import * as accountRecovery from './resources/identity/account-recovery/handlers.ts';
import * as account from './resources/identity/account/handlers.ts';
import * as passkeys from './resources/identity/passkeys/handlers.ts';
import * as secondFactor from './resources/identity/second-factor/handlers.ts';
import * as clientSecrets from './resources/identity/client-secrets/handlers.ts';
import * as identities from './resources/identity/identities/handlers.ts';
import * as jwtAuth from './resources/identity/jwt-auth/handlers.ts';
import * as kubernetesAuth from './resources/identity/kubernetes-auth/handlers.ts';
import * as tlsCertAuth from './resources/identity/tls-cert-auth/handlers.ts';
import * as awsAuth from './resources/identity/aws-auth/handlers.ts';
import * as azureAuth from './resources/identity/azure-auth/handlers.ts';
import * as gcpAuth from './resources/identity/gcp-auth/handlers.ts';
import * as ldapAuth from './resources/identity/ldap-auth/handlers.ts';
import * as oidcAuth from './resources/identity/oidc-auth/handlers.ts';
import * as sessions from './resources/identity/sessions/handlers.ts';
import * as singleSignOn from './resources/identity/single-sign-on/handlers.ts';
import * as tokenAuth from './resources/identity/token-auth/handlers.ts';
import * as universalAuth from './resources/identity/universal-auth/handlers.ts';
import * as instanceOrganizations from './resources/instance/instance-organizations/handlers.ts';
import * as instanceUsers from './resources/instance/instance-users/handlers.ts';
import * as backups from './resources/instance/backups/handlers.ts';
import * as keyRotation from './resources/instance/key-rotation/handlers.ts';
import * as licence from './resources/instance/licence/handlers.ts';
import * as setup from './resources/instance/setup/handlers.ts';
import * as status from './resources/instance/status/handlers.ts';
import * as auditLogs from './resources/organization/audit-logs/handlers.ts';
import * as groupMembers from './resources/organization/group-members/handlers.ts';
import * as groups from './resources/organization/groups/handlers.ts';
import * as invitations from './resources/organization/invitations/handlers.ts';
import * as organizationProjects from './resources/organization/organization-projects/handlers.ts';
import * as organizationRoles from './resources/organization/organization-roles/handlers.ts';
import * as organizationUsers from './resources/organization/organization-users/handlers.ts';
import * as organizations from './resources/organization/organizations/handlers.ts';
import * as access from './resources/project/access/handlers.ts';
import * as environmentsLegacy from './resources/project/environments/handlers.legacy.ts';
import * as environments from './resources/project/environments/handlers.ts';
import * as privilegesLegacy from './resources/project/privileges/handlers.legacy.ts';
import * as privileges from './resources/project/privileges/handlers.ts';
import * as projectGroupsLegacy from './resources/project/project-groups/handlers.legacy.ts';
import * as projectGroups from './resources/project/project-groups/handlers.ts';
import * as projectIdentitiesLegacy from './resources/project/project-identities/handlers.legacy.ts';
import * as projectIdentities from './resources/project/project-identities/handlers.ts';
import * as projectOwnedIdentities from './resources/project/project-owned-identities/handlers.ts';
import * as projectRolesLegacy from './resources/project/project-roles/handlers.legacy.ts';
import * as projectRoles from './resources/project/project-roles/handlers.ts';
import * as projectUsersLegacy from './resources/project/project-users/handlers.legacy.ts';
import * as projectUsers from './resources/project/project-users/handlers.ts';
import * as projectsLegacy from './resources/project/projects/handlers.legacy.ts';
import * as projects from './resources/project/projects/handlers.ts';
import * as serviceTokens from './resources/project/service-tokens/handlers.ts';
import * as tagsLegacy from './resources/project/tags/handlers.legacy.ts';
import * as tags from './resources/project/tags/handlers.ts';
import * as temporaryAccess from './resources/project/temporary-access/handlers.ts';
import * as userPrivileges from './resources/project/user-privileges/handlers.ts';
import * as appConnections from './resources/secrets/app-connections/handlers.ts';
import * as dashboard from './resources/secrets/dashboard/handlers.ts';
import * as dynamicSecretLeases from './resources/secrets/dynamic-secret-leases/handlers.ts';
import * as dynamicSecrets from './resources/secrets/dynamic-secrets/handlers.ts';
import * as events from './resources/secrets/events/handlers.ts';
import * as foldersLegacy from './resources/secrets/folders/handlers.legacy.ts';
import * as folders from './resources/secrets/folders/handlers.ts';
import * as importExport from './resources/secrets/import-export/handlers.ts';
import * as pointInTime from './resources/secrets/point-in-time/handlers.ts';
import * as projectLeases from './resources/secrets/project-leases/handlers.ts';
import * as reminders from './resources/secrets/reminders/handlers.ts';
import * as secretImportsLegacy from './resources/secrets/secret-imports/handlers.legacy.ts';
import * as secretImports from './resources/secrets/secret-imports/handlers.ts';
import * as changePolicies from './resources/secrets/change-policies/handlers.ts';
import * as changePoliciesLegacy from './resources/secrets/change-policies/handlers.legacy.ts';
import * as changeRequests from './resources/secrets/change-requests/handlers.ts';
import * as secretRotations from './resources/secrets/secret-rotations/handlers.ts';
import * as secretVersions from './resources/secrets/secret-versions/handlers.ts';
import * as secretsBatch from './resources/secrets/secrets/handlers.batch.ts';
import * as secretsLegacy from './resources/secrets/secrets/handlers.legacy.ts';
import * as secrets from './resources/secrets/secrets/handlers.ts';
import * as trash from './resources/secrets/trash/handlers.ts';
import * as webhooks from './resources/secrets/webhooks/handlers.ts';

/** The handler of every operation. */
export const handlers: Handlers = {
  ...authorityCertificates,
  ...certificateAuthorities,
  ...certificatesLegacy,
  ...certificates,
  ...ocsp,
  ...revocationLists,
  ...accessPolicies,
  ...accessRequests,
  ...accessTokens,
  ...accountRecovery,
  ...account,
  ...passkeys,
  ...secondFactor,
  ...clientSecrets,
  ...identities,
  ...jwtAuth,
  ...kubernetesAuth,
  ...tlsCertAuth,
  ...awsAuth,
  ...azureAuth,
  ...gcpAuth,
  ...ldapAuth,
  ...oidcAuth,
  ...sessions,
  ...singleSignOn,
  ...tokenAuth,
  ...universalAuth,
  ...instanceOrganizations,
  ...instanceUsers,
  ...keyRotation,
  ...backups,
  ...licence,
  ...setup,
  ...status,
  ...auditLogs,
  ...groupMembers,
  ...groups,
  ...invitations,
  ...organizationProjects,
  ...organizationRoles,
  ...organizationUsers,
  ...organizations,
  ...access,
  ...environmentsLegacy,
  ...environments,
  ...privilegesLegacy,
  ...privileges,
  ...projectGroupsLegacy,
  ...projectGroups,
  ...projectIdentitiesLegacy,
  ...projectIdentities,
  ...projectOwnedIdentities,
  ...projectRolesLegacy,
  ...projectRoles,
  ...projectUsersLegacy,
  ...projectUsers,
  ...projectsLegacy,
  ...projects,
  ...serviceTokens,
  ...tagsLegacy,
  ...tags,
  ...temporaryAccess,
  ...userPrivileges,
  ...appConnections,
  ...dashboard,
  ...dynamicSecretLeases,
  ...dynamicSecrets,
  ...projectLeases,
  ...events,
  ...foldersLegacy,
  ...folders,
  ...importExport,
  ...pointInTime,
  ...reminders,
  ...secretImportsLegacy,
  ...secretImports,
  ...changePolicies,
  ...changePoliciesLegacy,
  ...changeRequests,
  ...secretRotations,
  ...secretVersions,
  ...secretsBatch,
  ...secretsLegacy,
  ...secrets,
  ...trash,
  ...webhooks,
};
