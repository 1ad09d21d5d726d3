import { expect } from 'chai';
import { newMemberSetting } from '../../support/project-identities.ts';
import { testListing } from '../../support/project-identity-reads.ts';
import { onEachDatabase } from '../../support/world.ts';

testListing('listProjectIdentitiesLegacy', { limit: 20_000, byDefault: 100 });

onEachDatabase('listProjectIdentitiesLegacy', (world) => {
  it('shows what the list of the current path shows', async () => {
    const { admin: as, organization, params } = await newMemberSetting(world());
    const { status, body } = await world().call('listProjectIdentitiesLegacy', { as, params });
    expect(status).to.equal(200);
    expect(body.identityMemberships[0].identity).to.include({
      id: params.identityId,
      orgId: organization.id,
      projectId: null,
    });
    expect(body).to.deep.equal((await world().call('listProjectIdentities', { as, params })).body);
  });
});
