import type { Shape } from '../support/expect/shapes.ts';

// The values of the interface specification: the fields, types, bounds and defaults of its requests and responses.

export const string: Shape = { type: 'string' };
const uuid: Shape = { type: 'string', format: 'uuid' };
export const time: Shape = { type: 'string', format: 'date-time' };
export const boolean: Shape = { type: 'boolean' };
export const integer: Shape = { type: 'integer' };
export const number: Shape = { type: 'number' };
export const json: Shape = {};
export const named: Shape = { type: 'string', minLength: 1 };
export const privilegeSlug: Shape = { type: 'string', minLength: 1, maxLength: 60 };
export const list = (items: Shape, more: Shape = {}): Shape => ({ type: 'array', items, ...more });
export const object = (properties: Record<string, Shape>, more: Shape = {}): Shape => ({
  type: 'object',
  properties,
  ...more,
});
export const inPath = (name: string, shape: Shape = string) => ({ in: 'path' as const, name, ...shape });
export const inQuery = (name: string, shape: Shape, isRequired = false) => ({
  in: 'query' as const,
  name,
  isRequired,
  ...shape,
});

export const addresses = list(object({ ipAddress: string }, { required: ['ipAddress'] }), {
  minItems: 1,
  default: [{ ipAddress: '0.0.0.0/0' }, { ipAddress: '::/0' }],
});

export const universalAuth = object(
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

export const oidcAuth = object({
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
export const privilegeItem = { id: uuid, slug: string, createdAt: time, updatedAt: time, ...period };
const permissions = list(object({ action: string, subject: string, conditions: json, inverted: boolean }));
export const privilege = object({ ...privilegeItem, permissions });
export const legacyPrivilege = object({ ...privilegeItem, permissions, projectMembershipId: uuid });

export const secretsPermission = object({
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
export const privilegeType: Shape = {
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
export const legacyBody = {
  identityId: named,
  projectSlug: named,
  slug: privilegeSlug,
  permissions: list(legacyPermission, { deprecated: true }),
  privilegePermission: object({}),
};

export const groupRole = object({
  id: uuid,
  role: string,
  projectMembershipId: uuid,
  customRoleId: uuid,
  createdAt: time,
  updatedAt: time,
  ...period,
});

export const project = {
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
export const deletedEnvironments = list(
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
export const projectSlug: Shape = { type: 'string', minLength: 1, maxLength: 64 };

export const environment = object({
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

export const member = object({
  id: string,
  joinedGroupAt: time,
  type: { type: 'string', enum: ['user'] },
  user: object({ id: uuid, username: string, firstName: string, lastName: string, email: string }),
});

export const reasons = [
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

export const changes = ['secret:create', 'secret:update', 'secret:delete'];
export const mutation = 'secret:import-mutation';
export const change = object({
  eventType: { type: 'string', enum: changes },
  payload: list(object({ environment: string, secretPath: string, secretKey: string })),
});
export const importMutation = object({
  eventType: { type: 'string', enum: [mutation] },
  payload: object({ environment: string, secretPath: string }),
});
