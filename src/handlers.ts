import type { Handlers } from './contract.ts';
import * as accessTokens from './resources/access-tokens/handlers.ts';
import * as access from './resources/access/handlers.ts';
import * as account from './resources/account/handlers.ts';
import * as auditLogs from './resources/audit-logs/handlers.ts';
import * as authorityCertificates from './resources/authority-certificates/handlers.ts';
import * as certificateAuthorities from './resources/certificate-authorities/handlers.ts';
import * as certificates from './resources/certificates/handlers.ts';
import * as clientSecrets from './resources/client-secrets/handlers.ts';
import * as environments from './resources/environments/handlers.ts';
import * as events from './resources/events/handlers.ts';
import * as folders from './resources/folders/handlers.ts';
import * as groupMembers from './resources/group-members/handlers.ts';
import * as groups from './resources/groups/handlers.ts';
import * as identities from './resources/identities/handlers.ts';
import * as instanceOrganizations from './resources/instance-organizations/handlers.ts';
import * as instanceUsers from './resources/instance-users/handlers.ts';
import * as instance from './resources/instance/handlers.ts';
import * as invitations from './resources/invitations/handlers.ts';
import * as keyRotation from './resources/key-rotation/handlers.ts';
import * as legacyCertificates from './resources/legacy-certificates/handlers.ts';
import * as legacyFolders from './resources/legacy-folders/handlers.ts';
import * as legacyPrivileges from './resources/legacy-privileges/handlers.ts';
import * as legacyProjectGroups from './resources/legacy-project-groups/handlers.ts';
import * as legacyProjectRoles from './resources/legacy-project-roles/handlers.ts';
import * as legacySecretImports from './resources/legacy-secret-imports/handlers.ts';
import * as licence from './resources/licence/handlers.ts';
import * as oidcAuth from './resources/oidc-auth/handlers.ts';
import * as organizationProjects from './resources/organization-projects/handlers.ts';
import * as organizations from './resources/organizations/handlers.ts';
import * as privileges from './resources/privileges/handlers.ts';
import * as projectGroups from './resources/project-groups/handlers.ts';
import * as projectIdentities from './resources/project-identities/handlers.ts';
import * as projectOwnedIdentities from './resources/project-owned-identities/handlers.ts';
import * as projectRoles from './resources/project-roles/handlers.ts';
import * as projectUsers from './resources/project-users/handlers.ts';
import * as projects from './resources/projects/handlers.ts';
import * as rawSecrets from './resources/raw-secrets/handlers.ts';
import * as revocationLists from './resources/revocation-lists/handlers.ts';
import * as roles from './resources/roles/handlers.ts';
import * as secretBatches from './resources/secret-batches/handlers.ts';
import * as secrets from './resources/secrets/handlers.ts';
import * as secretVersions from './resources/secret-versions/handlers.ts';
import * as secretImports from './resources/secret-imports/handlers.ts';
import * as serviceTokens from './resources/service-tokens/handlers.ts';
import * as sessions from './resources/sessions/handlers.ts';
import * as status from './resources/status/handlers.ts';
import * as tags from './resources/tags/handlers.ts';
import * as tokenAuth from './resources/token-auth/handlers.ts';
import * as universalAuth from './resources/universal-auth/handlers.ts';
import * as userPrivileges from './resources/user-privileges/handlers.ts';
import * as users from './resources/users/handlers.ts';
import * as workspaceEnvironments from './resources/workspace-environments/handlers.ts';
import * as workspaceGroups from './resources/workspace-groups/handlers.ts';
import * as workspaceIdentities from './resources/workspace-identities/handlers.ts';
import * as workspaceRoles from './resources/workspace-roles/handlers.ts';
import * as workspaceTags from './resources/workspace-tags/handlers.ts';
import * as workspaceUsers from './resources/workspace-users/handlers.ts';
import * as workspaces from './resources/workspaces/handlers.ts';

export const handlers: Handlers = {
  ...access,
  ...accessTokens,
  ...account,
  ...auditLogs,
  ...authorityCertificates,
  ...certificateAuthorities,
  ...certificates,
  ...clientSecrets,
  ...environments,
  ...events,
  ...folders,
  ...groupMembers,
  ...groups,
  ...identities,
  ...instance,
  ...instanceOrganizations,
  ...instanceUsers,
  ...invitations,
  ...keyRotation,
  ...legacyCertificates,
  ...legacyFolders,
  ...legacyPrivileges,
  ...legacyProjectGroups,
  ...legacyProjectRoles,
  ...legacySecretImports,
  ...licence,
  ...oidcAuth,
  ...organizationProjects,
  ...organizations,
  ...privileges,
  ...projectGroups,
  ...projectIdentities,
  ...projectOwnedIdentities,
  ...projectRoles,
  ...projectUsers,
  ...projects,
  ...rawSecrets,
  ...revocationLists,
  ...roles,
  ...secretBatches,
  ...secrets,
  ...secretImports,
  ...secretVersions,
  ...serviceTokens,
  ...sessions,
  ...status,
  ...tags,
  ...tokenAuth,
  ...universalAuth,
  ...userPrivileges,
  ...users,
  ...workspaceEnvironments,
  ...workspaceGroups,
  ...workspaceIdentities,
  ...workspaceRoles,
  ...workspaceTags,
  ...workspaceUsers,
  ...workspaces,
};
