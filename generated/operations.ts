// Generated from openapi/, never edited. Contract: 1af6f36214330b75a60a094a03ed35fbd4d7d6a5824221c314cd7590fded72a6

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
  | 'attachTokenAuth'
  | 'bootstrapInstance'
  | 'checkAuth'
  | 'createIdentity'
  | 'createTokenAuthToken'
  | 'deleteIdentity'
  | 'getHealth'
  | 'getIdentity'
  | 'getIdentityDetails'
  | 'getOrganization'
  | 'getReadiness'
  | 'getStatus'
  | 'getTokenAuth'
  | 'getTokenAuthToken'
  | 'listIdentities'
  | 'listOrganizations'
  | 'listTokenAuthTokens'
  | 'login'
  | 'logout'
  | 'revokeTokenAuth'
  | 'revokeTokenAuthToken'
  | 'searchIdentities'
  | 'selectOrganization'
  | 'updateIdentity'
  | 'updateOrganization'
  | 'updateTokenAuth'
  | 'updateTokenAuthToken';

export type PublicOperationId =
  | 'bootstrapInstance'
  | 'getHealth'
  | 'getReadiness'
  | 'getStatus'
  | 'login';

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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
  }
};
