import { expect } from 'chai';
import { operations, type OperationId } from '../../generated/operations.ts';
import { placesOf, requestWith, type Place } from '../support/requests.ts';
import { createThings, type Things } from '../support/things.ts';
import { onEachDatabase, type World } from '../support/world.ts';

const ids = (Object.keys(operations) as OperationId[]).filter((id) => !operations[id].isPublic && !('instance' in operations[id].permission));

/** Everything stored of an organization. */
const rowsOf = async ({ server }: World, { organization }: Things): Promise<unknown> => {
  const { read } = server.parts.database;
  const organizationId = organization.id;
  const identities = read('identities').where({ organizationId }).select('id');
  const auths = read('identity_universal_auths').whereIn('identityId', identities).select('id');
  const groups = read('groups').where({ organizationId }).select('id');
  const projects = read('projects').where({ organizationId }).select('id');
  const members = read('project_memberships').whereIn('projectId', projects).select('id');
  return Promise.all([
    read('organizations').where({ id: organizationId }),
    read('organization_memberships').where({ organizationId }).orderBy('id'),
    read('organization_roles').where({ organizationId }).orderBy('id'),
    read('identities').where({ organizationId }).orderBy('id'),
    read('identity_access_tokens').whereIn('identityId', identities).orderBy('id'),
    read('identity_token_auths').whereIn('identityId', identities).orderBy('id'),
    read('identity_universal_auths').whereIn('identityId', identities).orderBy('id'),
    read('identity_oidc_auths').whereIn('identityId', identities).orderBy('id'),
    read('universal_auth_client_secrets').whereIn('universalAuthId', auths).orderBy('id'),
    read('groups').where({ organizationId }).orderBy('id'),
    read('group_members').whereIn('groupId', groups).orderBy(['groupId', 'membershipId']),
    read('projects').where({ organizationId }).orderBy('id'),
    read('project_environments').whereIn('projectId', projects).orderBy('id'),
    read('secret_folders').whereIn('projectId', projects).orderBy('id'),
    read('project_tags').whereIn('projectId', projects).orderBy('id'),
    read('secrets').whereIn('projectId', projects).orderBy('id'),
    read('secret_versions').whereIn('projectId', projects).orderBy('id'),
    read('secret_tags').whereIn('secretId', read('secrets').whereIn('projectId', projects).select('id')).orderBy(['secretId', 'tagId']),
    read('secret_imports').whereIn('projectId', projects).orderBy('id'),
    read('certificates').whereIn('projectId', projects).orderBy('id'),
    read('certificate_authorities').whereIn('projectId', projects).orderBy('id'),
    read('authority_certificates').whereIn('authorityId', read('certificate_authorities').whereIn('projectId', projects).select('id')).orderBy('id'),
    read('project_roles').whereIn('projectId', projects).orderBy('id'),
    read('project_memberships').whereIn('projectId', projects).orderBy('id'),
    read('project_membership_roles').whereIn('projectMembershipId', members).orderBy('id'),
    read('project_privileges').whereIn('projectMembershipId', members).orderBy('id'),
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

  const call = (id: OperationId, isForeign: (one: Place) => boolean) =>
    world().call(id, { as: own.admin, ...requestWith(id, (one) => (isForeign(one) ? foreign : own).ids[one.thing]!) });

  for (const id of ids) {
    const places = placesOf(id);
    for (const target of places) {
      it(`is out of reach of ${id} by ${target.name} in the ${target.part}`, async () => {
        expect(foreign.ids, 'test/support/things.ts makes one of everything').to.have.property(target.thing);
        const { status, body } = await call(id, ({ part, name }) => part === target.part && name === target.name);
        expect(status, JSON.stringify(body)).to.equal(404);
      });
    }
    if (places.length > 1) {
      it(`is out of reach of ${id} by all of its ids`, async () => {
        expect((await call(id, () => true)).status).to.equal(404);
      });
    }
  }
});
