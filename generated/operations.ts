// Generated from openapi/, never edited. Contract: f605c775ecc6b0f6e67cebfc810b863e1aca39fb9ac0221917377d0134040f72

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
  | 'changeOwnPassword'
  | 'checkAuth'
  | 'deleteInstanceUser'
  | 'deleteInstanceUsers'
  | 'endOwnSession'
  | 'endOwnSessions'
  | 'getHealth'
  | 'getInstanceConfig'
  | 'getOrganization'
  | 'getOwnAccount'
  | 'getOwnAccountInOrganization'
  | 'getReadiness'
  | 'getStatus'
  | 'grantInstanceAdmin'
  | 'listInstanceIdentities'
  | 'listInstanceUsers'
  | 'listOrganizations'
  | 'listOwnSessions'
  | 'login'
  | 'logout'
  | 'revokeIdentityInstanceAdmin'
  | 'revokeInstanceAdmin'
  | 'selectOrganization'
  | 'updateOrganization';

export type PublicOperationId =
  | 'bootstrapInstance'
  | 'getHealth'
  | 'getInstanceConfig'
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
    "rateLimit": "login"
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
  }
};
