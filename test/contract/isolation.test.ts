import { expect } from 'chai';
import { operations, type OperationId } from '../../generated/operations.ts';
import { contract, exampleBody, operationOf, resolve, type Schema } from '../support/contract.ts';
import { createThings, type Things } from '../support/things.ts';
import { onEachDatabase, type World } from '../support/world.ts';

interface Place {
  readonly part: 'path' | 'query' | 'body';
  readonly name: string;
  readonly isList: boolean;
}

const ids = (Object.keys(operations) as OperationId[]).filter((id) => !operations[id].isPublic && !('instance' in operations[id].permission));

/** Names of ids in requests that mean the same as another. */
const synonyms: Readonly<Record<string, string>> = { orgId: 'organizationId' };

const thingName = (name: string): string => synonyms[name] ?? name.replace(/Ids$/, 'Id');

/** There are no projects yet. */
const namesNothing = new Set(['projectIds']);

const looksLikeId = (name: string): boolean => /Ids?$/.test(name) && !namesNothing.has(name);

/** Every place of the request that takes the id of something. */
const placesOf = (id: OperationId): Place[] => {
  const operation = operationOf(id);
  const shared: Schema[] = contract.paths[operations[id].path].parameters ?? [];
  const parameters = [...shared, ...(operation.parameters ?? [])].map(resolve);
  const body = operation.requestBody ? resolve(operation.requestBody.content['application/json'].schema) : {};
  return [
    ...parameters.map(({ name, in: part }: Schema) => ({ part: part as Place['part'], name: name as string, isList: false })),
    ...Object.keys((body.properties ?? {}) as Schema).map((name) => ({ part: 'body' as const, name, isList: name.endsWith('Ids') })),
  ].filter(({ part, name }) => looksLikeId(name) && ['path', 'query', 'body'].includes(part));
};

const place = (places: readonly Place[], part: Place['part'], idOf: (place: Place) => string): Record<string, any> =>
  Object.fromEntries(places.filter((one) => one.part === part).map((one) => [one.name, one.isList ? [idOf(one)] : idOf(one)]));

/** Everything stored of an organization. */
const rowsOf = async ({ server }: World, { organization }: Things): Promise<unknown> => {
  const { read } = server.parts.database;
  const organizationId = organization.id;
  const identities = read('identities').where({ organizationId }).select('id');
  const projects = read('projects').where({ organizationId }).select('id');
  const auths = read('identity_universal_auths').whereIn('identityId', identities).select('id');
  return Promise.all([
    read('organizations').where({ id: organizationId }),
    read('organization_memberships').where({ organizationId }).orderBy('id'),
    read('organization_roles').where({ organizationId }).orderBy('id'),
    read('identities').where({ organizationId }).orderBy('id'),
    read('identity_access_tokens').whereIn('identityId', identities).orderBy('id'),
    read('identity_token_auths').whereIn('identityId', identities).orderBy('id'),
    read('identity_universal_auths').whereIn('identityId', identities).orderBy('id'),
    read('universal_auth_client_secrets').whereIn('universalAuthId', auths).orderBy('id'),
    read('projects').where({ organizationId }).orderBy('id'),
    read('project_roles').whereIn('projectId', projects).orderBy('id'),
  ]);
};

onEachDatabase('another organization', (world) => {
  let own: Things;
  let foreign: Things;
  let untouched: unknown;
  // Real things on both sides, so that only the border can be what refuses.
  before(async () => {
    own = await createThings(world());
    foreign = await createThings(world());
    untouched = await rowsOf(world(), foreign);
  });
  after(async () => expect(await rowsOf(world(), foreign), 'what the other organization has').to.deep.equal(untouched));

  const call = (id: OperationId, places: readonly Place[], isForeign: (one: Place) => boolean) => {
    const idOf = (one: Place): string => (isForeign(one) ? foreign : own).ids[thingName(one.name)]!;
    return world().call(id, {
      as: own.admin,
      params: place(places, 'path', idOf),
      query: place(places, 'query', idOf),
      body: { ...(exampleBody(id) as object | undefined), ...place(places, 'body', idOf) },
    });
  };

  for (const id of ids) {
    const places = placesOf(id);
    for (const target of places) {
      it(`is out of reach of ${id} by ${target.name} in the ${target.part}`, async () => {
        expect(foreign.ids, 'test/support/things.ts makes one of everything').to.have.property(thingName(target.name));
        const { status, body } = await call(id, places, (one) => one === target);
        expect(status, JSON.stringify(body)).to.equal(404);
      });
    }
    if (places.length > 1) {
      it(`is out of reach of ${id} by all of its ids`, async () => {
        expect((await call(id, places, () => true)).status).to.equal(404);
      });
    }
  }
});
