import { operations, type OperationId } from '../../../generated/operations.ts';
import { contract, exampleBody, operationOf, resolve, type Schema } from './contract.ts';
import type { TestObjects } from '../fixtures/test-objects.ts';
import type { CallOptions } from '../world/world.ts';

/** A field of a request that refers to an object. */
export interface ObjectReference {
  readonly part: 'path' | 'query' | 'body';
  readonly name: string;
  /** The name of the object in `TestObjects`. */
  readonly objectName: string;
  readonly isList: boolean;
}

/** Names in requests that mean the same as another name. */
const synonyms: Readonly<Record<string, string>> = {
  orgId: 'organizationId',
  workspaceId: 'projectId',
  actorId: 'identityId',
  groupIdOrName: 'groupId',
  folderIdOrName: 'folderId',
  breakGlassUserId: 'userId',
};

/** Names with another meaning in one module. */
const inModules: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  groups: { id: 'groupId' },
  'group-members': { id: 'groupId' },
  environments: { id: 'environmentId' },
  privileges: { id: 'privilegeId' },
  'user-privileges': { privilegeId: 'userPrivilegeId' },
  'project-owned-identities': { identityId: 'ownedIdentityId' },
  certificates: { id: 'certificateId' },
  'change-requests': { policyId: 'changePolicyId' },
  projects: { slug: 'projectSlug' },
  // The root folder, which has the id of its environment.
  'point-in-time': { folderId: 'environmentId' },
};

/** Names with another meaning in one operation. */
const inOperations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  restoreEnvironment: { id: 'deletedEnvironmentId' },
  generateAuthorityCertificate: { caId: 'pendingCaId', parentCaId: 'caId' },
  importAuthorityCertificate: { caId: 'pendingCaId' },
  getAuthorityCsr: { caId: 'pendingCaId' },
};

/** The invitation succeeds anyway, and its response lists the projects that were refused. */
const isReportedSeparately = (id: OperationId, name: string): boolean => id === 'inviteUsers' && name === 'projectIds';

/** Accepts a single fixed value, which is not the id of an organization. */
const isFixed = (id: OperationId, name: string): boolean =>
  (id === 'updateInstanceConfig' && name === 'defaultAuthOrgId') ||
  (['kubernetes-auth', 'app-connections'].includes(operations[id].module) && name.startsWith('gateway')) ||
  (operations[id].module === 'ldap-auth' && name === 'templateId');

/** Names something elsewhere: a provider itself, an account or principal there, or somebody in a directory. */
const isElsewhere = (id: OperationId, name: string): boolean =>
  (operations[id].module === 'single-sign-on' && name === 'clientId') ||
  (id === 'loginWithLdapAuth' && name === 'username') ||
  ['allowedAccountIds', 'allowedServicePrincipalIds', 'tenantId'].includes(name);

/** Only filters a list. */
const isFilter = (id: OperationId, name: string): boolean =>
  (id === 'listCommits' && name === 'actorId') ||
  (id === 'listAccessRequests' && name === 'authorUserId') ||
  (id === 'countAccessRequests' && name === 'policyId');

/** The body has to repeat the id of the path; any other id is 422. */
const isRepeated = (id: OperationId, { part, name }: Pick<ObjectReference, 'part' | 'name'>): boolean =>
  operations[id].module === 'universal-auth' && part === 'body' && name === 'identityId';

/** Operations that name users by username, and refuse unknown users with 400 instead of 404. */
const people: Readonly<Partial<Record<OperationId, string>>> = {
  addProjectUsers: 'newcomer',
  addWorkspaceUsers: 'newcomer',
  removeProjectUsers: 'username',
  removeWorkspaceUsers: 'username',
};

/** Objects that requests identify by name instead of id. */
const named = new Set([
  'projectSlug',
  'username',
  'privilegeSlug',
  'tagSlug',
  'secretName',
  'rotationName',
  'dynamicSecretName',
]);

/** Objects that the request itself creates. */
const isNew = (id: OperationId, name: string): boolean =>
  ['createSecret', 'createRawSecret'].includes(id) && name === 'secretName';

/** Names that are used only if another one is absent. */
const isSecondary = (id: OperationId, name: string): boolean =>
  /^\/api\/(v3|v1\/access-approvals)\//.test(operations[id].path) && name === 'projectSlug';

const objectNameOf = (id: OperationId, name: string): string | undefined => {
  if (isReportedSeparately(id, name) || isFixed(id, name) || isNew(id, name) || isSecondary(id, name)) return undefined;
  if (isFilter(id, name) || isElsewhere(id, name)) return undefined;
  if (operations[id].path.includes(`{${name}}`) && name === 'serialNumber') return name;
  const objectName = inOperations[id]?.[name] ?? inModules[operations[id].module]?.[name] ?? synonyms[name];
  if (objectName) return objectName;
  return named.has(name) || /Ids?$/.test(name) ? name.replace(/Ids$/, 'Id') : undefined;
};

export const parametersOf = (id: OperationId): Schema[] => {
  const shared: Schema[] = contract.paths[operations[id].path].parameters ?? [];
  return [...shared, ...(operationOf(id).parameters ?? [])].map(resolve);
};

/** The contract's examples of path or query parameters. */
const examplesIn = (id: OperationId, wanted: 'path' | 'query'): Record<string, any> =>
  Object.fromEntries(
    parametersOf(id).flatMap(({ in: part, name, example }) =>
      part === wanted && example !== undefined ? [[name, example]] : [],
    ),
  );

/** All fields of the operation's request that refer to an object. */
export const objectReferencesOf = (id: OperationId): ObjectReference[] => {
  const operation = operationOf(id);
  const parameters = parametersOf(id);
  const json = operation.requestBody?.content['application/json'];
  const body = json ? resolve(json.schema) : {};
  const found = [
    ...parameters.map(({ name, in: part }: Schema) => ({
      part: part as ObjectReference['part'],
      name: name as string,
      isList: false,
    })),
    ...Object.keys((body.properties ?? {}) as Schema).map((name) => ({
      part: 'body' as const,
      name,
      isList: name.endsWith('Ids'),
    })),
  ];
  return found.flatMap((reference) => {
    // A username in a query is a search term.
    const isReference =
      ['path', 'query', 'body'].includes(reference.part) &&
      !(reference.part === 'query' && reference.name === 'username');
    const objectName = isReference && !isRepeated(id, reference) ? objectNameOf(id, reference.name) : undefined;
    // The slug in the body is that of the new project.
    return objectName === undefined || (reference.part === 'body' && reference.name === 'slug')
      ? []
      : [{ ...reference, objectName }];
  });
};

const filled = (
  references: readonly ObjectReference[],
  part: ObjectReference['part'],
  idOf: (reference: ObjectReference) => string,
): Record<string, any> =>
  Object.fromEntries(
    references.filter((one) => one.part === part).map((one) => [one.name, one.isList ? [idOf(one)] : idOf(one)]),
  );

/** The contract's example of a request, with ids of existing objects in all references. */
export const requestWith = (id: OperationId, idOf: (reference: ObjectReference) => string): CallOptions => {
  const references = objectReferencesOf(id);
  const person = people[id];
  return {
    params: { ...examplesIn(id, 'path'), ...filled(references, 'path', idOf) },
    query: { ...examplesIn(id, 'query'), ...filled(references, 'query', idOf) },
    body: operationOf(id).requestBody?.content['application/json'] && {
      ...(exampleBody(id) as object),
      ...filled(references, 'body', idOf),
      ...(person && { usernames: [idOf({ part: 'body', name: 'usernames', objectName: person, isList: true })] }),
    },
  };
};

/** A valid request for the operation, with the ids of these objects. */
export const requestFor = (id: OperationId, { ids }: TestObjects): CallOptions =>
  requestWith(id, ({ objectName }) => ids[objectName] ?? 'unknown-object');
