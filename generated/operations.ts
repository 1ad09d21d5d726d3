// Generated from openapi/, never edited. Contract: 786167f6b761127c49af31ed2e7f607d6358990e64e538949af66ca88ea2757c

export interface Operation {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  readonly path: string;
  readonly status: number;
  readonly room: string;
  readonly isPublic: boolean;
  readonly permission: { readonly none: string } | { readonly organization: string } | { readonly project: string } | { readonly instance: 'admin' };
  readonly actors: readonly ('user' | 'identity' | 'invitee')[];
  readonly needsOrganization: boolean;
  readonly bodyTypes: readonly string[];
  readonly rateLimit: 'login' | null;
  /** The entry that it leaves in the audit log. */
  readonly audit: string | null;
}

export type OperationId =
  | 'attachTokenAuth'
  | 'attachUniversalAuth'
  | 'bootstrapInstance'
  | 'changeOwnPassword'
  | 'checkAuth'
  | 'clearUniversalAuthLockouts'
  | 'completeAccount'
  | 'createClientSecret'
  | 'createIdentity'
  | 'createOrganization'
  | 'createOrganizationForOthers'
  | 'createOrganizationRole'
  | 'createPermanentLegacyPrivilege'
  | 'createPrivilege'
  | 'createTemporaryLegacyPrivilege'
  | 'createTokenAuthToken'
  | 'deleteIdentity'
  | 'deleteInstanceOrganization'
  | 'deleteInstanceUser'
  | 'deleteInstanceUsers'
  | 'deleteLegacyPrivilege'
  | 'deleteOrganization'
  | 'deleteOrganizationRole'
  | 'deletePrivilege'
  | 'endOwnSession'
  | 'endOwnSessions'
  | 'explainAccess'
  | 'getClientSecret'
  | 'getHealth'
  | 'getIdentity'
  | 'getIdentityDetails'
  | 'getInstanceConfig'
  | 'getLegacyPrivilege'
  | 'getOrganization'
  | 'getOrganizationRole'
  | 'getOrganizationRoleBySlug'
  | 'getOrganizationUser'
  | 'getOwnAccount'
  | 'getOwnAccountInOrganization'
  | 'getOwnOrganizationPermissions'
  | 'getPrivilege'
  | 'getPrivilegeBySlug'
  | 'getReadiness'
  | 'getStatus'
  | 'getTokenAuth'
  | 'getTokenAuthToken'
  | 'getUniversalAuth'
  | 'grantInstanceAdmin'
  | 'inviteUsers'
  | 'joinOrganization'
  | 'listClientSecrets'
  | 'listIdentities'
  | 'listInstanceIdentities'
  | 'listInstanceOrganizations'
  | 'listInstanceUsers'
  | 'listLegacyPrivileges'
  | 'listOrganizationRoles'
  | 'listOrganizationUsers'
  | 'listOrganizationUsersLegacy'
  | 'listOrganizations'
  | 'listOwnOrganizationsPlain'
  | 'listOwnSessions'
  | 'listPrivileges'
  | 'listTokenAuthTokens'
  | 'login'
  | 'loginWithUniversalAuth'
  | 'logout'
  | 'removeInstanceOrganizationMember'
  | 'removeOrganizationUser'
  | 'removeOrganizationUsers'
  | 'renewAccessToken'
  | 'resendInstanceInvitation'
  | 'resendInvitation'
  | 'revokeAccessToken'
  | 'revokeClientSecret'
  | 'revokeIdentityInstanceAdmin'
  | 'revokeInstanceAdmin'
  | 'revokeTokenAuth'
  | 'revokeTokenAuthToken'
  | 'revokeUniversalAuth'
  | 'searchIdentities'
  | 'selectOrganization'
  | 'updateIdentity'
  | 'updateLegacyPrivilege'
  | 'updateOrganization'
  | 'updateOrganizationRole'
  | 'updateOrganizationUser'
  | 'updatePrivilege'
  | 'updateTokenAuth'
  | 'updateTokenAuthToken'
  | 'updateUniversalAuth'
  | 'verifyInvitation';

export type PublicOperationId =
  | 'bootstrapInstance'
  | 'getHealth'
  | 'getInstanceConfig'
  | 'getReadiness'
  | 'getStatus'
  | 'login'
  | 'loginWithUniversalAuth'
  | 'renewAccessToken'
  | 'revokeAccessToken'
  | 'verifyInvitation';

export type InviteeOperationId =
  | 'completeAccount';

export const operations: Readonly<Record<OperationId, Operation>> = {
  "attachTokenAuth": {
    "method": "POST",
    "path": "/api/v1/auth/token-auth/identities/{identityId}",
    "status": 200,
    "room": "token-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "attachUniversalAuth": {
    "method": "POST",
    "path": "/api/v1/auth/universal-auth/identities/{identityId}",
    "status": 200,
    "room": "universal-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "bootstrapInstance": {
    "method": "POST",
    "path": "/api/v1/admin/bootstrap",
    "status": 200,
    "room": "instance",
    "isPublic": true,
    "permission": {
      "none": "Nobody exists yet who could hold a permission."
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "changeOwnPassword": {
    "method": "POST",
    "path": "/api/v2/users/me/password",
    "status": 200,
    "room": "account",
    "isPublic": false,
    "permission": {
      "none": "The current password is in the request."
    },
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": "login",
    "audit": null
  },
  "checkAuth": {
    "method": "POST",
    "path": "/api/v1/auth/checkAuth",
    "status": 200,
    "room": "sessions",
    "isPublic": false,
    "permission": {
      "none": "A good token is all it takes."
    },
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "clearUniversalAuthLockouts": {
    "method": "POST",
    "path": "/api/v1/auth/universal-auth/identities/{identityId}/clear-lockouts",
    "status": 200,
    "room": "universal-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "completeAccount": {
    "method": "POST",
    "path": "/api/v3/signup/complete-account",
    "status": 200,
    "room": "invitations",
    "isPublic": false,
    "permission": {
      "none": "The signup token stands for an invitation by somebody who was allowed to invite."
    },
    "actors": [
      "invitee"
    ],
    "needsOrganization": false,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": "login",
    "audit": null
  },
  "createClientSecret": {
    "method": "POST",
    "path": "/api/v1/auth/universal-auth/identities/{identityId}/client-secrets",
    "status": 200,
    "room": "client-secrets",
    "isPublic": false,
    "permission": {
      "organization": "identity:create-token"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "createIdentity": {
    "method": "POST",
    "path": "/api/v1/identities",
    "status": 200,
    "room": "identities",
    "isPublic": false,
    "permission": {
      "organization": "identity:create"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "createOrganization": {
    "method": "POST",
    "path": "/api/v2/organizations",
    "status": 200,
    "room": "organizations",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "createOrganizationForOthers": {
    "method": "POST",
    "path": "/api/v1/admin/organization-management/organizations",
    "status": 200,
    "room": "instance-organizations",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "createOrganizationRole": {
    "method": "POST",
    "path": "/api/v1/organization/roles",
    "status": 200,
    "room": "roles",
    "isPublic": false,
    "permission": {
      "organization": "role:create"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "createPermanentLegacyPrivilege": {
    "method": "POST",
    "path": "/api/v1/additional-privilege/identity/permanent",
    "status": 200,
    "room": "legacy-privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:edit"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": "create-identity-project-additional-privilege"
  },
  "createPrivilege": {
    "method": "POST",
    "path": "/api/v2/identity-project-additional-privilege",
    "status": 200,
    "room": "privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:edit"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": "create-identity-project-additional-privilege"
  },
  "createTemporaryLegacyPrivilege": {
    "method": "POST",
    "path": "/api/v1/additional-privilege/identity/temporary",
    "status": 200,
    "room": "legacy-privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:edit"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": "create-identity-project-additional-privilege"
  },
  "createTokenAuthToken": {
    "method": "POST",
    "path": "/api/v1/auth/token-auth/identities/{identityId}/tokens",
    "status": 200,
    "room": "token-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:create-token"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "deleteIdentity": {
    "method": "DELETE",
    "path": "/api/v1/identities/{identityId}",
    "status": 200,
    "room": "identities",
    "isPublic": false,
    "permission": {
      "organization": "identity:delete"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "deleteInstanceOrganization": {
    "method": "DELETE",
    "path": "/api/v1/admin/organization-management/organizations/{organizationId}",
    "status": 200,
    "room": "instance-organizations",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "deleteInstanceUser": {
    "method": "DELETE",
    "path": "/api/v1/admin/user-management/users/{userId}",
    "status": 200,
    "room": "instance-users",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "deleteInstanceUsers": {
    "method": "DELETE",
    "path": "/api/v1/admin/user-management/users",
    "status": 200,
    "room": "instance-users",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "deleteLegacyPrivilege": {
    "method": "DELETE",
    "path": "/api/v1/additional-privilege/identity",
    "status": 200,
    "room": "legacy-privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:edit"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": "delete-identity-project-additional-privilege"
  },
  "deleteOrganization": {
    "method": "DELETE",
    "path": "/api/v2/organizations/{organizationId}",
    "status": 200,
    "room": "organizations",
    "isPublic": false,
    "permission": {
      "none": "It takes the role admin itself."
    },
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "deleteOrganizationRole": {
    "method": "DELETE",
    "path": "/api/v1/organization/roles/{roleId}",
    "status": 200,
    "room": "roles",
    "isPublic": false,
    "permission": {
      "organization": "role:delete"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "deletePrivilege": {
    "method": "DELETE",
    "path": "/api/v2/identity-project-additional-privilege/{id}",
    "status": 200,
    "room": "privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:edit"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": "delete-identity-project-additional-privilege"
  },
  "endOwnSession": {
    "method": "DELETE",
    "path": "/api/v2/users/me/sessions/{sessionId}",
    "status": 200,
    "room": "account",
    "isPublic": false,
    "permission": {
      "none": "Everybody may end their own sessions."
    },
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "endOwnSessions": {
    "method": "DELETE",
    "path": "/api/v2/users/me/sessions",
    "status": 200,
    "room": "account",
    "isPublic": false,
    "permission": {
      "none": "Everybody may end their own sessions."
    },
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "explainAccess": {
    "method": "POST",
    "path": "/api/v1/projects/{projectId}/access/explain",
    "status": 200,
    "room": "access",
    "isPublic": false,
    "permission": {
      "project": "identity:read"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "getClientSecret": {
    "method": "GET",
    "path": "/api/v1/auth/universal-auth/identities/{identityId}/client-secrets/{clientSecretId}",
    "status": 200,
    "room": "client-secrets",
    "isPublic": false,
    "permission": {
      "organization": "identity:get-token"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "getHealth": {
    "method": "GET",
    "path": "/healthz",
    "status": 200,
    "room": "status",
    "isPublic": true,
    "permission": {
      "none": "It tells nothing about anybody's data."
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "getIdentity": {
    "method": "GET",
    "path": "/api/v1/identities/{identityId}",
    "status": 200,
    "room": "identities",
    "isPublic": false,
    "permission": {
      "organization": "identity:read"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "getIdentityDetails": {
    "method": "GET",
    "path": "/api/v1/identities/details",
    "status": 200,
    "room": "identities",
    "isPublic": false,
    "permission": {
      "none": "An identity may see its own organization."
    },
    "actors": [
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "getInstanceConfig": {
    "method": "GET",
    "path": "/api/v1/admin/config",
    "status": 200,
    "room": "instance-users",
    "isPublic": true,
    "permission": {
      "none": "A client asks before anybody has logged in."
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "getLegacyPrivilege": {
    "method": "GET",
    "path": "/api/v1/additional-privilege/identity/{privilegeSlug}",
    "status": 200,
    "room": "legacy-privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:read"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "getOrganization": {
    "method": "GET",
    "path": "/api/v1/organization/{organizationId}",
    "status": 200,
    "room": "organizations",
    "isPublic": false,
    "permission": {
      "none": "Every member may see their own organization."
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "getOrganizationRole": {
    "method": "GET",
    "path": "/api/v1/organization/roles/{roleId}",
    "status": 200,
    "room": "roles",
    "isPublic": false,
    "permission": {
      "organization": "role:read"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "getOrganizationRoleBySlug": {
    "method": "GET",
    "path": "/api/v1/organization/roles/slug/{slug}",
    "status": 200,
    "room": "roles",
    "isPublic": false,
    "permission": {
      "organization": "role:read"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "getOrganizationUser": {
    "method": "GET",
    "path": "/api/v2/organizations/{organizationId}/memberships/{membershipId}",
    "status": 200,
    "room": "users",
    "isPublic": false,
    "permission": {
      "organization": "member:read"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "getOwnAccount": {
    "method": "GET",
    "path": "/api/v1/user",
    "status": 200,
    "room": "account",
    "isPublic": false,
    "permission": {
      "none": "Everybody may see their own account."
    },
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "getOwnAccountInOrganization": {
    "method": "GET",
    "path": "/api/v2/users/me",
    "status": 200,
    "room": "account",
    "isPublic": false,
    "permission": {
      "none": "Everybody may see their own account."
    },
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "getOwnOrganizationPermissions": {
    "method": "GET",
    "path": "/api/v1/organization/permissions",
    "status": 200,
    "room": "roles",
    "isPublic": false,
    "permission": {
      "none": "Everybody may know what they are allowed to do."
    },
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "getPrivilege": {
    "method": "GET",
    "path": "/api/v2/identity-project-additional-privilege/{id}",
    "status": 200,
    "room": "privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:read"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "getPrivilegeBySlug": {
    "method": "GET",
    "path": "/api/v2/identity-project-additional-privilege/slug/{privilegeSlug}",
    "status": 200,
    "room": "privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:read"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "getReadiness": {
    "method": "GET",
    "path": "/readyz",
    "status": 200,
    "room": "status",
    "isPublic": true,
    "permission": {
      "none": "It tells nothing about anybody's data."
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "getStatus": {
    "method": "GET",
    "path": "/api/status",
    "status": 200,
    "room": "status",
    "isPublic": true,
    "permission": {
      "none": "It tells nothing about anybody's data."
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "getTokenAuth": {
    "method": "GET",
    "path": "/api/v1/auth/token-auth/identities/{identityId}",
    "status": 200,
    "room": "token-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:read"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "getTokenAuthToken": {
    "method": "GET",
    "path": "/api/v1/auth/token-auth/tokens/{tokenId}",
    "status": 200,
    "room": "token-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:get-token"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "getUniversalAuth": {
    "method": "GET",
    "path": "/api/v1/auth/universal-auth/identities/{identityId}",
    "status": 200,
    "room": "universal-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:read"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "grantInstanceAdmin": {
    "method": "PATCH",
    "path": "/api/v1/admin/user-management/users/{userId}/admin-access",
    "status": 200,
    "room": "instance-users",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "inviteUsers": {
    "method": "POST",
    "path": "/api/v1/invite-org/signup",
    "status": 200,
    "room": "invitations",
    "isPublic": false,
    "permission": {
      "organization": "member:create"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "joinOrganization": {
    "method": "POST",
    "path": "/api/v1/admin/organization-management/organizations/{organizationId}/access",
    "status": 200,
    "room": "instance-organizations",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "listClientSecrets": {
    "method": "GET",
    "path": "/api/v1/auth/universal-auth/identities/{identityId}/client-secrets",
    "status": 200,
    "room": "client-secrets",
    "isPublic": false,
    "permission": {
      "organization": "identity:get-token"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "listIdentities": {
    "method": "GET",
    "path": "/api/v1/identities",
    "status": 200,
    "room": "identities",
    "isPublic": false,
    "permission": {
      "organization": "identity:read"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "listInstanceIdentities": {
    "method": "GET",
    "path": "/api/v1/admin/identity-management/identities",
    "status": 200,
    "room": "instance-users",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "listInstanceOrganizations": {
    "method": "GET",
    "path": "/api/v1/admin/organization-management/organizations",
    "status": 200,
    "room": "instance-organizations",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "listInstanceUsers": {
    "method": "GET",
    "path": "/api/v1/admin/user-management/users",
    "status": 200,
    "room": "instance-users",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "listLegacyPrivileges": {
    "method": "GET",
    "path": "/api/v1/additional-privilege/identity",
    "status": 200,
    "room": "legacy-privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:read"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "listOrganizationRoles": {
    "method": "GET",
    "path": "/api/v1/organization/roles",
    "status": 200,
    "room": "roles",
    "isPublic": false,
    "permission": {
      "organization": "role:read"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "listOrganizationUsers": {
    "method": "GET",
    "path": "/api/v2/organizations/{organizationId}/memberships",
    "status": 200,
    "room": "users",
    "isPublic": false,
    "permission": {
      "organization": "member:read"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "listOrganizationUsersLegacy": {
    "method": "GET",
    "path": "/api/v1/organization/{organizationId}/users",
    "status": 200,
    "room": "users",
    "isPublic": false,
    "permission": {
      "organization": "member:read"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "listOrganizations": {
    "method": "GET",
    "path": "/api/v1/organization",
    "status": 200,
    "room": "organizations",
    "isPublic": false,
    "permission": {
      "none": "It lists only what the caller belongs to."
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": false,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "listOwnOrganizationsPlain": {
    "method": "GET",
    "path": "/api/v2/users/me/organizations",
    "status": 200,
    "room": "organizations",
    "isPublic": false,
    "permission": {
      "none": "It lists only what the caller belongs to."
    },
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "listOwnSessions": {
    "method": "GET",
    "path": "/api/v2/users/me/sessions",
    "status": 200,
    "room": "account",
    "isPublic": false,
    "permission": {
      "none": "Everybody may see their own sessions."
    },
    "actors": [
      "user"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "listPrivileges": {
    "method": "GET",
    "path": "/api/v2/identity-project-additional-privilege",
    "status": 200,
    "room": "privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:read"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "listTokenAuthTokens": {
    "method": "GET",
    "path": "/api/v1/auth/token-auth/identities/{identityId}/tokens",
    "status": 200,
    "room": "token-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:get-token"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "login": {
    "method": "POST",
    "path": "/api/v3/auth/login",
    "status": 200,
    "room": "sessions",
    "isPublic": true,
    "permission": {
      "none": "The credentials are in the request."
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json",
      "application/x-www-form-urlencoded"
    ],
    "rateLimit": "login",
    "audit": null
  },
  "loginWithUniversalAuth": {
    "method": "POST",
    "path": "/api/v1/auth/universal-auth/login",
    "status": 200,
    "room": "universal-auth",
    "isPublic": true,
    "permission": {
      "none": "The credentials are in the request."
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json",
      "application/x-www-form-urlencoded"
    ],
    "rateLimit": null,
    "audit": null
  },
  "logout": {
    "method": "POST",
    "path": "/api/v1/auth/logout",
    "status": 200,
    "room": "sessions",
    "isPublic": false,
    "permission": {
      "none": "Everybody may end their own session."
    },
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "removeInstanceOrganizationMember": {
    "method": "DELETE",
    "path": "/api/v1/admin/organization-management/organizations/{organizationId}/memberships/{membershipId}",
    "status": 200,
    "room": "instance-organizations",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "removeOrganizationUser": {
    "method": "DELETE",
    "path": "/api/v2/organizations/{organizationId}/memberships/{membershipId}",
    "status": 200,
    "room": "users",
    "isPublic": false,
    "permission": {
      "organization": "member:delete"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "removeOrganizationUsers": {
    "method": "DELETE",
    "path": "/api/v2/organizations/{organizationId}/memberships",
    "status": 200,
    "room": "users",
    "isPublic": false,
    "permission": {
      "organization": "member:delete"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "renewAccessToken": {
    "method": "POST",
    "path": "/api/v1/auth/token/renew",
    "status": 200,
    "room": "access-tokens",
    "isPublic": true,
    "permission": {
      "none": "The token is in the request."
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json",
      "application/x-www-form-urlencoded"
    ],
    "rateLimit": null,
    "audit": null
  },
  "resendInstanceInvitation": {
    "method": "POST",
    "path": "/api/v1/admin/organization-management/organizations/{organizationId}/memberships/{membershipId}/resend-invite",
    "status": 200,
    "room": "instance-organizations",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "resendInvitation": {
    "method": "POST",
    "path": "/api/v1/invite-org/signup-resend",
    "status": 200,
    "room": "invitations",
    "isPublic": false,
    "permission": {
      "organization": "member:create"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "revokeAccessToken": {
    "method": "POST",
    "path": "/api/v1/auth/token/revoke",
    "status": 200,
    "room": "access-tokens",
    "isPublic": true,
    "permission": {
      "none": "Whoever has a token may end it."
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json",
      "application/x-www-form-urlencoded"
    ],
    "rateLimit": null,
    "audit": null
  },
  "revokeClientSecret": {
    "method": "POST",
    "path": "/api/v1/auth/universal-auth/identities/{identityId}/client-secrets/{clientSecretId}/revoke",
    "status": 200,
    "room": "client-secrets",
    "isPublic": false,
    "permission": {
      "organization": "identity:delete-token"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "revokeIdentityInstanceAdmin": {
    "method": "DELETE",
    "path": "/api/v1/admin/identity-management/identities/{identityId}/super-admin-access",
    "status": 200,
    "room": "instance-users",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "revokeInstanceAdmin": {
    "method": "DELETE",
    "path": "/api/v1/admin/user-management/users/{userId}/admin-access",
    "status": 200,
    "room": "instance-users",
    "isPublic": false,
    "permission": {
      "instance": "admin"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "revokeTokenAuth": {
    "method": "DELETE",
    "path": "/api/v1/auth/token-auth/identities/{identityId}",
    "status": 200,
    "room": "token-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:revoke-auth"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "revokeTokenAuthToken": {
    "method": "POST",
    "path": "/api/v1/auth/token-auth/tokens/{tokenId}/revoke",
    "status": 200,
    "room": "token-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:delete-token"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "revokeUniversalAuth": {
    "method": "DELETE",
    "path": "/api/v1/auth/universal-auth/identities/{identityId}",
    "status": 200,
    "room": "universal-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:revoke-auth"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [],
    "rateLimit": null,
    "audit": null
  },
  "searchIdentities": {
    "method": "POST",
    "path": "/api/v1/identities/search",
    "status": 200,
    "room": "identities",
    "isPublic": false,
    "permission": {
      "organization": "identity:read"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "selectOrganization": {
    "method": "POST",
    "path": "/api/v3/auth/select-organization",
    "status": 200,
    "room": "sessions",
    "isPublic": false,
    "permission": {
      "none": "Membership of the organization is all it takes."
    },
    "actors": [
      "user"
    ],
    "needsOrganization": false,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "updateIdentity": {
    "method": "PATCH",
    "path": "/api/v1/identities/{identityId}",
    "status": 200,
    "room": "identities",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "updateLegacyPrivilege": {
    "method": "PATCH",
    "path": "/api/v1/additional-privilege/identity",
    "status": 200,
    "room": "legacy-privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:edit"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": "update-identity-project-additional-privilege"
  },
  "updateOrganization": {
    "method": "PATCH",
    "path": "/api/v1/organization/{organizationId}",
    "status": 200,
    "room": "organizations",
    "isPublic": false,
    "permission": {
      "organization": "settings:edit"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "updateOrganizationRole": {
    "method": "PATCH",
    "path": "/api/v1/organization/roles/{roleId}",
    "status": 200,
    "room": "roles",
    "isPublic": false,
    "permission": {
      "organization": "role:edit"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "updateOrganizationUser": {
    "method": "PATCH",
    "path": "/api/v2/organizations/{organizationId}/memberships/{membershipId}",
    "status": 200,
    "room": "users",
    "isPublic": false,
    "permission": {
      "organization": "member:edit"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "updatePrivilege": {
    "method": "PATCH",
    "path": "/api/v2/identity-project-additional-privilege/{id}",
    "status": 200,
    "room": "privileges",
    "isPublic": false,
    "permission": {
      "project": "identity:edit"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": "update-identity-project-additional-privilege"
  },
  "updateTokenAuth": {
    "method": "PATCH",
    "path": "/api/v1/auth/token-auth/identities/{identityId}",
    "status": 200,
    "room": "token-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "updateTokenAuthToken": {
    "method": "PATCH",
    "path": "/api/v1/auth/token-auth/tokens/{tokenId}",
    "status": 200,
    "room": "token-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:create-token"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "updateUniversalAuth": {
    "method": "PATCH",
    "path": "/api/v1/auth/universal-auth/identities/{identityId}",
    "status": 200,
    "room": "universal-auth",
    "isPublic": false,
    "permission": {
      "organization": "identity:edit-auth"
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": null,
    "audit": null
  },
  "verifyInvitation": {
    "method": "POST",
    "path": "/api/v1/invite-org/verify",
    "status": 200,
    "room": "invitations",
    "isPublic": true,
    "permission": {
      "none": "The code is in the request."
    },
    "actors": [
      "user",
      "identity"
    ],
    "needsOrganization": true,
    "bodyTypes": [
      "application/json"
    ],
    "rateLimit": "login",
    "audit": null
  }
};
