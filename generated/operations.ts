// Generated from openapi/, never edited. Contract: 950e692f1b0979688510ecd890a5c0c40992182f02013a8df5d199b08da5f5c3

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
  | 'getHealth'
  | 'getOrganization'
  | 'getReadiness'
  | 'getStatus'
  | 'listOrganizations'
  | 'login'
  | 'logout'
  | 'selectOrganization'
  | 'updateOrganization';

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
