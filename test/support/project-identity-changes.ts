import { expect } from 'chai';
import { expectError, expectIssues } from './expect.ts';
import { newOwned } from './owned-identities.ts';
import {
  addThroughGroup,
  entriesAbout,
  forGood,
  forTime,
  look,
  newCaller,
  newMemberSetting,
  newProjectRole,
  newSetting,
  stored,
} from './project-identities.ts';
import { badRoles, expectWindow, rolesIn, slugs, start } from './project-identity-roles.ts';
import { newProjectIdentity } from './projects.ts';
import { onEachDatabase } from './world.ts';

export const testChanging = (
  operation: 'updateProjectIdentity' | 'updateProjectIdentityLegacy' | 'updateWorkspaceIdentity',
): void =>
  onEachDatabase(operation, (world) => {
    const changing = async (role: Parameters<typeof newMemberSetting>[1] = 'viewer') => {
      const setting = await newMemberSetting(world(), role);
      const change = (
        roles: unknown,
        as: { token: string } = setting.admin,
        params: Record<string, string> = setting.params,
      ) => world().call(operation, { as, params, body: { roles } });
      return { ...setting, change };
    };

    it('replaces all roles, and records it', async () => {
      const setting = await changing();
      const [before] = await rolesIn(world(), setting);
      const roles = [{ role: 'member' }, { role: 'viewer' }];
      expect((await setting.change(roles)).status).to.equal(200);
      const after = await rolesIn(world(), setting);
      expect(slugs(after)).to.deep.equal(['member', 'viewer']);
      expect(after.map(({ id }) => id)).not.to.include(before.id);
      expect(await entriesAbout(world(), setting)).to.deep.equal([
        {
          eventType: 'update-identity-project-membership',
          eventMetadata: { identityId: setting.identity.id, roles: roles.map((role) => ({ ...role, ...forGood })) },
        },
      ]);
    });

    it('takes a role away from the very next request on', async () => {
      const { identity, project, change } = await changing();
      expect((await look(world(), identity, project)).status).to.equal(200);
      await change([{ role: 'no-access' }]);
      expectError(await look(world(), identity, project), 403, 'PermissionDenied');
      await change([{ role: 'viewer' }]);
      expect((await look(world(), identity, project)).status).to.equal(200);
    });

    it('opens a temporary role at its start and closes it at its end', async () => {
      const setting = await changing();
      expect((await setting.change([forTime('viewer', start, '2s')])).status).to.equal(200);
      await expectWindow(world(), setting);
      await world().clock.later(3600, async () =>
        expect((await rolesIn(world(), setting))[0]).to.include({
          role: 'viewer',
          isTemporary: true,
          temporaryAccessEndTime: '2030-01-01T00:01:02.000Z',
        }),
      );
    });

    it('lets whoever may only edit identities take away and keep, but not give', async () => {
      const setting = await changing();
      await setting.change([{ role: 'viewer' }, { role: 'admin' }]);
      const member = await newCaller(world(), setting, 'member');
      const before = await stored(world(), setting.project);
      for (const roles of [
        [{ role: 'member' }],
        [{ role: 'viewer' }, { role: 'member' }],
        [forTime('member', start, '1h')],
      ]) {
        expectError(await setting.change(roles, member), 403, 'PermissionDenied', /assign-role/);
      }
      expect(await stored(world(), setting.project)).to.deep.equal(before);
      expect((await setting.change([{ role: 'viewer' }], member)).status).to.equal(200);
      expect((await setting.change([forTime('viewer', start, '1h')], member)).status).to.equal(200);
      for (const longer of [{ role: 'viewer' }, forTime('viewer', start, '2h')])
        expectError(await setting.change([longer], member), 403, 'PermissionDenied', /assign-role/);
      expect((await setting.change([{ role: 'no-access' }], member)).status).to.equal(200);
      expectError(await setting.change([{ role: 'viewer' }], member), 403, 'PermissionDenied', /assign-role/);
    });

    it('lets nobody give what they do not hold', async () => {
      const setting = await changing();
      await newProjectRole(world(), setting, 'assigner', [{ subject: 'identity', action: ['assign-role'] }]);
      const member = await newCaller(world(), setting, 'member', 'assigner');
      const before = await stored(world(), setting.project);
      const refused = await setting.change([{ role: 'viewer' }, { role: 'admin' }], member);
      expectError(refused, 403, 'PermissionBoundaryError');
      expect(refused.body.details.missingPermissions).to.deep.include({ action: '*', subject: 'workspace' });
      expect(await stored(world(), setting.project)).to.deep.equal(before);
      expect((await setting.change([{ role: 'member' }], member)).status).to.equal(200);
    });

    it('counts taking a denial away as giving what was denied', async () => {
      const setting = await changing([{ subject: 'certificates', action: ['delete'], inverted: true }]);
      const member = await newCaller(world(), setting, 'member');
      const refused = await setting.change([{ role: 'no-access' }], member);
      expectError(refused, 403, 'PermissionBoundaryError');
      expect(refused.body.details.missingPermissions).to.deep.equal([{ action: 'delete', subject: 'certificates' }]);
      expect((await setting.change([{ role: 'no-access' }])).status).to.equal(200);
    });

    it('keeps to the roles and identities that the caller may edit and assign', async () => {
      const setting = await changing('no-access');
      const { identity, project } = setting;
      await newProjectRole(world(), setting, 'nothing', []);
      await newProjectRole(world(), setting, 'viewers-only', [
        { subject: 'identity', action: ['edit', 'assign-role'], conditions: { identityId: identity.id } },
        {
          subject: 'identity',
          action: ['assign-role'],
          conditions: { assignableRole: { $ne: 'viewer' } },
          inverted: true,
        },
      ]);
      const caller = await newCaller(world(), setting, 'viewer', 'viewers-only');
      const other = await newProjectIdentity(world(), setting, 'no-access');
      expectError(await setting.change([{ role: 'nothing' }], caller), 403, 'PermissionDenied', /assign-role/);
      expectError(
        await setting.change([{ role: 'viewer' }], caller, { projectId: project.id, identityId: other.id }),
        403,
        'PermissionDenied',
        /edit on identity/,
      );
      expect((await setting.change([{ role: 'viewer' }], caller)).status).to.equal(200);
    });

    it('keeps one of many changes at once, whole', async () => {
      const setting = await changing();
      const sets = [
        ['viewer', 'no-access'],
        ['member', 'viewer'],
        ['admin', 'member'],
      ];
      const answers = await Promise.all(sets.map((set) => setting.change(set.map((role) => ({ role })))));
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
      expect(sets).to.deep.include(slugs(await rolesIn(world(), setting)));
    });

    it('knows no other role, member or project', async () => {
      const setting = await changing();
      const { organization, admin, params } = setting;
      const elsewhere = await newMemberSetting(world());
      const outsider = await world().newIdentity(organization, 'no-access');
      const before = await stored(world(), setting.project);
      expectError(await setting.change([{ role: 'viewer' }, { role: 'no-such-role' }]), 404, 'NotFound', /role/);
      for (const identityId of [elsewhere.identity.id, 'no-such-thing', admin.id, outsider.id]) {
        expectError(
          await setting.change([{ role: 'viewer' }], admin, { ...params, identityId }),
          404,
          'NotFound',
          /machine identity/,
        );
      }
      for (const projectId of [elsewhere.project.id, 'no-such-thing']) {
        expectError(
          await setting.change([{ role: 'viewer' }], admin, { ...params, projectId }),
          404,
          'NotFound',
          /project/,
        );
      }
      expect(await stored(world(), setting.project)).to.deep.equal(before);
    });

    it('does not know an identity that is in the project only through a group', async () => {
      const setting = await newSetting(world());
      await addThroughGroup(world(), setting);
      const { admin: as, params } = setting;
      expectError(
        await world().call(operation, { as, params, body: { roles: [{ role: 'viewer' }] } }),
        404,
        'NotFound',
        /in this project/,
      );
    });

    it('refuses who may not edit identities, and who is not in the project', async () => {
      const setting = await changing();
      const viewer = await newCaller(world(), setting, 'viewer');
      expectError(await setting.change([{ role: 'no-access' }], viewer), 403, 'PermissionDenied', /edit on identity/);
      expectError(
        await setting.change([{ role: 'viewer' }], viewer, { ...setting.params, identityId: 'no-such-thing' }),
        403,
        'PermissionDenied',
      );
      expectError(
        await setting.change([{ role: 'viewer' }], await world().newUser(setting.organization, 'admin')),
        403,
        'ProjectMembershipNotFound',
      );
    });

    it('lists what is wrong with a request, and takes what is just right', async () => {
      const setting = await changing();
      const before = await stored(world(), setting.project);
      for (const [roles, ...issues] of badRoles) expectIssues(await setting.change(roles), ...issues);
      expectIssues(await setting.change(undefined), 'body roles required');
      expect(await stored(world(), setting.project)).to.deep.equal(before);
      expect((await setting.change(Array(50).fill({ role: 'viewer' }))).status).to.equal(200);
    });
  });

export const testRemoving = (
  operation: 'removeProjectIdentity' | 'removeProjectIdentityLegacy' | 'removeWorkspaceIdentity',
): void =>
  onEachDatabase(operation, (world) => {
    const removing = async (role?: Parameters<typeof newMemberSetting>[1]) => {
      const setting = await newMemberSetting(world(), role);
      const remove = (as: { token: string } = setting.admin, params: Record<string, string> = setting.params) =>
        world().call(operation, { as, params });
      return { ...setting, remove };
    };

    it('ends a membership, from the very next request on, and records it', async () => {
      const { identity, project, membershipId, params, remove } = await removing();
      expect((await look(world(), identity, project)).status).to.equal(200);
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
      expectError(await look(world(), identity, project), 403, 'ProjectMembershipNotFound');
      expect((await stored(world(), project)).memberships.map(({ id }) => id)).not.to.include(membershipId);
      expect(await entriesAbout(world(), { project, identity })).to.deep.equal([
        { eventType: 'delete-identity-project-membership', eventMetadata: { identityId: identity.id } },
      ]);
      expectError(await remove(), 404, 'NotFound');
    });

    it('leaves what the identity has through a group, and cannot end that', async () => {
      const setting = await removing('no-access');
      await addThroughGroup(world(), setting);
      expect((await setting.remove()).status).to.equal(200);
      expect((await look(world(), setting.identity, setting.project)).status).to.equal(200);
      expectError(await setting.remove(), 404, 'NotFound', /in this project/);
    });

    it('leaves an identity that belongs to the project where it is', async () => {
      const setting = await newSetting(world());
      const { params } = await newOwned(world(), setting);
      const before = await stored(world(), setting.project);
      expectError(
        await world().call(operation, { as: setting.admin, params }),
        400,
        'BadRequest',
        /belongs to the project/,
      );
      expect(await stored(world(), setting.project)).to.deep.equal(before);
    });

    it('counts a denial that goes with it as giving what was denied', async () => {
      const setting = await removing([{ subject: 'certificates', action: ['delete'], inverted: true }]);
      const before = await stored(world(), setting.project);
      const member = await newProjectIdentity(world(), setting, 'member');
      const refused = await setting.remove(member);
      expectError(refused, 403, 'PermissionBoundaryError');
      expect(refused.body.details.missingPermissions).to.deep.equal([{ action: 'delete', subject: 'certificates' }]);
      expect((await stored(world(), setting.project)).memberships).to.deep.include.members(before.memberships);
      expect((await setting.remove()).status).to.equal(200);
    });

    it('knows no other member or project', async () => {
      const setting = await removing();
      const elsewhere = await newMemberSetting(world());
      const outsider = await world().newIdentity(setting.organization, 'no-access');
      for (const identityId of [elsewhere.identity.id, outsider.id, setting.admin.id, 'no-such-thing']) {
        expectError(
          await setting.remove(setting.admin, { ...setting.params, identityId }),
          404,
          'NotFound',
          /machine identity/,
        );
      }
      for (const projectId of [elsewhere.project.id, 'no-such-thing'])
        expectError(await setting.remove(setting.admin, { ...setting.params, projectId }), 404, 'NotFound', /project/);
      expect((await look(world(), elsewhere.identity, elsewhere.project)).status).to.equal(200);
    });

    it('refuses who may not remove that identity, and who is not in the project', async () => {
      const setting = await removing();
      const other = await newProjectIdentity(world(), setting, 'viewer');
      const caller = await newProjectIdentity(world(), setting, [
        { subject: 'identity', action: ['delete'], conditions: { identityId: other.id } },
      ]);
      expectError(await setting.remove(caller), 403, 'PermissionDenied', /delete on identity/);
      expectError(
        await setting.remove(await world().newUser(setting.organization, 'no-access')),
        403,
        'ProjectMembershipNotFound',
      );
      expect((await setting.remove(caller, { ...setting.params, identityId: other.id })).status).to.equal(200);
      expect((await look(world(), setting.identity, setting.project)).status).to.equal(200);
    });
  });
