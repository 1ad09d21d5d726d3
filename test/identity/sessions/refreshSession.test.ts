import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import type { Response } from 'supertest';
import { createStores } from '../../../src/stores.ts';
import { expectError } from '../../support/expect/expect.ts';
import { goodPassword, invite, membershipOf, newEmail, verify } from '../../support/fixtures/people.ts';
import type { TestUser } from '../../support/world/members.ts';
import { newStorage, onEachDatabase, ownWorld, type World } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const ownPage = { 'Sec-Fetch-Site': 'same-origin' };

/** The cookies that a response sets. */
const cookiesOf = ({ headers }: Response): string[] => (headers['set-cookie'] ?? []) as unknown as string[];

/** The cookie of a response as the browser sends it back. */
const jidOf = (response: Response): string => cookiesOf(response)[0]!.split(';')[0]!;

const cleared = 'jid=; Path=/api/v1/auth/token; HttpOnly; SameSite=Strict; Max-Age=0';

const claimsOf = (token: string) => jwt.decode(token) as jwt.JwtPayload;

const logIn = (world: World, { email, password }: TestUser, headers = {}): Promise<Response> =>
  world.call('login', { body: { email, password }, headers });

const refresh = (world: World, cookie: string, headers: Record<string, string> = ownPage): Promise<Response> =>
  world.call('refreshSession', { headers: { Cookie: cookie, ...headers } });

onEachDatabase('refreshSession', (world) => {
  const newMember = async () => {
    const organization = await world().newOrganization();
    return { organization, user: await world().newUser(organization, 'admin') };
  };

  /** A user who has logged in and selected the organization in a browser. */
  const newVisitor = async () => {
    const { organization, user } = await newMember();
    const as = { token: (await logIn(world(), user)).body.accessToken as string };
    const selected = await world().call('selectOrganization', { as, body: { organizationId: organization.id } });
    return { organization, user, as: { token: selected.body.token as string }, cookie: jidOf(selected) };
  };

  it('returns a token of the session of a login, in no organization yet', async () => {
    const { user } = await newMember();
    const login = await logIn(world(), user);
    expect(cookiesOf(login)).to.have.length(1);
    expect(cookiesOf(login)[0]).to.match(
      /^jid=[\w.-]+; Path=\/api\/v1\/auth\/token; HttpOnly; SameSite=Strict; Max-Age=864000$/,
    );
    const { status, body } = await refresh(world(), jidOf(login));
    expect(status).to.equal(200);
    expect(body).to.include({ organizationId: null, refreshToken: null, subOrganizationId: null });
    expect(claimsOf(body.token as string).tokenVersionId).to.equal(
      claimsOf(login.body.accessToken as string).tokenVersionId,
    );
    expect((await world().call('getOwnAccount', { as: body })).body.user.id).to.equal(user.id);
  });

  it('returns a token of the organization that was selected last', async () => {
    const { organization, as, cookie } = await newVisitor();
    const { body } = await refresh(world(), cookie);
    expect(body.organizationId).to.equal(organization.id);
    expect(claimsOf(body.token as string)).to.include({
      organizationId: organization.id,
      tokenVersionId: claimsOf(as.token).tokenVersionId,
    });
    const { status } = await world().call('getOrganization', {
      as: body,
      params: { organizationId: organization.id },
    });
    expect(status).to.equal(200);
  });

  it('accepts the same cookie from several tabs at once, and again', async () => {
    const { cookie } = await newVisitor();
    const responses = await Promise.all([1, 2, 3].map(() => refresh(world(), cookie)));
    expect(responses.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    expect(responses.flatMap(cookiesOf)).to.deep.equal([]);
    expect((await refresh(world(), `other=1; ${cookie}; third=2`)).status).to.equal(200);
  });

  it('accepts an Origin with the host of the request, and no page of another origin', async () => {
    const { cookie } = await newVisitor();
    const own = world().server.url;
    expect((await refresh(world(), cookie, { Origin: own })).status).to.equal(200);
    const refused = [
      {},
      { Origin: 'null' },
      { Origin: 'https://evil.example' },
      { Origin: `${own}0` },
      { Origin: 'not a url' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
      { 'Sec-Fetch-Site': 'none' },
      { Referer: `${own}/` },
    ];
    for (const headers of refused) {
      const response = await refresh(world(), cookie, headers);
      expectError(response, 403, 'ForbiddenError', /pages of this server/);
      expect(cookiesOf(response), JSON.stringify(headers)).to.deep.equal([]);
    }
  });

  it('refuses a request without the cookie, and anything that is not a refresh token', async () => {
    const { user, as } = await newVisitor();
    const missing = await refresh(world(), 'other=1');
    expectError(missing, 401, 'UnauthorizedError', /Log in/);
    expect(cookiesOf(missing)).to.deep.equal([cleared]);
    for (const value of [as.token, user.loginToken, 'nonsense', 'a.b.c']) {
      const response = await refresh(world(), `jid=${value}`);
      expectError(response, 401, 'TokenError');
      expect(cookiesOf(response)).to.deep.equal([cleared]);
    }
    expectError(await world().call('refreshSession', { as, headers: ownPage }), 401, 'UnauthorizedError');
  });

  it('is the only operation that reads the cookie', async () => {
    const { user, organization, cookie } = await newVisitor();
    const headers = { Cookie: cookie, ...ownPage };
    expectError(await world().call('getOwnAccount', { headers }), 401, 'UnauthorizedError');
    expectError(await world().call('logout', { headers }), 401, 'UnauthorizedError');
    const token = cookie.slice('jid='.length);
    expectError(await world().call('getOwnAccount', { as: { token } }), 401, 'TokenError', /kind of token/);
    const invitation = await invite(
      world(),
      await world().newUser(await world().newOrganization(), 'admin'),
      user.email,
    );
    const joined = await world().call('verifyInvitation', { body: { ...invitation, accessToken: token } });
    expectError(joined, 400, 'BadRequest', /Log in/);
    expect((await refresh(world(), cookie)).body.organizationId).to.equal(organization.id);
  });

  it('refuses a copy of the cookie after a logout, which removes the cookie', async () => {
    const { as, cookie } = await newVisitor();
    expect(cookiesOf(await world().call('logout', { as }))).to.deep.equal([cleared]);
    const response = await refresh(world(), cookie);
    expectError(response, 401, 'TokenError', /session has ended/);
    expect(cookiesOf(response)).to.deep.equal([cleared]);
  });

  it('refuses the cookie of a session that its user ended elsewhere', async () => {
    const { user, as, cookie } = await newVisitor();
    const { tokenVersionId: sessionId } = claimsOf(as.token);
    const other = { as: user, params: { sessionId: sessionId as string } };
    expect(cookiesOf(await world().call('endOwnSession', other))).to.deep.equal([]);
    expectError(await refresh(world(), cookie), 401, 'TokenError');

    const own = { as: user, params: { sessionId: user.sessionId } };
    expect(cookiesOf(await world().call('endOwnSession', own))).to.deep.equal([cleared]);
  });

  it('refuses all cookies of a user who ended all sessions', async () => {
    const { user, as, cookie } = await newVisitor();
    const login = await logIn(world(), user);
    expect(cookiesOf(await world().call('endOwnSessions', { as }))).to.deep.equal([cleared]);
    for (const jid of [cookie, jidOf(login)]) expectError(await refresh(world(), jid), 401, 'TokenError');
  });

  it('refuses the cookies of other sessions after a change of the password', async () => {
    const { user, as, cookie } = await newVisitor();
    const stolen = jidOf(await logIn(world(), user));
    const body = { currentPassword: user.password, newPassword: goodPassword };
    expect((await world().call('changeOwnPassword', { as, body })).status).to.equal(200);
    expectError(await refresh(world(), stolen), 401, 'TokenError');
    expect((await refresh(world(), cookie)).status).to.equal(200);
  });

  it('returns a token without the organization to a member who was deactivated or removed', async () => {
    const { organization, user, cookie } = await newVisitor();
    const as = await world().newUser(organization, 'admin');
    const params = { organizationId: organization.id, membershipId: await membershipOf(world(), organization, user) };
    const change = { as, params, body: { isActive: false } };
    expect((await world().call('updateOrganizationUser', change)).status).to.equal(200);
    const { status, body } = await refresh(world(), cookie);
    expect({ status, organizationId: body.organizationId }).to.deep.equal({ status: 200, organizationId: null });
    expect(claimsOf(body.token as string)).not.to.have.property('organizationId');

    expect((await world().call('removeOrganizationUser', { as, params })).status).to.equal(200);
    expect((await refresh(world(), cookie)).body.organizationId).to.equal(null);
  });

  it('refuses the cookie of a deleted user', async () => {
    const { user, cookie } = await newVisitor();
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      createStores(db).users.deleteAll([user.id]),
    );
    expectError(await refresh(world(), cookie), 401, 'TokenError');
  });

  it('refuses the cookie when the session has expired', async () => {
    const { cookie } = await newVisitor();
    await world().clock.later(864_000 - 1, async () => {
      const { status, body } = await refresh(world(), cookie);
      expect(status).to.equal(200);
      expect(claimsOf(body.token as string).exp).to.equal(Math.floor(world().clock.now().getTime() / 1000) + 1);
    });
    await world().clock.later(864_000, async () =>
      expectError(await refresh(world(), cookie), 401, 'TokenError', /expired/),
    );
  });

  it('does not prolong the time that the organization allows, whenever it was set', async () => {
    const { organization, as, cookie } = await newVisitor();
    const change = { as, params: { organizationId: organization.id }, body: { userTokenExpiration: '2h' } };
    expect((await world().call('updateOrganization', change)).status).to.equal(200);
    const selected = await world().call('selectOrganization', { as, body: { organizationId: organization.id } });
    expect(cookiesOf(selected)[0]).to.match(/Max-Age=7200$/);
    for (const jid of [cookie, jidOf(selected)]) {
      await world().clock.later(7199, async () => {
        const { status, body } = await refresh(world(), jid);
        expect(status).to.equal(200);
        const token = { token: body.token as string };
        await world().clock.later(1, async () =>
          expectError(await world().call('checkAuth', { as: token }), 401, 'TokenError'),
        );
      });
      await world().clock.later(7200, async () => expectError(await refresh(world(), jid), 401, 'TokenError'));
    }
  });

  it('is open to an invited user who has completed the account', async () => {
    const { user: admin } = await newMember();
    const email = newEmail(world());
    const as = await verify(world(), await invite(world(), admin, email));
    const completed = await world().call('completeAccount', {
      as,
      body: { type: 'email', email, firstName: 'Ada', password: goodPassword },
    });
    const { status, body } = await refresh(world(), jidOf(completed));
    expect(status).to.equal(200);
    expect((await world().call('getOwnAccount', { as: body })).body.user.email).to.equal(email);
  });

  it('is not affected by a session for the command line client', async () => {
    const { organization, as, cookie } = await newVisitor();
    const body = { organizationId: organization.id, userAgent: 'cli' };
    const selected = await world().call('selectOrganization', { as, body });
    expect(cookiesOf(selected)).to.deep.equal([]);
    const cli = { token: selected.body.token as string };
    expect(claimsOf(cli.token).tokenVersionId).not.to.equal(claimsOf(as.token).tokenVersionId);
    expect(claimsOf(cli.token)).to.include({ organizationId: organization.id, exp: claimsOf(as.token).exp });
    const sessions = (await world().call('listOwnSessions', { as })).body as { id: string; userAgent: string }[];
    expect(sessions.find(({ id }) => id === claimsOf(cli.token).tokenVersionId)?.userAgent).to.equal('cli');

    expect((await world().call('logout', { as: cli })).status).to.equal(200);
    expect((await refresh(world(), cookie)).status).to.equal(200);
    const again = (await world().call('selectOrganization', { as, body })).body as { token: string };
    await world().call('logout', { as });
    expect((await world().call('checkAuth', { as: again })).status).to.equal(200);
  });

  it('is not open to a browser that a page of another site logged in', async () => {
    const { user } = await newMember();
    for (const headers of [{ Origin: 'https://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }]) {
      const login = await logIn(world(), user, headers);
      expect(login.status).to.equal(200);
      expect(cookiesOf(login)).to.deep.equal([]);
    }
    expect(cookiesOf(await logIn(world(), user, ownPage))).to.have.length(1);
  });
});

describe('refreshSession with SITE_URL', () => {
  let world: World;
  before(async () => {
    world = await ownWorld({ ...(await newStorage('sqlite')), SITE_URL: 'https://secrets.example.com' });
  });

  it('sends a secure cookie, and accepts only the Origin of the site', async () => {
    const user = await world.newUser(await world.newOrganization(), 'admin');
    const login = await logIn(world, user, { Origin: 'https://secrets.example.com' });
    expect(cookiesOf(login)[0]).to.match(/; Secure$/);
    const cookie = jidOf(login);
    expect((await refresh(world, cookie, { Origin: 'https://secrets.example.com' })).status).to.equal(200);
    for (const origin of [world.server.url, 'http://secrets.example.com', 'https://secrets.example.com:8443'])
      expectError(await refresh(world, cookie, { Origin: origin }), 403, 'ForbiddenError');
  });
});
