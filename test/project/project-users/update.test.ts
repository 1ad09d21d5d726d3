import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { at, newProjectSetting, memberRule } from '../../support/fixtures/project-users.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

const forAnHour = (role: string, temporaryAccessStartTime = at) => ({
  role,
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: '1h',
  temporaryAccessStartTime,
});

const permanent = {
  isTemporary: false,
  temporaryMode: null,
  temporaryRange: null,
  temporaryAccessStartTime: null,
  temporaryAccessEndTime: null,
};

const deny = { subject: 'secrets', action: 'readValue', conditions: { environment: 'prod' }, inverted: true };

/** The tests of updating the roles of a user, in both API versions. */
const testChanging = (id: 'updateProjectUserRoles' | 'updateWorkspaceUserRoles'): void =>
  onEitherDatabase(id, (world) => {
    const setting = async () => {
      const made = await newProjectSetting(world());
      const change = ({ membershipId }: { membershipId: string }, roles: unknown, as: { token: string } = made.admin) =>
        made.call(id, { as, params: { projectMembershipId: membershipId }, body: { roles } });
      return { ...made, change };
    };

    it('replaces all roles, in order', async () => {
      const { admin, member, change, stored, entries } = await setting();
      const user = await member('viewer');
      const { roleId } = await member([{ subject: 'tags', action: 'read' }]);
      const roles = [
        { role: 'member', isTemporary: false, note: 'what nobody asked for' },
        forAnHour(`role-${roleId}`, '2030-01-01T02:00:00+02:00'),
        { role: 'no-access' },
      ];
      const { status, body } = await world().clock.later(60, () => change(user, roles));
      expect(status, JSON.stringify(body)).to.equal(200);
      const now = '2030-01-01T00:01:00.000Z';
      const shown = {
        projectMembershipId: user.membershipId,
        customRoleId: null,
        createdAt: now,
        updatedAt: now,
        ...permanent,
      };
      const temporary = {
        isTemporary: true,
        temporaryMode: 'relative',
        temporaryRange: '1h',
        temporaryAccessStartTime: at,
        temporaryAccessEndTime: '2030-01-01T01:00:00.000Z',
      };
      expect(body.roles.map(({ id: _, ...role }: any) => role)).to.deep.equal([
        { ...shown, role: 'member' },
        { ...shown, role: 'custom', customRoleId: roleId, ...temporary },
        { ...shown, role: 'no-access' },
      ]);
      expect(new Set(body.roles.map((role: any) => role.id)).size).to.equal(3);
      expect((await stored()).filter((line) => line.startsWith(user.id))).to.have.members(
        ['member', 'custom', 'no-access'].map((role) => `${user.id} ${role}`),
      );
      const [entry, ...more] = await entries();
      expect(more).to.deep.equal([]);
      expect(entry).to.deep.include({ eventType: 'update-project-member-roles', actorId: admin.id, operation: id });
      expect(entry!.eventMetadata).to.deep.include({
        projectMembershipId: user.membershipId,
        userId: user.id,
        email: user.email,
      });
      expect((entry!.eventMetadata as any).roles).to.deep.equal([
        { role: 'member', ...permanent },
        { role: `role-${roleId}`, ...temporary },
        { role: 'no-access', ...permanent },
      ]);
    });

    it('takes effect with the next request', async () => {
      const { member, change, call } = await setting();
      const user = await member('no-access');
      const probe = () => call('listProjectUsers', { as: user });
      expectError(await probe(), 403, 'PermissionDenied');
      await change(user, [{ role: 'viewer' }]);
      expect((await probe()).status).to.equal(200);
      await change(user, [{ role: 'no-access' }]);
      expectError(await probe(), 403, 'PermissionDenied');
    });

    it('accepts the cryptographic-operator role, which grants nothing', async () => {
      const { member, change, call } = await setting();
      const user = await member('viewer');
      const { status, body } = await change(user, [{ role: 'cryptographic-operator' }]);
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body.roles).to.have.length(1);
      expect(body.roles[0]).to.include({ role: 'cryptographic-operator', customRoleId: null });
      expectError(await call('listProjectUsers', { as: user }), 403, 'PermissionDenied');
    });

    it('grants temporary roles from their start to their end, also without a permanent one', async () => {
      const { member, change, call } = await setting();
      const user = await member('viewer');
      expect((await change(user, [forAnHour('viewer', '2030-01-01T01:00:00Z')])).status).to.equal(200);
      const probe = (seconds: number) =>
        world().clock.later(seconds, async () => (await call('listProjectUsers', { as: user })).status);
      expect([
        await probe(0),
        await probe(3599),
        await probe(3600),
        await probe(7199),
        await probe(7200),
      ]).to.deep.equal([403, 403, 200, 200, 403]);
    });

    it('ignores fields of the other format, which some clients send', async () => {
      const { member, change } = await setting();
      const roles = [
        {
          role: 'viewer',
          isTemporary: false,
          temporaryMode: '',
          temporaryRange: '',
          temporaryAccessStartTime: '0001-01-01T00:00:00Z',
        },
      ];
      expect((await change(await member('member'), roles)).body.roles[0]).to.include({ role: 'viewer', ...permanent });
    });

    it('refuses permissions that the caller does not have, and removing denies of such permissions', async () => {
      const { member, change, stored } = await setting();
      const user = await member([deny]);
      const assigner = await member([memberRule(['edit', 'assign-role']), { subject: 'tags', action: 'read' }]);
      const before = await stored();
      const more = await change(user, [{ role: `role-${user.roleId}` }, { role: 'viewer' }], assigner);
      expectError(more, 403, 'PermissionBoundaryError');
      expect(more.body.details.missingPermissions).to.deep.include({ action: 'read', subject: 'environments' });
      const updated = await change(user, [{ role: 'no-access' }], assigner);
      expectError(updated, 403, 'PermissionBoundaryError');
      expect(updated.body.details.missingPermissions).to.deep.equal([
        { action: 'readValue', subject: 'secrets', conditions: { environment: 'prod' } },
      ]);
      expectError(await change(user, [forAnHour(`role-${user.roleId}`)], assigner), 403, 'PermissionBoundaryError');
      expect(await stored()).to.have.members(before);
      expect(
        (await change(user, [{ role: `role-${user.roleId}` }, { role: `role-${assigner.roleId}` }], assigner)).status,
      ).to.equal(200);
    });

    it('does not allow users to raise their own permissions, but to reduce them', async () => {
      const { admin, member, change, call } = await setting();
      const editor = await member([memberRule(['read', 'edit', 'assign-role'])]);
      expectError(await change(editor, [{ role: 'admin' }], editor), 403, 'PermissionBoundaryError');
      expect((await change(editor, [{ role: 'no-access' }], editor)).status).to.equal(200);
      const own = await call('getProjectMembershipOfUser', { params: { userId: admin.id } });
      expect((await change({ membershipId: own.body.membership.id }, [{ role: 'viewer' }])).status).to.equal(200);
      expectError(await change(editor, [{ role: 'viewer' }]), 403, 'PermissionDenied', /edit members/);
    });

    it('is limited to the users and roles of the permission', async () => {
      const { member, change, stored } = await setting();
      const [user, other] = [await member('no-access'), await member('no-access')];
      const as = await member([
        memberRule('edit', `${user.email.slice(0, 13)}*`),
        { subject: 'member', action: 'assign-role', conditions: { assignableRole: { $in: ['viewer', 'no-access'] } } },
        { subject: 'member', action: 'grant-privileges', conditions: { userEmail: other.email } },
      ]);
      const before = await stored();
      expectError(await change(other, [{ role: 'no-access' }], as), 403, 'PermissionDenied', /edit members/);
      expectError(await change(user, [{ role: 'member' }], as), 403, 'PermissionDenied', /assign roles to members/);
      expectError(await change(user, [{ role: 'viewer' }], as), 403, 'PermissionBoundaryError');
      for (const role of ['member', 'viewer', 'no-access'])
        expectError(
          await change(user, [{ role: 'viewer' }], await member(role)),
          403,
          'PermissionDenied',
          /edit members/,
        );
      expect(await stored()).to.include.members(before);
      expect((await change(user, [{ role: 'no-access' }], as)).status).to.equal(200);
    });

    it('finds only users and roles of this project', async () => {
      const { organization, project, member, newcomer, change, stored } = await setting();
      const { id: ofMachine } = await addToProject(
        world(),
        project,
        await world().newIdentity(organization, 'no-access'),
        'viewer',
      );
      const otherMembership = await addToProject(world(), await newProject(world(), organization), await newcomer(), [
        { subject: 'tags', action: 'read' },
      ]);
      const user = await member('viewer');
      const before = await stored();
      for (const membershipId of ['unknown', ofMachine, otherMembership.id, user.id])
        expectError(await change({ membershipId }, [{ role: 'viewer' }]), 404, 'NotFound', /User not found/);
      for (const role of ['unknown', 'custom', `role-${otherMembership.roleId}`])
        expectError(await change(user, [{ role: 'member' }, { role }]), 404, 'NotFound', /no role/);
      expect(await stored()).to.have.members(before);
    });

    it('reports all problems of a request', async () => {
      const { member, change } = await setting();
      const user = await member('viewer');
      expectIssues(await change(user, undefined), 'body roles required');
      expectIssues(await change(user, []), 'body roles too_small');
      expectIssues(
        await change(user, [{ role: '' }, { role: 'x'.repeat(65) }, {}]),
        'body roles.0.role too_small',
        'body roles.1.role too_big',
        'body roles.2.role required',
      );
      expectIssues(
        await change(user, [forAnHour('viewer'), { ...forAnHour('viewer'), temporaryRange: 'soon' }]),
        'body roles.1.temporaryRange format',
      );
      expectIssues(
        await change(user, [{ role: 'viewer', isTemporary: true }]),
        'body roles.0.temporaryMode required',
        'body roles.0.temporaryRange required',
        'body roles.0.temporaryAccessStartTime required',
      );
      const many = (count: number) => Array.from({ length: count }, () => ({ role: 'x'.repeat(64) }));
      expectIssues(await change(user, many(51)), 'body roles too_big');
      expectError(await change(user, many(50)), 404, 'NotFound', /no role/);
    });
  });

for (const operation of ['updateProjectUserRoles', 'updateWorkspaceUserRoles'] as const) testChanging(operation);
