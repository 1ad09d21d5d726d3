// Generated from openapi/, never edited. Contract: 92e5a33731e4c01d2cb782c8906e0660a5020647c83b0b3ae9d3baf784d4eefc

export interface Operation {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  readonly path: string;
  readonly status: number;
  readonly room: string;
  readonly isPublic: boolean;
  readonly permission: { readonly none: string } | { readonly organization: string } | { readonly instance: 'admin' };
  readonly actors: readonly ('user' | 'identity')[];
  readonly needsOrganization: boolean;
  readonly bodyTypes: readonly string[];
  readonly rateLimit: 'login' | null;
}

export type OperationId =
  | 'bootstrapInstance'
  | 'checkAuth'
  | 'createOrganization'
  | 'createOrganizationForOthers'
  | 'createOrganizationRole'
  | 'deleteInstanceOrganization'
  | 'deleteOrganization'
  | 'deleteOrganizationRole'
  | 'getHealth'
  | 'getOrganization'
  | 'getOrganizationRole'
  | 'getOrganizationRoleBySlug'
  | 'getOwnOrganizationPermissions'
  | 'getReadiness'
  | 'getStatus'
  | 'joinOrganization'
  | 'listInstanceOrganizations'
  | 'listOrganizationRoles'
  | 'listOrganizations'
  | 'listOwnOrganizationsPlain'
  | 'login'
  | 'logout'
  | 'removeInstanceOrganizationMember'
  | 'selectOrganization'
  | 'updateOrganization'
  | 'updateOrganizationRole';

export type PublicOperationId =
  | 'bootstrapInstance'
  | 'getHealth'
  | 'getReadiness'
  | 'getStatus'
  | 'login';

export const operations: Readonly<Record<OperationId, Operation>> = {
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": "login"
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
  }
};
