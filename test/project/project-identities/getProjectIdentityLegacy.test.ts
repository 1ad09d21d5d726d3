import { expect } from 'chai';
import { newMemberSetting } from '../../support/project-identities.ts';
import { testGetting } from '../../support/project-identity-reads.ts';
import { onEachDatabase } from '../../support/world.ts';

testGetting('getProjectIdentityLegacy');

onEachDatabase('getProjectIdentityLegacy', (world) => {
  it('shows what the current path shows', async () => {
    const { admin: as, organization, params, membershipId } = await newMemberSetting(world());
    const { status, body } = await world().call('getProjectIdentityLegacy', { as, params });
    expect(status).to.equal(200);
    expect(body.identityMembership).to.include({ id: membershipId, lastLoginTime: null });
    expect(body.identityMembership.identity).to.include({ orgId: organization.id, projectId: null });
    expect(body).to.deep.equal((await world().call('getProjectIdentity', { as, params })).body);
  });
});
