import { expect } from 'chai';
import { newMemberSetting } from '../../support/project-identities.ts';
import { testChanging } from '../../support/project-identity-changes.ts';
import { onEachDatabase } from '../../support/world.ts';

testChanging('updateProjectIdentity');

onEachDatabase('updateProjectIdentity', (world) => {
  it('answers with the membership as it is then', async () => {
    const { admin: as, params, membershipId } = await newMemberSetting(world());
    await world().clock.later(60, async () => {
      const { status, body } = await world().call('updateProjectIdentity', {
        as,
        params,
        body: { roles: [{ role: 'member' }] },
      });
      expect(status).to.equal(200);
      expect(body).to.deep.equal({
        identityMembership: {
          id: membershipId,
          ...params,
          createdAt: '2030-01-01T00:00:00.000Z',
          updatedAt: '2030-01-01T00:01:00.000Z',
        },
      });
    });
  });
});
