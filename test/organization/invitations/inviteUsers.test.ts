import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { goodPassword, invite, newEmail, newUserWith, readLink, verify } from '../../support/fixtures/people.ts';
import { newStorage, onEachDatabase, ownWorld } from '../../support/world/world.ts';
import { mayInvite, newInviteSetting } from './inviteUsers.fixtures.ts';

onEachDatabase('inviteUsers', (world) => {
  it('returns a link for each user', async () => {
    const { organization, call, members } = await newInviteSetting(world());
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
        /^http:\/\/localhost:0\/signupinvite\?token=[0-9a-f]{64}&to=[^&@+]+&organization_id=[0-9a-f-]{36}$/,
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

  it('creates links with which users can join', async () => {
    const { organization, admin } = await newInviteSetting(world());
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

  it('invites an existing account, which needs its own code to join', async () => {
    const { organization, admin } = await newInviteSetting(world());
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

  it('does not change members, and gives invited users a new link', async () => {
    const { organization, admin, call, members } = await newInviteSetting(world());
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

  it('creates one membership for concurrent invitations', async () => {
    const { call, members } = await newInviteSetting(world());
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

  it('reports what it could not grant', async () => {
    const { call } = await newInviteSetting(world());
    const { body } = await call({
      inviteeEmails: [newEmail(world())],
      projectIds: ['two', 'one', 'two'],
      grantPamAccess: true,
    });
    expect(body.grantFailures).to.deep.equal({ projectIds: ['one', 'two'], pamAccess: true });
  });

  it('requires member:create, and otherwise creates nothing', async () => {
    const { organization, admin, call } = await newInviteSetting(world());
    const email = newEmail(world());
    const other = await newUserWith(world(), organization, [{ subject: 'member', action: ['read', 'edit', 'delete'] }]);
    for (const as of [other, await world().newUser(organization, 'member')]) {
      expectError(await call({ inviteeEmails: [email] }, as), 403, 'PermissionDenied', /create members/);
      expectError(await call({ inviteeEmails: [admin.email] }, as), 403, 'PermissionDenied');
    }
    expect(await world().server.parts.stores.users.findByUsername(email)).to.equal(undefined);
  });

  it('does not assign a role beyond the permissions of the caller, or return a link for one', async () => {
    const { organization, admin, call } = await newInviteSetting(world());
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

  it('finds only roles of the organization, and only this organization', async () => {
    const { call } = await newInviteSetting(world());
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

  it('reports all problems of a request', async () => {
    const { call } = await newInviteSetting(world());
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

  it('logs no codes', async () => {
    const { admin } = await newInviteSetting(world());
    const { code } = await invite(world(), admin, newEmail(world()));
    expect(world().logged()).not.to.contain(code);
  });
});

describe('inviteUsers with SITE_URL', () => {
  it('uses this URL in links, regardless of the Host header', async () => {
    const world = await ownWorld({ ...(await newStorage('sqlite')), SITE_URL: 'https://sallyport.example.com' });
    const as = await world.newUser(await world.newOrganization(), 'admin');
    const headers = { Host: 'evil.example.com', 'X-Forwarded-Host': 'evil.example.com' };
    const { body } = await world.call('inviteUsers', { as, headers, body: { inviteeEmails: ['ada@example.com'] } });
    expect(body.completeInviteLinks[0].link).to.match(/^https:\/\/sallyport\.example\.com\/signupinvite\?token=/);
  });
});
