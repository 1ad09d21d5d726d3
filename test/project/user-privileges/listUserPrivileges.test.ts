import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { temporaryType } from '../../support/fixtures/privileges.ts';
import { userPrivilegeSetting } from '../../support/fixtures/user-privileges.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listUserPrivileges', (world) => {
  const list = (projectMembershipId: string, as: { token: string }) =>
    world().call('listUserPrivileges', { as, query: { projectMembershipId } });

  it('lists privileges without rules, the oldest first, including expired ones', async () => {
    const { projectMembershipId, created, newMember } = await userPrivilegeSetting(world());
    const first = await created({ slug: 'first', type: temporaryType });
    const second = await world().clock.later(60, () => created({ slug: 'second' }));
    const expected = [first, second].map(({ permissions: _, ...summary }) => ({
      ...summary,
      isLinkedToAccessApproval: false,
      accessApprovalRequestId: null,
      policyApproverUserIds: [],
    }));
    const viewer = await newMember('viewer');
    const { status, body } = await world().clock.later(7200, () => list(projectMembershipId, viewer));
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ privileges: expected });
  });

  it('requires the permission, and a membership of a user of the organization', async () => {
    const { admin, projectMembershipId, newMember } = await userPrivilegeSetting(world());
    expectError(await list(projectMembershipId, await newMember('no-access')), 403, 'PermissionDenied', /read members/);
    const foreign = await userPrivilegeSetting(world());
    expectError(await list(foreign.projectMembershipId, admin), 404, 'NotFound');
  });
});
