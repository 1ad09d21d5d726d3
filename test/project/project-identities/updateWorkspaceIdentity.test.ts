import { expect } from 'chai';
import { forGood, forTime, newMemberSetting, newProjectRole } from '../../support/project-identities.ts';
import { testChanging } from '../../support/project-identity-changes.ts';
import { onEachDatabase } from '../../support/world.ts';

testChanging('updateWorkspaceIdentity');

onEachDatabase('updateWorkspaceIdentity', (world) => {
  it('answers with the roles that it has then', async () => {
    const setting = await newMemberSetting(world());
    const { admin: as, params, membershipId: projectMembershipId } = setting;
    const customRoleId = await newProjectRole(world(), setting, 'deployer', []);
    await world().clock.later(60, async () => {
      const roles = [{ role: 'member' }, forTime('deployer', '2030-01-01T00:00:00Z', '1h')];
      const { status, body } = await world().call('updateWorkspaceIdentity', { as, params, body: { roles } });
      expect(status).to.equal(200);
      const times = { createdAt: '2030-01-01T00:01:00.000Z', updatedAt: '2030-01-01T00:01:00.000Z' };
      expect(body).to.deep.equal({
        roles: [
          { id: body.roles[0].id, role: 'member', projectMembershipId, customRoleId: null, ...times, ...forGood },
          {
            id: body.roles[1].id,
            role: 'custom',
            projectMembershipId,
            customRoleId,
            ...times,
            isTemporary: true,
            temporaryMode: 'relative',
            temporaryRange: '1h',
            temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
            temporaryAccessEndTime: '2030-01-01T01:00:00.000Z',
          },
        ],
      });
    });
  });
});
