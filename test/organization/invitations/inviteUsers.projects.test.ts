import type { Rule } from '../../../src/access/rule.ts';
import { expect } from 'chai';
import { changesWhere } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { goodPassword, invite, newEmail, newUserWith, readLink, verify } from '../../support/fixtures/people.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { mayInvite, newInviteSetting } from './inviteUsers.fixtures.ts';

onEachDatabase('inviteUsers', (world) => {
  describe('to projects', () => {
    /** The caller, who administers the first of these projects. */
    const projectSetting = async () => {
      const made = await newInviteSetting(world());
      const [project, shut] = [
        await newProject(world(), made.organization),
        await newProject(world(), made.organization),
      ];
      await addToProject(world(), project, made.admin, 'admin');
      const rolesIn = async ({ id }: { id: string }): Promise<Record<string, string[]>> => {
        const { projectUsers, projectMemberships } = world().server.parts.stores;
        const users = await projectUsers.list(id);
        const roles = await projectMemberships.listRoles(users.map((user) => user.id));
        return Object.fromEntries(
          users.map((user) => [
            user.username,
            roles.filter(({ projectMembershipId }) => projectMembershipId === user.id).map(({ role }) => role),
          ]),
        );
      };
      return { ...made, project, shut, rolesIn };
    };

    it('adds the users to projects that the caller may manage, and lists the others', async () => {
      const { organization, admin, project, shut, call, rolesIn } = await projectSetting();
      const [email, joined, present] = [
        newEmail(world()),
        await world().newUser(organization, 'member'),
        await world().newUser(organization, 'member'),
      ];
      await addToProject(world(), project, present, 'viewer');
      const foreign = await newProject(world(), await world().newOrganization());
      const projectIds = [foreign.id, project.id, shut.id, 'unknown', project.id];
      const { status, body } = await call({
        inviteeEmails: [email.toUpperCase(), joined.email, present.email],
        projectIds,
      });
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body.completeInviteLinks).to.have.length(1);
      expect(body.grantFailures).to.deep.equal({
        projectIds: [foreign.id, shut.id, 'unknown'].sort(),
        pamAccess: false,
      });
      expect(await rolesIn(project)).to.deep.equal({
        [admin.email]: ['admin'],
        [email]: ['member'],
        [joined.email]: ['member'],
        [present.email]: ['viewer'],
      });
      for (const { id } of [shut, foreign]) expect(await rolesIn({ id })).to.deep.equal({});

      const again = await call({ inviteeEmails: [email, joined.email], projectIds: [project.id] });
      expect(again.body.grantFailures).to.equal(null);
      expect(await rolesIn(project)).to.include.keys(email, joined.email);
      const entries: any[] = await changesWhere(world(), { projectId: project.id });
      expect(entries.map(({ eventType, operation }) => ({ eventType, operation }))).to.deep.equal([
        { eventType: 'add-project-members', operation: 'inviteUsers' },
      ]);
      expect(entries[0].eventMetadata.members.map((member: any) => member.email)).to.have.members([
        email,
        joined.email,
      ]);
    });

    it('creates links with which users can join', async () => {
      const { organization, admin, project, call } = await projectSetting();
      const email = newEmail(world());
      const { body } = await call({ inviteeEmails: [email], projectIds: [project.id] });
      const signup = await verify(world(), readLink(body.completeInviteLinks[0].link as string));
      const done = await world().call('completeAccount', {
        as: signup,
        body: { type: 'email', email, firstName: 'Ada', password: goodPassword },
      });
      const chosen = await world().call('selectOrganization', {
        as: done.body,
        body: { organizationId: organization.id },
      });
      const seen = await world().call('listProjectUsers', { as: chosen.body, params: { projectId: project.id } });
      expect(seen.body.memberships.map(({ user }: any) => user.username)).to.have.members([admin.email, email]);
    });

    it('adds users only to projects in which the caller may add all of them', async () => {
      const { organization, admin, project, call, rolesIn } = await projectSetting();
      const [email, special] = [newEmail(world()), newEmail(world())];
      const rules: Rule[][] = [
        [{ subject: 'member', action: ['read', 'create'] }],
        [{ subject: 'member', action: ['create', 'assign-role'] }],
        [{ subject: '*', action: ['create'] }],
      ];
      for (const permissions of rules) {
        const host = await world().newUser(organization, 'admin');
        await addToProject(world(), project, host, permissions);
        const before = await rolesIn(project);
        expect(
          (await call({ inviteeEmails: [email, admin.email], projectIds: [project.id] }, host)).body.grantFailures,
        ).to.deep.equal({ projectIds: [project.id], pamAccess: false });
        expect(await rolesIn(project)).to.deep.equal(before);
      }
      const almost = await world().newUser(organization, 'admin');
      await addToProject(world(), project, almost, 'admin');
      const { id: projectMembershipId } = (await world().server.parts.stores.projectUsers.findOfUser(
        project.id,
        almost.id,
      ))!;
      const someone = await world().newIdentity(organization, 'no-access');
      const { roleId } = await addToProject(world(), project, someone, [
        { subject: 'member', action: 'assign-role', conditions: { userEmail: special }, inverted: true },
      ]);
      const roles = [{ role: 'admin' }, { role: `role-${roleId}` }];
      expect(
        (
          await world().call('updateProjectUserRoles', {
            as: admin,
            params: { projectId: project.id, projectMembershipId },
            body: { roles },
          })
        ).status,
      ).to.equal(200);
      expect(
        (await call({ inviteeEmails: [newEmail(world()), special], projectIds: [project.id] }, almost)).body
          .grantFailures.projectIds,
        'all of them or none',
      ).to.deep.equal([project.id]);
      expect(await rolesIn(project)).not.to.include.keys(special);
      expect((await call({ inviteeEmails: [email], projectIds: [project.id] }, almost)).body.grantFailures).to.equal(
        null,
      );
      expect((await rolesIn(project))[email]).to.deep.equal(['member']);
    });

    it('adds nobody if the caller may not invite', async () => {
      const { organization, project, call, rolesIn } = await projectSetting();
      const host = await world().newUser(organization, 'member');
      await addToProject(world(), project, host, 'admin');
      const other = await world().newUser(organization, 'member');
      expectError(
        await call({ inviteeEmails: [other.email], projectIds: [project.id] }, host),
        403,
        'PermissionDenied',
        /create members/,
      );
      expect(await rolesIn(project)).not.to.include.keys(other.email);
    });

    it('adds users only once for concurrent invitations', async () => {
      const { organization, project, call, rolesIn } = await projectSetting();
      const joined = (await world().newUser(organization, 'member')).email;
      for (const inviteeEmails of [[joined], [newEmail(world()), joined]]) {
        const answers = await Promise.all([1, 2, 3, 4].map(() => call({ inviteeEmails, projectIds: [project.id] })));
        for (const { status, body } of answers)
          expect({ status, failures: body.grantFailures }).to.deep.equal({ status: 200, failures: null });
      }
      expect(Object.keys(await rolesIn(project))).to.have.length(3);
    });

    it('returns no link for permissions in projects that the caller does not have', async () => {
      const { organization, admin, project, call } = await projectSetting();
      const host = await newUserWith(world(), organization, [mayInvite]);
      const guest = await invite(world(), host, newEmail(world()), 'no-access');
      expect(
        (
          await world().call('addProjectUsers', {
            as: admin,
            params: { projectId: project.id },
            body: { emails: [guest.email], roleSlugs: ['viewer'] },
          })
        ).status,
      ).to.equal(200);
      const again = await call({ inviteeEmails: [guest.email], organizationRoleSlug: 'no-access' }, host);
      expectError(again, 403, 'PermissionBoundaryError');
      expect(again.body.details.missingPermissions).to.deep.include({ action: 'read', subject: 'environments' });
      await addToProject(world(), project, host, 'member');
      expectError(
        await call({ inviteeEmails: [guest.email], organizationRoleSlug: 'no-access' }, host),
        403,
        'PermissionBoundaryError',
      );
      await invite(world(), admin, guest.email, 'no-access');
      const enough = await newUserWith(world(), organization, [
        mayInvite,
        { subject: 'organization-admin-console', action: ['access-all-projects'] },
      ]);
      await invite(world(), enough, guest.email, 'no-access');
    });
  });
});
