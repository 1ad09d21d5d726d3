// Where each request of the contract references an object, and which objects it may use.
import { operations, type OperationId } from '../../generated/operations.ts';
import { objectReferencesOf } from '../../test/support/expect/requests.ts';

export interface Named {
  readonly part: string;
  readonly name: string;
  readonly thing: string;
}

/** The values besides ids that a request needs to succeed. */
const also: Readonly<Partial<Record<OperationId, readonly Named[]>>> = {
  login: [
    { part: 'body', name: 'email', thing: 'email' },
    { part: 'body', name: 'password', thing: 'password' },
  ],
  loginWithUniversalAuth: [{ part: 'body', name: 'clientSecret', thing: 'clientSecret' }],
  renewAccessToken: [{ part: 'body', name: 'accessToken', thing: 'accessToken' }],
  revokeAccessToken: [{ part: 'body', name: 'accessToken', thing: 'accessToken' }],
  signCertificate: [{ part: 'body', name: 'csr', thing: 'csr' }],
  signLegacyCertificate: [{ part: 'body', name: 'csr', thing: 'csr' }],
  signIntermediate: [{ part: 'body', name: 'csr', thing: 'csr' }],
  importAuthorityCertificate: [
    { part: 'body', name: 'certificate', thing: 'authorityCertificate' },
    { part: 'body', name: 'certificateChain', thing: 'authorityChain' },
  ],
  createSecretImport: [{ part: 'body', name: 'import.path', thing: 'folderPath' }],
  createLegacySecretImport: [{ part: 'body', name: 'import.path', thing: 'folderPath' }],
  updateSecretImport: [{ part: 'body', name: 'import.path', thing: 'folderPath' }],
  updateLegacySecretImport: [{ part: 'body', name: 'import.path', thing: 'folderPath' }],
  createSecrets: [{ part: 'body', name: 'secrets.tagIds', thing: 'tagId' }],
  createRawSecrets: [{ part: 'body', name: 'secrets.tagIds', thing: 'tagId' }],
  updateSecrets: [
    { part: 'body', name: 'secrets.secretKey', thing: 'secretName' },
    { part: 'body', name: 'secrets.tagIds', thing: 'tagId' },
  ],
  updateRawSecrets: [
    { part: 'body', name: 'secrets.secretKey', thing: 'secretName' },
    { part: 'body', name: 'secrets.tagIds', thing: 'tagId' },
  ],
  deleteSecrets: [{ part: 'body', name: 'secrets.secretKey', thing: 'secretName' }],
  deleteRawSecrets: [{ part: 'body', name: 'secrets.secretKey', thing: 'secretName' }],
  updateLegacyFolders: [{ part: 'body', name: 'folders.id', thing: 'folderId' }],
  addProjectUsers: [{ part: 'body', name: 'usernames', thing: 'newcomer' }],
  addWorkspaceUsers: [{ part: 'body', name: 'usernames', thing: 'newcomer' }],
  removeProjectUsers: [{ part: 'body', name: 'usernames', thing: 'username' }],
  removeWorkspaceUsers: [{ part: 'body', name: 'usernames', thing: 'username' }],
};

/** Operations that need an object that is not in their target state yet. */
const unused: Readonly<Partial<Record<OperationId, Readonly<Record<string, string>>>>> = {
  addIdentityToGroup: { identityId: 'bareIdentityId' },
  addProjectGroup: { groupId: 'strangerId' },
  addProjectGroupLegacy: { groupId: 'strangerId' },
  addWorkspaceGroup: { groupId: 'strangerId' },
  addProjectIdentity: { identityId: 'bareIdentityId' },
  addWorkspaceIdentity: { identityId: 'bareIdentityId' },
  addUserToGroup: { username: 'newcomer' },
  attachOidcAuth: { identityId: 'bareIdentityId' },
  attachTokenAuth: { identityId: 'bareIdentityId' },
  attachUniversalAuth: { identityId: 'bareIdentityId' },
};

/** Where things are; a request is about one of these only if it names nothing else. */
const around = ['projectId', 'projectSlug', 'organizationId'];

/** Where a privilege is. */
const alsoAround: Readonly<Partial<Record<OperationId, string>>> = {
  deleteLegacyPrivilege: 'identityId',
  updateLegacyPrivilege: 'identityId',
};

const isDestructive = (id: OperationId): boolean =>
  ['DELETE', 'PATCH'].includes(operations[id].method) ||
  /^(revoke|move|restore|generate|import|join|add|attach)/.test(id);

const placesIn = (id: OperationId): Named[] =>
  [
    ...objectReferencesOf(id).map(({ objectName, ...named }) => ({ ...named, thing: objectName })),
    ...(also[id] ?? []),
  ].map(({ part, name, thing }) => ({
    part,
    name,
    thing: unused[id]?.[thing] ?? thing,
  }));

/** The last object in the path. */
export const lastOf = (id: OperationId): Named[] => {
  const position = ({ name }: Named): number => operations[id].path.indexOf(`{${name}}`);
  return placesIn(id)
    .filter(({ part }) => part === 'path')
    .sort((one, other) => position(one) - position(other))
    .slice(-1);
};

/** The target of the request: the last object in its path, or another one that it references. */
const subjectsOf = (id: OperationId): Named[] => {
  const places = placesIn(id);
  const inBody = places.filter(
    ({ part, thing }) => part === 'body' && !around.includes(thing) && alsoAround[id] !== thing,
  );
  const last = lastOf(id).filter(({ thing }) => inBody.length === 0 || !around.includes(thing));
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
  const thing = subjectsOf(id)[0]?.thing ?? '';
  return families[thing] ?? thing;
};

/** Operations that consume their target; changes share theirs. */
const consumers = new Map<string, OperationId[]>();
for (const id of ids.filter((one) => isDestructive(one) && operations[one].method !== 'PATCH')) {
  const family = familyOf(id);
  consumers.set(family, [...(consumers.get(family) ?? []), id]);
}

/** Each operation has its own share of the spare objects: the `first` one, and every `step`th after it. */
const shareOf = (id: OperationId): { first: number; step: number } => {
  const those = consumers.get(familyOf(id)) ?? [];
  return { first: those.indexOf(id) + 1, step: those.length + 1 };
};

const described = (id: OperationId): object[] => {
  const spare = isDestructive(id) ? subjectsOf(id) : [];
  const isSpare = ({ part, name }: Named): boolean => spare.some((one) => one.part === part && one.name === name);
  return placesIn(id).map((place) => ({ ...place, share: isSpare(place) ? shareOf(id) : null }));
};

export const places = Object.fromEntries(ids.map((id) => [id, described(id)]));
