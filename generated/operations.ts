// Generated from openapi/, never edited. Contract: 1a0508e27b967257809c435fb921db32076d8d5454a2fe259bb9217f0a2fa42e

export interface Operation {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  readonly path: string;
  readonly status: number;
  readonly room: string;
  readonly isPublic: boolean;
  readonly permission: { readonly none: string } | { readonly organization: string } | { readonly instance: 'admin' };
  readonly actors: readonly ('user' | 'identity' | 'invitee')[];
  readonly needsOrganization: boolean;
  readonly bodyTypes: readonly string[];
  readonly rateLimit: 'login' | null;
}

export type OperationId =
  | 'bootstrapInstance'
  | 'checkAuth'
  | 'completeAccount'
  | 'getHealth'
  | 'getOrganization'
  | 'getOrganizationUser'
  | 'getReadiness'
  | 'getStatus'
  | 'inviteUsers'
  | 'listOrganizationUsers'
  | 'listOrganizationUsersLegacy'
  | 'listOrganizations'
  | 'login'
  | 'logout'
  | 'removeOrganizationUser'
  | 'removeOrganizationUsers'
  | 'resendInvitation'
  | 'selectOrganization'
  | 'updateOrganization'
  | 'updateOrganizationUser'
  | 'verifyInvitation';

export type PublicOperationId =
  | 'bootstrapInstance'
  | 'getHealth'
  | 'getReadiness'
  | 'getStatus'
  | 'login'
  | 'verifyInvitation';

export type InviteeOperationId =
  | 'completeAccount';

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
    "rateLimit": "login"
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": null
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
    "rateLimit": "login"
  }
};
