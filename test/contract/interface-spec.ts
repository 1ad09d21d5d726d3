import type { Shape, SpecifiedOperation } from '../support/expect/shapes.ts';

// The interface specification, written down once more as data: its 19 operations with every field, type, bound and
// default that it gives.

const string: Shape = { type: 'string' };
const uuid: Shape = { type: 'string', format: 'uuid' };
const time: Shape = { type: 'string', format: 'date-time' };
const boolean: Shape = { type: 'boolean' };
const integer: Shape = { type: 'integer' };
const number: Shape = { type: 'number' };
const json: Shape = {};
const named: Shape = { type: 'string', minLength: 1 };
const privilegeSlug: Shape = { type: 'string', minLength: 1, maxLength: 60 };
const list = (items: Shape, more: Shape = {}): Shape => ({ type: 'array', items, ...more });
const object = (properties: Record<string, Shape>, more: Shape = {}): Shape => ({
  type: 'object',
  properties,
  ...more,
});
const inPath = (name: string, shape: Shape = string) => ({ in: 'path' as const, name, ...shape });
const inQuery = (name: string, shape: Shape, isRequired = false) => ({
  in: 'query' as const,
  name,
  isRequired,
  ...shape,
});

const addresses = list(object({ ipAddress: string }, { required: ['ipAddress'] }), {
  minItems: 1,
  default: [{ ipAddress: '0.0.0.0/0' }, { ipAddress: '::/0' }],
});

const universalAuth = object(
  {
    id: uuid,
    clientId: string,
    identityId: uuid,
    createdAt: time,
    updatedAt: time,
    accessTokenTTL: { ...number, default: 7200 },
    accessTokenMaxTTL: { ...number, default: 7200 },
    accessTokenNumUsesLimit: { ...number, default: 0 },
    accessTokenPeriod: { ...number, default: 0 },
    clientSecretTrustedIps: json,
    accessTokenTrustedIps: json,
    lockoutEnabled: { ...boolean, default: true },
    lockoutThreshold: { ...number, default: 3 },
    lockoutDurationSeconds: { ...number, default: 300 },
    lockoutCounterResetSeconds: { ...number, default: 30 },
  },
  { required: ['id', 'clientId', 'identityId', 'createdAt', 'updatedAt'], isWhole: true },
);

const oidcAuth = object({
  id: uuid,
  identityId: uuid,
  oidcDiscoveryUrl: string,
  boundIssuer: string,
  boundAudiences: string,
  boundSubject: string,
  boundClaims: json,
  claimMetadataMapping: json,
  accessTokenTTL: integer,
  accessTokenMaxTTL: integer,
  accessTokenNumUsesLimit: integer,
  accessTokenTrustedIps: json,
  createdAt: time,
  updatedAt: time,
});

const period = {
  isTemporary: boolean,
  temporaryMode: string,
  temporaryRange: string,
  temporaryAccessStartTime: time,
  temporaryAccessEndTime: time,
};
const privilegeItem = { id: uuid, slug: string, createdAt: time, updatedAt: time, ...period };
const permissions = list(object({ action: string, subject: string, conditions: json, inverted: boolean }));
const privilege = object({ ...privilegeItem, permissions });
const legacyPrivilege = object({ ...privilegeItem, permissions, projectMembershipId: uuid });

const secretsPermission = object({
  subject: { type: 'string', enum: ['secrets'] },
  inverted: boolean,
  conditions: object({
    environment: string,
    secretPath: string,
    secretName: string,
    secretTags: object({ $in: list(string), $all: list(string) }),
    eventType: string,
  }),
});
const privilegeType: Shape = {
  oneOf: [
    object({ isTemporary: { ...boolean, enum: [false] } }),
    object({ isTemporary: { ...boolean, enum: [true] } }),
  ],
};
const legacyPermission = object({
  action: string,
  subject: string,
  conditions: object({ environment: string, secretPath: { oneOf: [string, object({ $glob: string })] } }),
});
const legacyBody = {
  identityId: named,
  projectSlug: named,
  slug: privilegeSlug,
  permissions: list(legacyPermission, { deprecated: true }),
  privilegePermission: object({}),
};

const groupRole = object({
  id: uuid,
  role: string,
  projectMembershipId: uuid,
  customRoleId: uuid,
  createdAt: time,
  updatedAt: time,
  ...period,
});

const project = {
  id: string,
  _id: string,
  name: string,
  type: string,
  slug: string,
  orgId: uuid,
  createdAt: time,
  updatedAt: time,
  environments: list(object({ name: string, slug: string, id: string })),
  description: string,
  defaultProduct: string,
  autoCapitalization: boolean,
  version: integer,
  upgradeStatus: string,
  pitVersionLimit: integer,
  kmsCertificateKeyId: uuid,
  auditLogsRetentionDays: integer,
  hasDeleteProtection: boolean,
  secretSharing: boolean,
  showSnapshotsLegacy: boolean,
  secretDetectionIgnoreValues: list(string),
  enforceEncryptedSecretManagerSecretMetadata: boolean,
};
const deletedEnvironments = list(
  object({
    id: string,
    name: string,
    slug: string,
    deleteAfter: time,
    softDeletedAt: time,
    deletedBy: object({
      type: string,
      id: string,
      email: string,
      username: string,
      firstName: string,
      lastName: string,
    }),
  }),
);
const projectSlug: Shape = { type: 'string', minLength: 1, maxLength: 64 };

const environment = object({
  id: uuid,
  name: string,
  slug: string,
  position: number,
  projectId: string,
  createdAt: time,
  updatedAt: time,
  deleteAfter: time,
  softDeletedAt: time,
  deletedByUserId: uuid,
  deletedByIdentityId: uuid,
});

const member = object({
  id: string,
  joinedGroupAt: time,
  type: { type: 'string', enum: ['user'] },
  user: object({ id: uuid, username: string, firstName: string, lastName: string, email: string }),
});

const reasons = [
  'UNSPECIFIED',
  'KEY_COMPROMISE',
  'CA_COMPROMISE',
  'AFFILIATION_CHANGED',
  'SUPERSEDED',
  'CESSATION_OF_OPERATION',
  'CERTIFICATE_HOLD',
  'PRIVILEGE_WITHDRAWN',
  'A_A_COMPROMISE',
];

const changes = ['secret:create', 'secret:update', 'secret:delete'];
const mutation = 'secret:import-mutation';
const change = object({
  eventType: { type: 'string', enum: changes },
  payload: list(object({ environment: string, secretPath: string, secretKey: string })),
});
const importMutation = object({
  eventType: { type: 'string', enum: [mutation] },
  payload: object({ environment: string, secretPath: string }),
});

const privileges = '/api/v2/identity-project-additional-privilege';
const legacyPrivileges = '/api/v1/additional-privilege/identity';

export const interfaceSpecification: readonly SpecifiedOperation[] = [
  {
    method: 'POST',
    path: '/api/v1/auth/universal-auth/identities/{identityId}',
    parameters: [inPath('identityId')],
    body: {
      ...object({
        // Not specified: the Terraform provider sends it beside the path's.
        identityId: { ...string, deprecated: true },
        clientSecretTrustedIps: addresses,
        accessTokenTrustedIps: addresses,
        accessTokenTTL: { ...integer, minimum: 0, maximum: 315360000, default: 2592000 },
        accessTokenMaxTTL: { ...integer, minimum: 0, maximum: 315360000, default: 2592000 },
        accessTokenNumUsesLimit: { ...integer, minimum: 0, default: 0 },
        accessTokenPeriod: { ...integer, minimum: 0, default: 0 },
        lockoutEnabled: { ...boolean, default: true },
        lockoutThreshold: { ...number, minimum: 1, maximum: 30, default: 3 },
        lockoutDurationSeconds: { ...number, minimum: 30, maximum: 86400, default: 300 },
        lockoutCounterResetSeconds: { ...number, minimum: 5, maximum: 3600, default: 30 },
      }),
      isWhole: true,
      isClosed: true,
      onlyRequired: [],
    },
    answer: object({ identityUniversalAuth: universalAuth }),
  },
  {
    method: 'DELETE',
    path: '/api/v1/auth/oidc-auth/identities/{identityId}',
    parameters: [inPath('identityId')],
    answer: object({ identityOidcAuth: oidcAuth }),
  },
  {
    method: 'POST',
    path: privileges,
    body: object(
      {
        identityId: named,
        projectId: named,
        permissions: list(secretsPermission),
        type: privilegeType,
        slug: privilegeSlug,
      },
      { required: ['identityId', 'projectId'] },
    ),
    answer: object({ privilege }),
  },
  {
    method: 'PATCH',
    path: `${privileges}/{id}`,
    parameters: [inPath('id')],
    body: object({ slug: privilegeSlug, permissions: list(secretsPermission), type: privilegeType }),
    answer: object({ privilege }),
  },
  { method: 'GET', path: `${privileges}/{id}`, parameters: [inPath('id')], answer: object({ privilege }) },
  { method: 'DELETE', path: `${privileges}/{id}`, parameters: [inPath('id')], answer: object({ privilege }) },
  {
    method: 'GET',
    path: privileges,
    parameters: [inQuery('identityId', named), inQuery('projectId', named)],
    answer: object({ privileges: list(object(privilegeItem, { isWhole: true })) }),
  },
  {
    method: 'POST',
    path: `${legacyPrivileges}/temporary`,
    body: object({
      ...legacyBody,
      temporaryMode: { type: 'string', enum: ['relative'] },
      temporaryRange: string,
      temporaryAccessStartTime: string,
    }),
    answer: object({ privilege: legacyPrivilege }),
  },
  {
    method: 'POST',
    path: `${legacyPrivileges}/permanent`,
    body: object(legacyBody, { absent: ['temporaryMode', 'temporaryRange', 'temporaryAccessStartTime'] }),
    answer: object({ privilege: legacyPrivilege }),
  },
  {
    method: 'DELETE',
    path: legacyPrivileges,
    body: object({ privilegeSlug: string, identityId: string, projectSlug: string }),
    answer: object({ privilege: legacyPrivilege }),
  },
  {
    method: 'GET',
    path: `${legacyPrivileges}/{privilegeSlug}`,
    parameters: [inPath('privilegeSlug', named), inQuery('identityId', named), inQuery('projectSlug', named)],
    answer: object({ privilege: legacyPrivilege }),
  },
  {
    method: 'GET',
    path: legacyPrivileges,
    parameters: [inQuery('identityId', named), inQuery('projectSlug', named)],
    answer: object({ privileges: list(legacyPrivilege) }),
  },
  {
    method: 'PATCH',
    path: '/api/v1/projects/{projectId}/memberships/groups/{groupId}',
    parameters: [inPath('projectId'), inPath('groupId')],
    body: object({
      roles: list(
        {
          oneOf: [
            object({ role: string, isTemporary: { ...boolean, enum: [false] } }),
            object({ role: string, isTemporary: { ...boolean, enum: [true] } }),
          ],
        },
        { minItems: 1 },
      ),
    }),
    answer: object({ roles: list(groupRole) }),
  },
  {
    method: 'POST',
    path: '/api/v1/cert-manager/certificates/{id}/revoke',
    parameters: [inPath('id')],
    body: { ...object({ revocationReason: { type: 'string', enum: reasons } }), onlyRequired: [] },
    answer: object({ message: string, serialNumber: string, revokedAt: time }),
  },
  {
    method: 'GET',
    path: '/api/v1/projects/slug/{slug}',
    parameters: [inPath('slug', projectSlug)],
    answer: object({ ...project, deletedEnvironments }, { absent: ['kmsSecretManagerKeyId'] }),
  },
  {
    method: 'GET',
    path: '/api/v2/workspace/{slug}',
    parameters: [inPath('slug', projectSlug)],
    answer: object({ ...project, kmsSecretManagerKeyId: string }, { absent: ['deletedEnvironments'] }),
  },
  {
    method: 'PATCH',
    path: '/api/v1/workspace/{workspaceId}/environments/{id}',
    parameters: [inPath('workspaceId'), inPath('id')],
    body: object({ slug: string, name: string, position: number }),
    answer: object({ message: string, workspace: string, environment }),
  },
  {
    method: 'GET',
    path: '/api/v1/groups/{id}/members',
    parameters: [
      inPath('id'),
      inQuery('offset', { ...integer, minimum: 0 }),
      inQuery('limit', { ...integer, minimum: 1, maximum: 100 }),
      inQuery('search', string),
      inQuery('orderBy', { type: 'string', enum: ['name'] }),
      inQuery('orderDirection', { type: 'string', enum: ['asc', 'desc'] }),
      inQuery('memberTypeFilter', list({ type: 'string', enum: ['users', 'machineIdentities'] })),
    ],
    answer: object({ members: list(member), totalCount: integer }),
  },
  {
    method: 'POST',
    path: '/api/v1/events/subscribe/project-events',
    body: object({
      projectId: string,
      register: list(
        object(
          {
            event: { type: 'string', enum: [...changes, mutation] },
            conditions: object({ environmentSlug: string, secretPath: string }),
          },
          { required: ['event'] },
        ),
      ),
    }),
    answerType: 'text/event-stream',
    answer: object({
      projectType: { type: 'string', enum: ['secret-manager'] },
      data: { oneOf: [change, importMutation] },
    }),
  },
];

const envelope = { reqId: string, statusCode: integer, error: string };

/** The bodies of errors, by status. */
export const specifiedErrors: Readonly<Record<string, Shape>> = {
  400: object(
    { ...envelope, message: string, details: json },
    { required: ['reqId', 'statusCode', 'error', 'message'] },
  ),
  401: object({ ...envelope, message: string }, { required: ['reqId', 'statusCode', 'error', 'message'] }),
  403: object(
    { ...envelope, message: string, details: json },
    { required: ['reqId', 'statusCode', 'error', 'message'] },
  ),
  404: object({ ...envelope, message: string }, { required: ['reqId', 'statusCode', 'error', 'message'] }),
  422: object({ ...envelope, message: json }, { required: ['reqId', 'statusCode', 'error'] }),
  500: object({ ...envelope, message: string }, { required: ['reqId', 'statusCode', 'error', 'message'] }),
};
