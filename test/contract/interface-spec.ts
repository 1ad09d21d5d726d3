import type { Shape, SpecifiedOperation } from '../support/expect/shapes.ts';
import {
  string,
  time,
  integer,
  number,
  json,
  named,
  privilegeSlug,
  list,
  object,
  inPath,
  inQuery,
  addresses,
  universalAuth,
  oidcAuth,
  privilegeItem,
  privilege,
  legacyPrivilege,
  secretsPermission,
  privilegeType,
  legacyBody,
  groupRole,
  project,
  deletedEnvironments,
  projectSlug,
  environment,
  member,
  reasons,
  mutation,
  change,
  importMutation,
  boolean,
  changes,
} from './interface-spec-shapes.ts';

// The interface specification as data: its 19 operations with every specified field, type, bound and default.

const privileges = '/api/v2/identity-project-additional-privilege';
const legacyPrivileges = '/api/v1/additional-privilege/identity';

export const interfaceSpecification: readonly SpecifiedOperation[] = [
  {
    method: 'POST',
    path: '/api/v1/auth/universal-auth/identities/{identityId}',
    parameters: [inPath('identityId')],
    body: {
      ...object({
        // Not specified: the Terraform provider sends it in addition to the path's.
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
    responseType: 'text/event-stream',
    answer: object({
      projectType: { type: 'string', enum: ['secret-manager'] },
      data: { oneOf: [change, importMutation] },
    }),
  },
];

const envelope = { reqId: string, statusCode: integer, error: string };

/** The bodies of errors by status. */
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
