import type { Rule } from '../../../src/access/rule.ts';
import { expect } from 'chai';
import { changesWhere } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { goodPassword, invite, newEmail, newUserWith, readLink, verify } from '../../support/fixtures/people.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import { newStorage, onEachDatabase, ownWorld } from '../../support/world/world.ts';

const mayInvite: Rule = { subject: 'member', action: ['create'] };

onEachDatabase('inviteUsers', (world) => {
  const setting = async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const call = (body: object, as: { token: string } = admin) => world().call('inviteUsers', { as, body });
    const members = () => world().server.parts.stores.users.listMembers(organization.id);
    return { organization, admin, call, members };
  };

  it('answers with a link for each person', async () => {
    const { organization, call, members } = await setting();
    const [one, other] = [newEmail(world()), `Plus+${newEmail(world())}`].sort() as [string, string];
    const { status, body } = await call({
      inviteeEmails: [one, other, one.toUpperCase()],
      organizationId: organization.id,
    });
    expect(status).to.equal(200);
    expect(body).to.include({ message: '2 people are invited.', grantFailures: null });
    expect(body.completeInviteLinks.map(({ email }: any) => email)).to.have.members([
      one.toLowerCase(),
      other.toLowerCase(),
    ]);
    for (const { email, link } of body.completeInviteLinks) {
      expect(link).to.match(
        /^http:\/\/127\.0\.0\.1:0\/signupinvite\?token=[0-9a-f]{64}&to=[^&@+]+&organization_id=[0-9a-f-]{36}$/,
      );
      expect(readLink(link as string)).to.include({ email, organizationId: organization.id });
    }
    const invited = (await members()).filter((member) => member.status === 'invited');
    expect(
      invited.map(({ username, role, inviteEmail, lastInvitedAt }) => ({ username, role, inviteEmail, lastInvitedAt })),
    ).to.have.deep.members(
      [one, other].map((email) => ({
        username: email.toLowerCase(),
        role: 'member',
        inviteEmail: email.toLowerCase(),
        lastInvitedAt: '2030-01-01T00:00:00.000Z',
      })),
    );
  });

  it('leads all the way in', async () => {
    const { organization, admin } = await setting();
    const machine = await world().newIdentity(organization, 'admin');
    for (const as of [admin, machine]) {
      const email = newEmail(world());
      const invitation = await invite(world(), as, email.toUpperCase(), 'admin');
      expectError(
        await world().call('login', { body: { email, password: goodPassword } }),
        400,
        'BadRequest',
        /Invalid credentials/,
      );
      const signup = await verify(world(), invitation);
      const done = await world().call('completeAccount', {
        as: signup,
        body: { type: 'email', email, firstName: 'Ada', password: goodPassword },
      });
      expect(done.status).to.equal(200);
      const chosen = await world().call('selectOrganization', {
        as: done.body,
        body: { organizationId: organization.id },
      });
      const seen = await world().call('listOrganizationUsers', {
        as: chosen.body,
        params: { organizationId: organization.id },
      });
      expect(seen.status).to.equal(200);
      expect(seen.body.users.find(({ user }: any) => user.username === email)).to.include({
        status: 'accepted',
        role: 'admin',
      });
      expect((await world().call('login', { body: { email, password: goodPassword } })).status).to.equal(200);
    }
  });

  it('asks an account that exists, and waits for its own code', async () => {
    const { organization, admin } = await setting();
    const user = await world().newUser(await world().newOrganization(), 'member');
    const as = { token: user.loginToken };
    const invitation = await invite(world(), admin, user.email);
    expectError(
      await world().call('selectOrganization', { as, body: { organizationId: organization.id } }),
      404,
      'NotFound',
    );
    expect(
      (await world().call('listOrganizations', { as })).body.organizations.map(({ id }: any) => id),
    ).not.to.include(organization.id);
    expect(await verify(world(), invitation, { accessToken: user.loginToken })).to.deep.equal({ token: null });
    expect(
      (await world().call('selectOrganization', { as, body: { organizationId: organization.id } })).status,
    ).to.equal(200);
    expect((await world().call('listOrganizations', { as })).body.organizations.map(({ id }: any) => id)).to.include(
      organization.id,
    );
  });

  it('leaves members alone, and gives the invited a new link', async () => {
    const { organization, admin, call, members } = await setting();
    const old = await invite(world(), admin, newEmail(world()), 'admin');
    const { body } = await world().clock.later(60, () =>
      call({ inviteeEmails: [admin.email.toUpperCase(), old.email], organizationRoleSlug: 'no-access' }),
    );
    expect(body.message).to.equal('1 person is invited.');
    expect(body.completeInviteLinks).to.have.length(1);
    const fresh = readLink(body.completeInviteLinks[0].link as string);
    expect(fresh.code).not.to.equal(old.code);
    expectError(await world().call('verifyInvitation', { body: old }), 400, 'BadRequest');
    expect((await members()).map(({ username, role }) => [username, role])).to.have.deep.members([
      [admin.email, 'admin'],
      [old.email, 'admin'],
    ]);
    expect((await members()).find(({ username }) => username === old.email)!.lastInvitedAt).to.equal(
      '2030-01-01T00:01:00.000Z',
    );
    await verify(world(), fresh);
    expect((await call({ inviteeEmails: [admin.email] })).body.completeInviteLinks).to.deep.equal([]);
    expect(organization.id).to.equal(fresh.organizationId);
  });

  it('makes one membership when two invite the same people at once', async () => {
    const { call, members } = await setting();
    const emails = Array.from({ length: 5 }, () => newEmail(world()));
    const answers = await Promise.all([
      call({ inviteeEmails: emails }),
      call({ inviteeEmails: [...emails].reverse() }),
      call({ inviteeEmails: emails }),
    ]);
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    expect(await members()).to.have.length(6);
    const right = [];
    for (const { link } of answers.flatMap(({ body }) => body.completeInviteLinks)) {
      right.push((await world().call('verifyInvitation', { body: readLink(link as string) })).status);
    }
    expect(right.filter((status) => status === 200)).to.have.length(5);
  });

  it('says what else it could not give', async () => {
    const { call } = await setting();
    const { body } = await call({
      inviteeEmails: [newEmail(world())],
      projectIds: ['two', 'one', 'two'],
      grantPamAccess: true,
    });
    expect(body.grantFailures).to.deep.equal({ projectIds: ['one', 'two'], pamAccess: true });
  });

  describe('to projects', () => {
    /** Who invites, and administers the first of these projects. */
    const projectSetting = async () => {
      const made = await setting();
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

    it("makes everybody named a member of those that are the caller's to open, and lists the others", async () => {
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

    it('leads all the way in', async () => {
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

    it('opens none in which the caller may not add all of them as members', async () => {
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

    it('opens nothing for whoever may not invite', async () => {
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

    it('adds everybody once when two invite the same people at once', async () => {
      const { organization, project, call, rolesIn } = await projectSetting();
      const joined = (await world().newUser(organization, 'member')).email;
      for (const inviteeEmails of [[joined], [newEmail(world()), joined]]) {
        const answers = await Promise.all([1, 2, 3, 4].map(() => call({ inviteeEmails, projectIds: [project.id] })));
        for (const { status, body } of answers)
          expect({ status, failures: body.grantFailures }).to.deep.equal({ status: 200, failures: null });
      }
      expect(Object.keys(await rolesIn(project))).to.have.length(3);
    });

    it('gives nobody a link to what they do not hold in projects', async () => {
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

  it('needs member:create, and makes nothing without', async () => {
    const { organization, admin, call } = await setting();
    const email = newEmail(world());
    const other = await newUserWith(world(), organization, [{ subject: 'member', action: ['read', 'edit', 'delete'] }]);
    for (const as of [other, await world().newUser(organization, 'member')]) {
      expectError(await call({ inviteeEmails: [email] }, as), 403, 'PermissionDenied', /create members/);
      expectError(await call({ inviteeEmails: [admin.email] }, as), 403, 'PermissionDenied');
    }
    expect(await world().server.parts.stores.users.findByUsername(email)).to.equal(undefined);
  });

  it('hands out no role beyond the own, nor a link to one', async () => {
    const { organization, admin, call } = await setting();
    const host = await newUserWith(world(), organization, [mayInvite]);
    const email = newEmail(world());
    for (const organizationRoleSlug of ['admin', 'member'])
      expectError(await call({ inviteeEmails: [email], organizationRoleSlug }, host), 403, 'PermissionBoundaryError');
    expectError(await call({ inviteeEmails: [email] }, host), 403, 'PermissionBoundaryError');
    expect(await world().server.parts.stores.users.findByUsername(email)).to.equal(undefined);

    const future = await invite(world(), admin, newEmail(world()), 'admin');
    expectError(
      await call({ inviteeEmails: [email, future.email], organizationRoleSlug: 'no-access' }, host),
      403,
      'PermissionBoundaryError',
    );
    expect(await world().server.parts.stores.users.findByUsername(email), 'all or none').to.equal(undefined);
    await verify(world(), future);
    await invite(world(), host, email, host.slug);
    await invite(world(), host, newEmail(world()), 'no-access');
  });

  it('knows only roles of the organization, and only that organization', async () => {
    const { call } = await setting();
    const email = newEmail(world());
    const foreign = await world().newOrganization();
    const { slug } = await newUserWith(world(), foreign, []);
    for (const organizationRoleSlug of ['unknown', 'custom', slug])
      expectError(await call({ inviteeEmails: [email], organizationRoleSlug }), 404, 'NotFound', /no role/);
    expectError(
      await call({ inviteeEmails: [email], organizationId: foreign.id }),
      404,
      'NotFound',
      /Organization not found/,
    );
    expect(await world().server.parts.stores.users.findByUsername(email)).to.equal(undefined);
  });

  it('lists everything that is wrong with a request', async () => {
    const { call } = await setting();
    expectIssues(await call({}), 'body inviteeEmails required');
    expectIssues(await call({ inviteeEmails: [] }), 'body inviteeEmails too_small');
    expectIssues(
      await call({ inviteeEmails: ['not an address', 7, `${'x'.repeat(243)}@example.com`] }),
      'body inviteeEmails.0 format',
      'body inviteeEmails.1 type',
      'body inviteeEmails.2 too_big',
    );
    const inviteeEmails = Array.from({ length: 101 }, (_, index) => `${index}-${newEmail(world())}`);
    expectIssues(await call({ inviteeEmails }), 'body inviteeEmails too_big');
    expect((await call({ inviteeEmails: inviteeEmails.slice(1) })).body.completeInviteLinks).to.have.length(100);
    const given = { inviteeEmails: [newEmail(world())] };
    expectIssues(
      await call({ ...given, organizationRoleSlug: '', organizationId: '', grantPamAccess: 'no' }),
      'body organizationRoleSlug too_small',
      'body organizationId too_small',
      'body grantPamAccess type',
    );
    expectIssues(
      await call({ ...given, organizationRoleSlug: 'x'.repeat(65), projectIds: ['1', '2', '3', '4', '5', '6'] }),
      'body organizationRoleSlug too_big',
      'body projectIds too_big',
    );
  });

  it('tells no code to the log', async () => {
    const { admin } = await setting();
    const { code } = await invite(world(), admin, newEmail(world()));
    expect(world().logged()).not.to.contain(code);
  });
});

describe('inviteUsers with SITE_URL', () => {
  it('links there, whatever the request says of itself', async () => {
    const world = await ownWorld({ ...(await newStorage('sqlite')), SITE_URL: 'https://sallyport.example.com' });
    const as = await world.newUser(await world.newOrganization(), 'admin');
    const headers = { Host: 'evil.example.com', 'X-Forwarded-Host': 'evil.example.com' };
    const { body } = await world.call('inviteUsers', { as, headers, body: { inviteeEmails: ['ada@example.com'] } });
    expect(body.completeInviteLinks[0].link).to.match(/^https:\/\/sallyport\.example\.com\/signupinvite\?token=/);
  });
});
