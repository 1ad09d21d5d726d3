import { expect } from 'chai';
import { newMemberSetting } from '../../support/project-identities.ts';
import { testChanging } from '../../support/project-identity-changes.ts';
import { onEachDatabase } from '../../support/world.ts';

testChanging('updateProjectIdentityLegacy');

onEachDatabase('updateProjectIdentityLegacy', (world) => {
  it('answers with the roles that it has then', async () => {
    const { admin: as, params, membershipId: projectMembershipId } = await newMemberSetting(world());
    const { status, body } = await world().call('updateProjectIdentityLegacy', {
      as,
      params,
      body: { roles: [{ role: 'member' }, { role: 'no-access' }] },
    });
    expect(status).to.equal(200);
    expect(body.roles.map(({ role, projectMembershipId: id }: any) => `${role} ${id}`)).to.deep.equal([
      `member ${projectMembershipId}`,
      `no-access ${projectMembershipId}`,
    ]);
  });
});
