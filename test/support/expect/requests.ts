import { operations, type OperationId } from '../../../generated/operations.ts';
import { contract, exampleBody, operationOf, resolve, type Schema } from './contract.ts';
import type { Things } from '../fixtures/things.ts';
import type { CallOptions } from '../world/world.ts';

/** Where a request names a thing. */
export interface Place {
  readonly part: 'path' | 'query' | 'body';
  readonly name: string;
  /** By which `Things` know it. */
  readonly thing: string;
  readonly isList: boolean;
}

/** Names in requests that mean the same as another. */
const synonyms: Readonly<Record<string, string>> = {
  orgId: 'organizationId',
  workspaceId: 'projectId',
  actorId: 'identityId',
  groupIdOrName: 'groupId',
  folderIdOrName: 'folderId',
};

/** Names that mean something else in one module. */
const inModules: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  groups: { id: 'groupId' },
  'group-members': { id: 'groupId' },
  environments: { id: 'environmentId' },
  privileges: { id: 'privilegeId' },
  'user-privileges': { privilegeId: 'userPrivilegeId' },
  'project-owned-identities': { identityId: 'ownedIdentityId' },
  certificates: { id: 'certificateId' },
  projects: { slug: 'projectSlug' },
};

/** Names that mean something else in one operation. */
const inOperations: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  restoreEnvironment: { id: 'deletedEnvironmentId' },
  generateAuthorityCertificate: { caId: 'pendingCaId', parentCaId: 'caId' },
  importAuthorityCertificate: { caId: 'pendingCaId' },
  getAuthorityCsr: { caId: 'pendingCaId' },
};

/** An invitation goes out all the same, and tells which projects it could not open. */
const areToldApart = (id: OperationId, name: string): boolean => id === 'inviteUsers' && name === 'projectIds';

/** The instance has one value for it, which no organization's id is. */
const isFixed = (id: OperationId, name: string): boolean =>
  id === 'updateInstanceConfig' && name === 'defaultAuthOrgId';

/** It may only be the path's once more; any other one is 422. */
const isRepeated = (id: OperationId, { part, name }: Pick<Place, 'part' | 'name'>): boolean =>
  operations[id].module === 'universal-auth' && part === 'body' && name === 'identityId';

/**
 * Operations that name people by what they log in with, and refuse strangers as a mistake (400) rather than as out of
 * reach.
 */
const people: Readonly<Partial<Record<OperationId, string>>> = {
  addProjectUsers: 'newcomer',
  addWorkspaceUsers: 'newcomer',
  removeProjectUsers: 'username',
  removeWorkspaceUsers: 'username',
};

/** Things that requests call by a name instead of an id. */
const named = new Set(['projectSlug', 'username', 'privilegeSlug', 'tagSlug', 'secretName']);

/** Things that are only made by the request that names them. */
const isNew = (id: OperationId, name: string): boolean =>
  ['createSecret', 'createRawSecret'].includes(id) && name === 'secretName';

/** Names that count only if another one is not there. */
const isSecondary = (id: OperationId, name: string): boolean =>
  operations[id].path.startsWith('/api/v3/') && name === 'projectSlug';

const thingOf = (id: OperationId, name: string): string | undefined => {
  if (areToldApart(id, name) || isFixed(id, name) || isNew(id, name) || isSecondary(id, name)) return undefined;
  if (operations[id].path.includes(`{${name}}`) && name === 'serialNumber') return name;
  const thing = inOperations[id]?.[name] ?? inModules[operations[id].module]?.[name] ?? synonyms[name];
  if (thing) return thing;
  return named.has(name) || /Ids?$/.test(name) ? name.replace(/Ids$/, 'Id') : undefined;
};

export const parametersOf = (id: OperationId): Schema[] => {
  const shared: Schema[] = contract.paths[operations[id].path].parameters ?? [];
  return [...shared, ...(operationOf(id).parameters ?? [])].map(resolve);
};

/** The contract's examples of what a path or a query may say. */
const examplesIn = (id: OperationId, wanted: 'path' | 'query'): Record<string, any> =>
  Object.fromEntries(
    parametersOf(id).flatMap(({ in: part, name, example }) =>
      part === wanted && example !== undefined ? [[name, example]] : [],
    ),
  );

/** Every place of the operation's request that names a thing. */
export const placesOf = (id: OperationId): Place[] => {
  const operation = operationOf(id);
  const parameters = parametersOf(id);
  const body = operation.requestBody ? resolve(operation.requestBody.content['application/json'].schema) : {};
  const found = [
    ...parameters.map(({ name, in: part }: Schema) => ({
      part: part as Place['part'],
      name: name as string,
      isList: false,
    })),
    ...Object.keys((body.properties ?? {}) as Schema).map((name) => ({
      part: 'body' as const,
      name,
      isList: name.endsWith('Ids'),
    })),
  ];
  return found.flatMap((place) => {
    // A username in a query is part of one, to search for.
    const isThing =
      ['path', 'query', 'body'].includes(place.part) && !(place.part === 'query' && place.name === 'username');
    const thing = isThing && !isRepeated(id, place) ? thingOf(id, place.name) : undefined;
    // A new project brings its own slug.
    return thing === undefined || (place.part === 'body' && place.name === 'slug') ? [] : [{ ...place, thing }];
  });
};

const filled = (places: readonly Place[], part: Place['part'], idOf: (place: Place) => string): Record<string, any> =>
  Object.fromEntries(
    places.filter((one) => one.part === part).map((one) => [one.name, one.isList ? [idOf(one)] : idOf(one)]),
  );

/** The contract's example of a request, with things in all its places. */
export const requestWith = (id: OperationId, idOf: (place: Place) => string): CallOptions => {
  const places = placesOf(id);
  const person = people[id];
  return {
    params: { ...examplesIn(id, 'path'), ...filled(places, 'path', idOf) },
    query: { ...examplesIn(id, 'query'), ...filled(places, 'query', idOf) },
    body: operationOf(id).requestBody && {
      ...(exampleBody(id) as object),
      ...filled(places, 'body', idOf),
      ...(person && { usernames: [idOf({ part: 'body', name: 'usernames', thing: person, isList: true })] }),
    },
  };
};

/** The same, with one's own. */
export const requestFor = (id: OperationId, { ids }: Things): CallOptions =>
  requestWith(id, ({ thing }) => ids[thing] ?? 'no-such-thing');
