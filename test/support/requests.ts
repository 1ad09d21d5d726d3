import { operations, type OperationId } from '../../generated/operations.ts';
import { contract, exampleBody, operationOf, resolve, type Schema } from './contract.ts';
import type { Things } from './things.ts';
import type { CallOptions } from './world.ts';

/** Where a request names a thing. */
export interface Place {
  readonly part: 'path' | 'query' | 'body';
  readonly name: string;
  /** By which `Things` know it. */
  readonly thing: string;
  readonly isList: boolean;
}

/** Names in requests that mean the same as another. */
const synonyms: Readonly<Record<string, string>> = { orgId: 'organizationId', workspaceId: 'projectId', actorId: 'identityId' };

/** Names that mean something else in each room. */
const inRooms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  groups: { id: 'groupId' },
  'group-members': { id: 'groupId' },
  environments: { id: 'environmentId' },
  'workspace-environments': { id: 'environmentId' },
  privileges: { id: 'privilegeId' },
  projects: { slug: 'projectSlug' },
  workspaces: { slug: 'projectSlug' },
};

/** An invitation goes out all the same, and tells which projects it could not open. */
const areToldApart = (id: OperationId, name: string): boolean => id === 'inviteUsers' && name === 'projectIds';

const thingOf = (id: OperationId, name: string): string | undefined => {
  if (areToldApart(id, name)) return undefined;
  const thing = inRooms[operations[id].room]?.[name] ?? synonyms[name];
  if (thing) return thing;
  return /^(project|privilege)Slug$/.test(name) || /Ids?$/.test(name) ? name.replace(/Ids$/, 'Id') : undefined;
};

/** Every place of the operation's request that names a thing. */
export const placesOf = (id: OperationId): Place[] => {
  const operation = operationOf(id);
  const shared: Schema[] = contract.paths[operations[id].path].parameters ?? [];
  const parameters = [...shared, ...(operation.parameters ?? [])].map(resolve);
  const body = operation.requestBody ? resolve(operation.requestBody.content['application/json'].schema) : {};
  const found = [
    ...parameters.map(({ name, in: part }: Schema) => ({ part: part as Place['part'], name: name as string, isList: false })),
    ...Object.keys((body.properties ?? {}) as Schema).map((name) => ({ part: 'body' as const, name, isList: name.endsWith('Ids') })),
  ];
  return found.flatMap((place) => {
    const thing = ['path', 'query', 'body'].includes(place.part) ? thingOf(id, place.name) : undefined;
    // A new project brings its own slug.
    return thing === undefined || (place.part === 'body' && place.name === 'slug') ? [] : [{ ...place, thing }];
  });
};

const filled = (places: readonly Place[], part: Place['part'], idOf: (place: Place) => string): Record<string, any> =>
  Object.fromEntries(places.filter((one) => one.part === part).map((one) => [one.name, one.isList ? [idOf(one)] : idOf(one)]));

/** The contract's example of a request, with things in all its places. */
export const requestWith = (id: OperationId, idOf: (place: Place) => string): CallOptions => {
  const places = placesOf(id);
  return {
    params: filled(places, 'path', idOf),
    query: filled(places, 'query', idOf),
    body: operationOf(id).requestBody && { ...(exampleBody(id) as object), ...filled(places, 'body', idOf) },
  };
};

/** The same, with one's own. */
export const requestFor = (id: OperationId, { ids }: Things): CallOptions => requestWith(id, ({ thing }) => ids[thing] ?? 'no-such-thing');
