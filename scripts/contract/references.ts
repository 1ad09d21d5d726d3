// Where each request of the contract references an object, and which objects it may use.
import { operations, type OperationId } from '../../generated/operations.ts';
import { objectReferencesOf } from '../../test/support/expect/requests.ts';

export interface Reference {
  readonly part: string;
  readonly name: string;
  readonly kind: string;
}

/** The values besides ids that a request needs to succeed. */
const additional: Readonly<Partial<Record<OperationId, readonly Reference[]>>> = {
  login: [
    { part: 'body', name: 'email', kind: 'email' },
    { part: 'body', name: 'password', kind: 'password' },
  ],
  loginWithUniversalAuth: [{ part: 'body', name: 'clientSecret', kind: 'clientSecret' }],
  renewAccessToken: [{ part: 'body', name: 'accessToken', kind: 'accessToken' }],
  revokeAccessToken: [{ part: 'body', name: 'accessToken', kind: 'accessToken' }],
  signCertificate: [{ part: 'body', name: 'csr', kind: 'csr' }],
  signLegacyCertificate: [{ part: 'body', name: 'csr', kind: 'csr' }],
  signIntermediate: [{ part: 'body', name: 'csr', kind: 'csr' }],
  importAuthorityCertificate: [
    { part: 'body', name: 'certificate', kind: 'authorityCertificate' },
    { part: 'body', name: 'certificateChain', kind: 'authorityChain' },
  ],
  createSecretRotation: [{ part: 'body', name: 'parameters.username1', kind: 'freeUser' }],
  createSecretImport: [{ part: 'body', name: 'import.path', kind: 'folderPath' }],
  createLegacySecretImport: [{ part: 'body', name: 'import.path', kind: 'folderPath' }],
  updateSecretImport: [{ part: 'body', name: 'import.path', kind: 'folderPath' }],
  updateLegacySecretImport: [{ part: 'body', name: 'import.path', kind: 'folderPath' }],
  createSecrets: [{ part: 'body', name: 'secrets.tagIds', kind: 'tagId' }],
  createRawSecrets: [{ part: 'body', name: 'secrets.tagIds', kind: 'tagId' }],
  updateSecrets: [
    { part: 'body', name: 'secrets.secretKey', kind: 'secretName' },
    { part: 'body', name: 'secrets.tagIds', kind: 'tagId' },
  ],
  updateRawSecrets: [
    { part: 'body', name: 'secrets.secretKey', kind: 'secretName' },
    { part: 'body', name: 'secrets.tagIds', kind: 'tagId' },
  ],
  deleteSecrets: [{ part: 'body', name: 'secrets.secretKey', kind: 'secretName' }],
  deleteRawSecrets: [{ part: 'body', name: 'secrets.secretKey', kind: 'secretName' }],
  updateLegacyFolders: [{ part: 'body', name: 'folders.id', kind: 'folderId' }],
  addProjectUsers: [{ part: 'body', name: 'usernames', kind: 'otherUsername' }],
  addWorkspaceUsers: [{ part: 'body', name: 'usernames', kind: 'otherUsername' }],
  removeProjectUsers: [{ part: 'body', name: 'usernames', kind: 'username' }],
  removeWorkspaceUsers: [{ part: 'body', name: 'usernames', kind: 'username' }],
};

/** Operations that need an object that is not in their target state yet, with the kinds to use instead. */
const replacedKinds: Readonly<Partial<Record<OperationId, Readonly<Record<string, string>>>>> = {
  addIdentityToGroup: { identityId: 'bareIdentityId' },
  addProjectGroup: { groupId: 'otherGroupId' },
  addProjectGroupLegacy: { groupId: 'otherGroupId' },
  addWorkspaceGroup: { groupId: 'otherGroupId' },
  addProjectIdentity: { identityId: 'bareIdentityId' },
  addWorkspaceIdentity: { identityId: 'bareIdentityId' },
  addUserToGroup: { username: 'otherUsername' },
  attachJwtAuth: { identityId: 'bareIdentityId' },
  attachTlsCertAuth: { identityId: 'bareIdentityId' },
  attachAwsAuth: { identityId: 'bareIdentityId' },
  attachAzureAuth: { identityId: 'bareIdentityId' },
  attachGcpAuth: { identityId: 'bareIdentityId' },
  attachLdapAuth: { identityId: 'bareIdentityId' },
  attachKubernetesAuth: { identityId: 'bareIdentityId' },
  attachOidcAuth: { identityId: 'bareIdentityId' },
  attachTokenAuth: { identityId: 'bareIdentityId' },
  attachUniversalAuth: { identityId: 'bareIdentityId' },
  forgetProjectLease: { leaseId: 'failedLeaseId' },
  retryProjectLease: { leaseId: 'failedLeaseId' },
};

/** Kinds that contain other objects; they are the target of a request only if it references no other object. */
const containers = ['projectId', 'projectSlug', 'organizationId'];

/** The kind that contains the privilege in these requests. */
const additionalContainers: Readonly<Partial<Record<OperationId, string>>> = {
  deleteLegacyPrivilege: 'identityId',
  updateLegacyPrivilege: 'identityId',
};

const isDestructive = (id: OperationId): boolean =>
  ['DELETE', 'PATCH'].includes(operations[id].method) ||
  /^(revoke|move|restore|generate|import|join|add|attach)/.test(id);

const referencesOf = (id: OperationId): Reference[] =>
  [
    ...objectReferencesOf(id).map(({ part, name, objectName }) => ({ part, name, kind: objectName })),
    ...(additional[id] ?? []),
  ].map((reference) => ({ ...reference, kind: replacedKinds[id]?.[reference.kind] ?? reference.kind }));

/** The last object in the path. */
export const lastInPath = (id: OperationId): Reference[] => {
  const position = ({ name }: Reference): number => operations[id].path.indexOf(`{${name}}`);
  return referencesOf(id)
    .filter(({ part }) => part === 'path')
    .sort((one, other) => position(one) - position(other))
    .slice(-1);
};

/** The target of the request: the last object in its path, or another one that it references. */
const targetsOf = (id: OperationId): Reference[] => {
  const all = referencesOf(id);
  const inBody = all.filter(
    ({ part, kind }) => part === 'body' && !containers.includes(kind) && additionalContainers[id] !== kind,
  );
  const last = lastInPath(id).filter(({ kind }) => inBody.length === 0 || !containers.includes(kind));
  return [...last, ...inBody];
};

const ids = Object.keys(operations) as OperationId[];

/** Different names of the same objects. */
const families: Readonly<Record<string, string>> = {
  username: 'userId',
  membershipId: 'userId',
  projectMembershipId: 'userId',
  projectSlug: 'projectId',
};

const familyOf = (id: OperationId): string => {
  const kind = targetsOf(id)[0]?.kind ?? '';
  return families[kind] ?? kind;
};

/** Operations that consume their target; changes share theirs. */
const consumers = new Map<string, OperationId[]>();
for (const id of ids.filter((one) => isDestructive(one) && operations[one].method !== 'PATCH')) {
  const family = familyOf(id);
  consumers.set(family, [...(consumers.get(family) ?? []), id]);
}

/** Each operation has its own share of the spare objects: the `first` one, and every `step`th after it. */
const shareOf = (id: OperationId): { first: number; step: number } => {
  const operationsOfFamily = consumers.get(familyOf(id)) ?? [];
  return { first: operationsOfFamily.indexOf(id) + 1, step: operationsOfFamily.length + 1 };
};

const describe = (id: OperationId): object[] => {
  const spare = isDestructive(id) ? targetsOf(id) : [];
  const isSpare = ({ part, name }: Reference): boolean => spare.some((one) => one.part === part && one.name === name);
  return referencesOf(id).map((reference) => ({ ...reference, share: isSpare(reference) ? shareOf(id) : null }));
};

export const references = Object.fromEntries(ids.map((id) => [id, describe(id)]));
