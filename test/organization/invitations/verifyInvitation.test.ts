import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { invite, newEmail, verify } from '../../support/fixtures/people.ts';
import { newStorage, onEachDatabase, ownWorld } from '../../support/world/world.ts';

onEachDatabase('verifyInvitation', (world) => {
  const setting = async (email = newEmail(world())) => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    return { organization, admin, invitation: await invite(world(), admin, email) };
  };
  const call = (body: object) => world().call('verifyInvitation', { body });
  const status = async (organizationId: string, username: string) => {
    const members = await world().server.parts.stores.users.listMembers(organizationId);
    return members.find((member) => member.username === username)!.status;
  };

  it('gives a user without an account 15 minutes to complete it', async () => {
    const { organization, invitation } = await setting();
    const { status: code, body } = await call({ ...invitation, email: invitation.email.toUpperCase() });
    expect(code).to.equal(200);
    expect(body.organizationName).to.equal(organization.name);
    const claims = jwt.decode(body.token as string) as jwt.JwtPayload;
    expect(claims.authTokenType).to.equal('signupToken');
    expect(Number(claims.exp) - Number(claims.iat)).to.equal(900);
    expect(await status(organization.id, invitation.email)).to.equal('invited');
  });

  it('lets a complete account join immediately if it is logged in', async () => {
    const user = await world().newUser(await world().newOrganization(), 'member');
    const other = await world().newUser(await world().newOrganization(), 'member');
    const ended = await world().newUser(await world().newOrganization(), 'member');
    await world().call('logout', { as: ended });
    const { organization, invitation } = await setting(user.email);
    for (const login of [{}, { accessToken: other.token }, { accessToken: ended.token }]) {
      expectError(await call({ ...invitation, ...login }), 400, 'BadRequest', /Log in to it/);
    }
    expectError(await call({ ...invitation, accessToken: 'nonsense' }), 401, 'TokenError');
    expect(await status(organization.id, user.email)).to.equal('invited');
    const { body } = await call({ ...invitation, accessToken: user.loginToken });
    expect(body).to.deep.equal({
      message: 'You have joined the organization.',
      token: null,
      organizationName: organization.name,
    });
    expect(await status(organization.id, user.email)).to.equal('accepted');
  });

  it('gives the same response to all failures', async () => {
    const { organization, admin, invitation } = await setting();
    const user = await world().newUser(await world().newOrganization(), 'member');
    const second = await setting(user.email);
    const removed = await invite(world(), admin, newEmail(world()));
    const members = await world().server.parts.stores.users.listMembers(organization.id);
    await world().call('removeOrganizationUser', {
      as: admin,
      params: {
        organizationId: organization.id,
        membershipId: members.find(({ username }) => username === removed.email)!.id,
      },
    });

    const messages = new Set<string>();
    const refused = async (body: object): Promise<void> => {
      const response = await call(body);
      expectError(response, 400, 'BadRequest');
      messages.add(response.body.message as string);
    };
    await refused({ ...invitation, code: '0'.repeat(64) });
    await refused({ ...invitation, code: invitation.code.slice(1) });
    await refused({ ...invitation, code: 'x'.repeat(512) });
    await refused({ ...invitation, code: second.invitation.code });
    await refused({ ...second.invitation, code: invitation.code });
    await refused({ ...invitation, email: newEmail(world()) });
    await refused({ ...invitation, email: user.email });
    await refused({ ...invitation, email: admin.email });
    await refused({ ...invitation, organizationId: second.organization.id });
    await refused({ ...invitation, organizationId: 'unknown' });
    await refused(removed);
    await world().clock.later(3 * 86_400, () => refused(invitation));
    expect(await status(organization.id, invitation.email)).to.equal('invited');
    expect(await status(second.organization.id, user.email)).to.equal('invited');

    await world().clock.later(3 * 86_400 - 1, () => verify(world(), second.invitation, { accessToken: user.token }));
    await refused(second.invitation);
    await verify(world(), invitation);
    await refused(invitation);
    expect([...messages]).to.have.length(1);
  });

  it('accepts a code only once, also concurrently', async () => {
    const user = await world().newUser(await world().newOrganization(), 'member');
    for (const { invitation } of [await setting(), await setting(user.email)]) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => call({ ...invitation, accessToken: user.token })),
      );
      expect(answers.map((answer) => answer.status).sort()).to.deep.equal([
        200,
        ...Array.from({ length: 7 }, () => 400),
      ]);
    }
  });

  it('stores only the hash of the code', async () => {
    const { invitation } = await setting();
    const row = await world().server.parts.stores.invitations.findOfUser(invitation.organizationId, invitation.email);
    expect(row!.codeHash).to.match(/^h1\./).and.not.contain(invitation.code);
  });

  it('reports all problems of a request', async () => {
    expectIssues(await call({}), 'body email required', 'body organizationId required', 'body code required');
    expectIssues(
      await call({ email: '', organizationId: '', code: '' }),
      'body email too_small',
      'body organizationId too_small',
      'body code too_small',
    );
    expectIssues(
      await call({ email: 'x'.repeat(255), organizationId: 'x'.repeat(16_385), code: 'x'.repeat(513) }),
      'body email too_big',
      'body organizationId too_big',
      'body code too_big',
    );
  });
});

describe('verifyInvitation with many attempts', () => {
  it('is limited like logins', async () => {
    const world = await ownWorld({ ...(await newStorage('sqlite')), LOGIN_RATE_LIMIT: '2' });
    const body = { email: 'ada@example.com', organizationId: 'unknown', code: 'guess' };
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await world.call('verifyInvitation', { body })).status);
    expect(statuses).to.deep.equal([400, 400, 429]);
  });
});
