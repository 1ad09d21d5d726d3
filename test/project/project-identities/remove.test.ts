import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newOwnedIdentity } from '../../support/fixtures/owned-identities.ts';
import {
  addThroughGroup,
  entriesAbout,
  listIdentities,
  newMemberSetting,
  newSetting,
  stored,
} from '../../support/fixtures/project-identities.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

const testRemoving = (
  operation: 'removeProjectIdentity' | 'removeProjectIdentityLegacy' | 'removeWorkspaceIdentity',
): void =>
  onEitherDatabase(operation, (world) => {
    const removing = async (role?: Parameters<typeof newMemberSetting>[1]) => {
      const setting = await newMemberSetting(world(), role);
      const remove = (as: { token: string } = setting.admin, params: Record<string, string> = setting.params) =>
        world().call(operation, { as, params });
      return { ...setting, remove };
    };

    it('ends the membership immediately and records it', async () => {
      const { identity, project, membershipId, params, remove } = await removing();
      expect((await listIdentities(world(), identity, project)).status).to.equal(200);
      const { status, body } = await remove();
      expect(status).to.equal(200);
      expect(body).to.deep.equal({
        identityMembership: {
          id: membershipId,
          ...params,
          createdAt: '2030-01-01T00:00:00.000Z',
          updatedAt: '2030-01-01T00:00:00.000Z',
        },
      });
      expectError(await listIdentities(world(), identity, project), 403, 'ProjectMembershipNotFound');
      expect((await stored(world(), project)).memberships.map(({ id }) => id)).not.to.include(membershipId);
      expect(await entriesAbout(world(), { project, identity })).to.deep.equal([
        {
          eventType: 'delete-identity-project-membership',
          eventMetadata: { identityId: identity.id, hadDenies: false },
        },
      ]);
      expectError(await remove(), 404, 'NotFound');
    });

    it('keeps access through a group, and cannot remove such access', async () => {
      const setting = await removing('no-access');
      await addThroughGroup(world(), setting);
      expect((await setting.remove()).status).to.equal(200);
      expect((await listIdentities(world(), setting.identity, setting.project)).status).to.equal(200);
      expectError(await setting.remove(), 404, 'NotFound', /in this project/);
    });

    it('does not delete an identity of the project', async () => {
      const setting = await newSetting(world());
      const { params } = await newOwnedIdentity(world(), setting);
      const before = await stored(world(), setting.project);
      expectError(
        await world().call(operation, { as: setting.admin, params }),
        400,
        'BadRequest',
        /belongs to the project/,
      );
      expect(await stored(world(), setting.project)).to.deep.equal(before);
    });

    it('counts a removed deny as a grant of the denied permissions', async () => {
      const setting = await removing([{ subject: 'certificates', action: ['delete'], inverted: true }]);
      const before = await stored(world(), setting.project);
      const member = await newProjectIdentity(world(), setting, 'member');
      const refused = await setting.remove(member);
      expectError(refused, 403, 'PermissionBoundaryError');
      expect(refused.body.details.missingPermissions).to.deep.equal([{ action: 'delete', subject: 'certificates' }]);
      expect((await stored(world(), setting.project)).memberships).to.deep.include.members(before.memberships);
      expect((await setting.remove()).status).to.equal(200);
    });

    it('does not find other members or projects', async () => {
      const setting = await removing();
      const otherSetting = await newMemberSetting(world());
      const outsider = await world().newIdentity(setting.organization, 'no-access');
      for (const identityId of [otherSetting.identity.id, outsider.id, setting.admin.id, 'no-such-thing']) {
        expectError(
          await setting.remove(setting.admin, { ...setting.params, identityId }),
          404,
          'NotFound',
          /machine identity/i,
        );
      }
      for (const projectId of [otherSetting.project.id, 'no-such-thing'])
        expectError(await setting.remove(setting.admin, { ...setting.params, projectId }), 404, 'NotFound', /project/i);
      expect((await listIdentities(world(), otherSetting.identity, otherSetting.project)).status).to.equal(200);
    });

    it('refuses callers who may not remove the identity, and non-members', async () => {
      const setting = await removing();
      const other = await newProjectIdentity(world(), setting, 'no-access');
      const caller = await newProjectIdentity(world(), setting, [
        { subject: 'identity', action: ['delete'], conditions: { identityId: other.id } },
      ]);
      expectError(await setting.remove(caller), 403, 'PermissionDenied', /delete machine identities/);
      expectError(
        await setting.remove(await world().newUser(setting.organization, 'no-access')),
        403,
        'ProjectMembershipNotFound',
      );
      expect((await setting.remove(caller, { ...setting.params, identityId: other.id })).status).to.equal(200);
      expect((await listIdentities(world(), setting.identity, setting.project)).status).to.equal(200);
    });
  });

for (const operation of ['removeProjectIdentity', 'removeWorkspaceIdentity', 'removeProjectIdentityLegacy'] as const)
  testRemoving(operation);
