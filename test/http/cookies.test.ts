import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import type { Response } from 'supertest';
import { encryptForSignOn } from '../../src/platform/crypto/sealing.ts';
import { signToken, verifyToken } from '../../src/platform/crypto/tokens.ts';
import { attemptCookie, newAttempt } from '../../src/resources/identity/single-sign-on/attempt.ts';
import type { OrganizationRow } from '../../src/access/organization.ts';
import { expectError } from '../support/expect/expect.ts';
import { cookiesIn, newSignOnOrganization } from '../support/fixtures/single-sign-on.ts';
import type { TestUser } from '../support/world/members.ts';
import { newStorage, onDatabase, ownWorld, type World } from '../support/world/world.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

const ownPage = { 'Sec-Fetch-Site': 'same-origin' };

describe('cookies on https', () => {
  let world: World;
  let organization: OrganizationRow;
  let user: TestUser;
  before(async () => {
    world = await ownWorld({ ...(await newStorage('sqlite')), SITE_URL: 'https://vault.example.com' });
    organization = await world.newOrganization();
    user = await world.newUser(organization, 'admin');
  });

  const select = (userTokenExpiration?: string) =>
    world.server.parts.database
      .transaction(ofInstance, ({ db }) =>
        db('organizations')
          .where({ id: organization.id })
          .update({ userTokenExpiration: userTokenExpiration ?? null }),
      )
      .then(() => world.call('selectOrganization', { as: user, body: { organizationId: organization.id } }));
  const refresh = (Cookie: string) => world.call('refreshSession', { headers: { Cookie, ...ownPage } });
  const headersOf = ({ headers }: Response) => (headers['set-cookie'] ?? []) as unknown as string[];

  /** The refresh token as an earlier version issued it. */
  const asBefore = (token: string): string => {
    const { keyring, clock } = world.server.parts;
    const { iat, exp, ...claims } = verifyToken(keyring, token, clock.now());
    const [issuedAt, expiresAt] = [new Date(Number(iat) * 1000), new Date(Number(exp) * 1000)];
    return signToken(keyring, { ...claims, refreshVersion: 1 }, { issuedAt, expiresAt });
  };

  it('have a prefix with which browsers accept them only over TLS', async () => {
    const response = await select();
    expect(headersOf(response)).to.have.length(1);
    expect(headersOf(response)[0]).to.match(/^__Secure-jid=[\w.-]+; Path=\/api\/v1\/auth\/token; .*; Secure$/);
    const refreshed = await refresh(`__Secure-jid=${cookiesIn(response)['__Secure-jid']}`);
    expect(refreshed.body).to.include({ organizationId: organization.id });
    expect(headersOf(refreshed)).to.deep.equal([]);
    expect(headersOf(await world.call('startPasskeyLogin'))[0]).to.match(/^__Secure-passkey=/);
    const ended = await refresh('__Secure-jid=nonsense');
    expect(ended.status).to.equal(401);
    expect(headersOf(ended)[0]).to.match(/^__Secure-jid=; .*Max-Age=0; Secure$/);
  });

  it('of an earlier version are accepted, replaced under the new name without living longer, and removed', async () => {
    const former = asBefore(cookiesIn(await select('2h'))['__Secure-jid']!);
    await world.clock.later(3600, async () => {
      const response = await refresh(`jid=${former}`);
      expect(response.body).to.include({ organizationId: organization.id });
      const [next, removed, ...others] = headersOf(response);
      expect(next).to.match(
        /^__Secure-jid=[\w.-]+; Path=\/api\/v1\/auth\/token; HttpOnly; SameSite=Strict; Max-Age=3600; Secure$/,
      );
      expect(removed).to.equal('jid=; Path=/api/v1/auth/token; HttpOnly; SameSite=Strict; Max-Age=0; Secure');
      expect(others).to.deep.equal([]);
      const replaced = cookiesIn(response)['__Secure-jid']!;
      const times = ({ iat, exp }: jwt.JwtPayload) => ({ iat, exp });
      expect(times(jwt.decode(replaced) as jwt.JwtPayload)).to.deep.equal(times(jwt.decode(former) as jwt.JwtPayload));
      const again = await refresh(`__Secure-jid=${replaced}`);
      expect(again.body).to.include({ organizationId: organization.id });
      expect(headersOf(again)).to.deep.equal([]);
    });
  });

  it('are not accepted under the former name, which somebody in the network can set', async () => {
    const token = cookiesIn(await select())['__Secure-jid']!;
    const response = await refresh(`jid=${token}`);
    expectError(response, 401, 'TokenError');
    expect(headersOf(response).filter((header) => header.startsWith('jid=;'))).to.have.length(1);
    // The right one counts, whatever else is there.
    expect((await refresh(`jid=nonsense; __Secure-jid=${token}`)).status).to.equal(200);
  });

  it('of a sign-in that an earlier version began are accepted, and a new one not under their name', async () => {
    const { parts } = world.server;
    const { providerId } = await newSignOnOrganization(world, { issuer: 'https://127.0.0.1:1' });
    const attempt = newAttempt(parts, providerId, undefined);
    const finish = async (cookie: string): Promise<Response> =>
      world.call('finishSingleSignOn', { query: { code: 'x', state: attempt.state }, headers: { Cookie: cookie } });
    const former = await finish(`sso=${encryptForSignOn(parts.keyring, 'sign-in', JSON.stringify(attempt))}`);
    expect(former.headers.location).to.equal('/login?error=sso_unreachable');
    expect(cookiesIn(former)).to.deep.equal({ '__Secure-sso': '', sso: '' });
    const sealed = attemptCookie(parts, attempt);
    expect((await finish(`__Secure-sso=${sealed}`)).headers.location).to.equal('/login?error=sso_unreachable');
    expect((await finish(`sso=${sealed}`)).headers.location).to.equal('/login?error=sso_expired');
  });
});

onDatabase('sqlite', 'cookies on http', (world) => {
  it('have no prefix, with which browsers would not accept them', async () => {
    const organization = await world().newOrganization();
    const { email, password } = await world().newUser(organization, 'admin');
    const response = await world().call('login', { body: { email, password } });
    expect(Object.keys(cookiesIn(response))).to.deep.equal(['jid']);
    const headers = { Cookie: `__Secure-jid=${cookiesIn(response).jid}`, ...ownPage };
    expectError(await world().call('refreshSession', { headers }), 401, 'UnauthorizedError');
  });
});
