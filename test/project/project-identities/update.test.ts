import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import {
  addThroughGroup,
  entriesAbout,
  permanentPeriod,
  temporaryRole,
  listIdentities,
  newCaller,
  newMemberSetting,
  newProjectRole,
  newSetting,
  stored,
} from '../../support/fixtures/project-identities.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { badRoles, expectWindow, rolesIn, slugs, start } from './roles.ts';

const testChanging = (
  operation: 'updateProjectIdentity' | 'updateProjectIdentityLegacy' | 'updateWorkspaceIdentity',
): void =>
  onEitherDatabase(operation, (world) => {
    const changing = async (role: Parameters<typeof newMemberSetting>[1] = 'viewer') => {
      const setting = await newMemberSetting(world(), role);
      const change = (
        roles: unknown,
        as: { token: string } = setting.admin,
        params: Record<string, string> = setting.params,
      ) => world().call(operation, { as, params, body: { roles } });
      return { ...setting, change };
    };

    it('replaces all roles and records it', async () => {
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
          eventMetadata: {
            identityId: setting.identity.id,
            roles: roles.map((role) => ({ ...role, ...permanentPeriod })),
            hadDenies: false,
          },
        },
      ]);
    });

    it('removes a role immediately', async () => {
      const { identity, project, change } = await changing();
      expect((await listIdentities(world(), identity, project)).status).to.equal(200);
      await change([{ role: 'no-access' }]);
      expectError(await listIdentities(world(), identity, project), 403, 'PermissionDenied');
      await change([{ role: 'viewer' }]);
      expect((await listIdentities(world(), identity, project)).status).to.equal(200);
    });

    it('grants a temporary role from its start to its end', async () => {
      const setting = await changing();
      expect((await setting.change([temporaryRole('viewer', start, '2s')])).status).to.equal(200);
      await expectWindow(world(), setting);
      await world().clock.later(3600, async () =>
        expect((await rolesIn(world(), setting))[0]).to.include({
          role: 'viewer',
          isTemporary: true,
          temporaryAccessEndTime: '2030-01-01T00:01:02.000Z',
        }),
      );
    });

    it('allows callers who may only edit identities to remove and keep roles that they hold, but not to add any', async () => {
      const setting = await changing();
      await setting.change([{ role: 'viewer' }, { role: 'admin' }]);
      const member = await newCaller(world(), setting, 'member', 'viewer');
      const before = await stored(world(), setting.project);
      for (const roles of [
        [{ role: 'member' }],
        [{ role: 'viewer' }, { role: 'member' }],
        [temporaryRole('member', start, '1h')],
      ]) {
        expectError(await setting.change(roles, member), 403, 'PermissionDenied', /assign roles/);
      }
      expect(await stored(world(), setting.project)).to.deep.equal(before);
      expectError(await setting.change([{ role: 'viewer' }], member), 403, 'PermissionBoundaryError', /take them/);
      expect((await setting.change([{ role: 'viewer' }])).status).to.equal(200);
      expect((await setting.change([temporaryRole('viewer', start, '1h')], member)).status).to.equal(200);
      for (const longer of [{ role: 'viewer' }, temporaryRole('viewer', start, '2h')])
        expectError(await setting.change([longer], member), 403, 'PermissionDenied', /assign roles/);
      expect((await setting.change([{ role: 'no-access' }], member)).status).to.equal(200);
      expectError(await setting.change([{ role: 'viewer' }], member), 403, 'PermissionDenied', /assign roles/);
    });

    it('refuses roles beyond the permissions of the caller', async () => {
      const setting = await changing();
      await newProjectRole(world(), setting, 'assigner', [{ subject: 'identity', action: ['assign-role'] }]);
      const member = await newCaller(world(), setting, 'member', 'viewer', 'assigner');
      const before = await stored(world(), setting.project);
      const refused = await setting.change([{ role: 'viewer' }, { role: 'admin' }], member);
      expectError(refused, 403, 'PermissionBoundaryError');
      expect(refused.body.details.missingPermissions).to.deep.include({ action: '*', subject: 'workspace' });
      expect(await stored(world(), setting.project)).to.deep.equal(before);
      expect((await setting.change([{ role: 'member' }], member)).status).to.equal(200);
    });

    it('counts a removed deny as a grant of the denied permissions', async () => {
      const setting = await changing([{ subject: 'certificates', action: ['delete'], inverted: true }]);
      const member = await newCaller(world(), setting, 'member');
      const refused = await setting.change([{ role: 'no-access' }], member);
      expectError(refused, 403, 'PermissionBoundaryError');
      expect(refused.body.details.missingPermissions).to.deep.equal([{ action: 'delete', subject: 'certificates' }]);
      expect((await setting.change([{ role: 'no-access' }])).status).to.equal(200);
    });

    it('refuses roles and identities that the caller may not edit or assign', async () => {
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
      expectError(await setting.change([{ role: 'nothing' }], caller), 403, 'PermissionDenied', /assign roles/);
      expectError(
        await setting.change([{ role: 'viewer' }], caller, { projectId: project.id, identityId: other.id }),
        403,
        'PermissionDenied',
        /edit machine identities/,
      );
      expect((await setting.change([{ role: 'viewer' }], caller)).status).to.equal(200);
    });

    it('applies one of several concurrent updates completely', async () => {
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

    it('does not find other roles, members or projects', async () => {
      const setting = await changing();
      const { organization, admin, params } = setting;
      const otherSetting = await newMemberSetting(world());
      const outsider = await world().newIdentity(organization, 'no-access');
      const before = await stored(world(), setting.project);
      expectError(await setting.change([{ role: 'viewer' }, { role: 'no-such-role' }]), 404, 'NotFound', /role/);
      for (const identityId of [otherSetting.identity.id, 'no-such-thing', admin.id, outsider.id]) {
        expectError(
          await setting.change([{ role: 'viewer' }], admin, { ...params, identityId }),
          404,
          'NotFound',
          /machine identity/i,
        );
      }
      for (const projectId of [otherSetting.project.id, 'no-such-thing']) {
        expectError(
          await setting.change([{ role: 'viewer' }], admin, { ...params, projectId }),
          404,
          'NotFound',
          /project/i,
        );
      }
      expect(await stored(world(), setting.project)).to.deep.equal(before);
    });

    it('does not find an identity that is only a member through a group', async () => {
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

    it('refuses callers who may not edit identities, and non-members', async () => {
      const setting = await changing();
      const viewer = await newCaller(world(), setting, 'viewer');
      expectError(
        await setting.change([{ role: 'no-access' }], viewer),
        403,
        'PermissionDenied',
        /edit machine identities/,
      );
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

    it('reports all problems of a request, and accepts values at the limits', async () => {
      const setting = await changing();
      const before = await stored(world(), setting.project);
      for (const [roles, ...issues] of badRoles) expectIssues(await setting.change(roles), ...issues);
      expectIssues(await setting.change(undefined), 'body roles required');
      expect(await stored(world(), setting.project)).to.deep.equal(before);
      expect((await setting.change(Array(50).fill({ role: 'viewer' }))).status).to.equal(200);
    });
  });

for (const operation of ['updateProjectIdentity', 'updateWorkspaceIdentity', 'updateProjectIdentityLegacy'] as const)
  testChanging(operation);

onEachDatabase('updateProjectIdentity', (world) => {
  it('returns the updated membership', async () => {
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

onEachDatabase('updateWorkspaceIdentity', (world) => {
  it('returns the new roles', async () => {
    const setting = await newMemberSetting(world());
    const { admin: as, params, membershipId: projectMembershipId } = setting;
    const customRoleId = await newProjectRole(world(), setting, 'deployer', []);
    await world().clock.later(60, async () => {
      const roles = [{ role: 'member' }, temporaryRole('deployer', '2030-01-01T00:00:00Z', '1h')];
      const { status, body } = await world().call('updateWorkspaceIdentity', { as, params, body: { roles } });
      expect(status).to.equal(200);
      const times = { createdAt: '2030-01-01T00:01:00.000Z', updatedAt: '2030-01-01T00:01:00.000Z' };
      expect(body).to.deep.equal({
        roles: [
          {
            id: body.roles[0].id,
            role: 'member',
            projectMembershipId,
            customRoleId: null,
            ...times,
            ...permanentPeriod,
          },
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

onEachDatabase('updateProjectIdentityLegacy', (world) => {
  it('returns the new roles', async () => {
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
