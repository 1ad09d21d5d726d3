import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newMemberSetting } from '../../support/fixtures/project-identities.ts';
import { addToProject, newProject, newProjectIdentity } from '../../support/fixtures/projects.ts';
import { createTestObjects } from '../../support/fixtures/test-objects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

/** The tests of getting a membership by id, for both operations. */
const testGettingMembership = (operation: 'getIdentityMembershipLegacy' | 'getWorkspaceIdentityMembership'): void =>
  onEitherDatabase(operation, (world) => {
    const get = (as: { token: string }, identityMembershipId: string) =>
      world().call(operation, { as, params: { identityMembershipId } });

    it('returns the same as the project does', async () => {
      const { admin: as, params, membershipId } = await newMemberSetting(world());
      const { status, body } = await get(as, membershipId);
      expect(status).to.equal(200);
      expect(body).to.deep.equal((await world().call('getWorkspaceIdentity', { as, params })).body);
      expect(body.identityMembership).to.include({ id: membershipId, identityId: params.identityId });
    });

    it('requires the permission in the project of the membership', async () => {
      const setting = await newMemberSetting(world());
      const another = await newProject(world(), setting.organization);
      const outsider = await world().newIdentity(setting.organization, 'admin');
      await addToProject(world(), another, outsider, 'admin');
      expectError(await get(outsider, setting.membershipId), 403, 'ProjectMembershipNotFound');

      const other = await newProjectIdentity(world(), setting, 'no-access');
      expectError(await get(other, setting.membershipId), 403, 'PermissionDenied', /read machine identities/);
      const caller = await newProjectIdentity(world(), setting, [
        { subject: 'identity', action: ['read'], conditions: { identityId: other.id } },
      ]);
      expectError(await get(caller, setting.membershipId), 403, 'PermissionDenied', /read machine identities/);
    });

    it('does not find memberships of other organizations, of users or of groups', async () => {
      const { admin, ids, project } = await createTestObjects(world());
      const otherSetting = await newMemberSetting(world());
      const ofGroup = await world().server.parts.stores.projectMemberships.findOfGroup(project.id, ids.groupId!);
      for (const id of [
        'no-such-thing',
        otherSetting.membershipId,
        ids.projectMembershipId!,
        ids.identityId!,
        ofGroup!.id,
      ])
        expectError(await get(admin, id), 404, 'NotFound', /membership/i);
      expect((await get(admin, ids.identityMembershipId!)).status).to.equal(200);
    });
  });

for (const operation of ['getWorkspaceIdentityMembership', 'getIdentityMembershipLegacy'] as const)
  testGettingMembership(operation);
