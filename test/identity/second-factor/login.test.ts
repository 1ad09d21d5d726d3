import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import type { Response } from 'supertest';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import {
  challenge,
  logIn,
  newProtectedUser,
  requireSecondFactor,
  setUpApp,
  type ProtectedUser,
} from '../../support/fixtures/second-factor.ts';
import type { OrganizationRow } from '../../../src/access/organization.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { newStorage, ownWorld } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const contextOf = ({ body }: Response): unknown => body.context?.code;
const claimsOf = (token: string): jwt.JwtPayload => jwt.decode(token) as jwt.JwtPayload;

onEitherDatabase('a login with a second factor', (world, kind) => {
  let organization: OrganizationRow;
  let user: ProtectedUser;
  beforeEach(async () => {
    organization = await world().newOrganization();
    user = await newProtectedUser(world(), organization);
  });

  const select = (as: { token: string }, headers = {}) =>
    world().call('selectOrganization', { as, body: { organizationId: organization.id }, headers });
  const verify = (as: { token: string }, mfaToken: string) =>
    world().call('verifyMfa', { as, body: { mfaToken, mfaMethod: 'totp', email: user.email } });

  it('asks for it when an organization is selected, and then gives a session that acts there', async () => {
    const login = await logIn(world(), user);
    const asked = await select(login);
    expect(asked.body).to.include({ isMfaEnabled: true, mfaMethod: 'totp' });
    expect(asked.headers).not.to.have.property('set-cookie');
    const claims = claimsOf(asked.body.token as string);
    expect(claims).to.include({ authTokenType: 'mfaToken', organizationId: organization.id, userId: user.id });
    expect(claims.exp! - claims.iat!).to.equal(300);

    const done = await verify({ token: asked.body.token }, user.app.code());
    expect(done.status).to.equal(200);
    expect(done.headers['set-cookie']?.[0]).to.match(/^jid=.+/);
    expect(claimsOf(done.body.token as string)).to.include({ isMfaVerified: true, mfaMethod: 'totp' });
    expect(
      (await world().call('getOrganization', { as: done.body, params: { organizationId: organization.id } })).status,
    ).to.equal(200);
    // The CLI selects the organization again with that token.
    expect((await select(done.body as { token: string })).body).to.include({ isMfaEnabled: false, mfaMethod: null });
  });

  it('refuses a code that was used, also while it is valid, and one that is too old', async () => {
    const first = await challenge(world(), user, organization);
    const code = user.app.code();
    expect((await verify(first, code)).status).to.equal(200);
    const second = await challenge(world(), user, organization);
    for (const used of [code, user.app.code(-30)]) {
      const refused = await verify(second, used);
      expectError(refused, 403, 'ForbiddenError', /wrong or was used/);
      expect(contextOf(refused)).to.equal('mfa_invalid');
    }
    expectError(await verify(second, user.app.code(-60)), 403, 'ForbiddenError');
    expectError(await verify(second, user.app.code(60)), 403, 'ForbiddenError');
    expect((await verify(second, user.app.code(30))).status).to.equal(200);
  });

  it('accepts a code once if it is sent twice at the same time', async () => {
    const challenges = [await challenge(world(), user, organization), await challenge(world(), user, organization)];
    const code = user.app.code();
    const recovery = user.recoveryCodes[0]!;
    for (const sent of [code, recovery]) {
      const answers = await Promise.all(challenges.map((as) => verify(as, sent)));
      expect(answers.map(({ status }) => status).sort(), sent).to.deep.equal([200, 403]);
    }
  });

  it('accepts each recovery code once, in either place and however it is typed', async () => {
    const [first, second] = user.recoveryCodes as [string, string];
    const as = await challenge(world(), user, organization);
    const send = (recoveryCode: string) => world().call('verifyRecoveryCode', { as, body: { recoveryCode } });
    const used = await send(` ${first.toUpperCase().replace('-', ' ')}`);
    expect(used.status).to.equal(200);
    const [entry] = await entriesOf(world(), used);
    expect(entry).to.include({ eventType: 'verify-second-factor', actorId: user.id });
    expect(JSON.stringify(entry)).to.include('"method":"recovery-code"').and.not.include(first.slice(0, 5));
    expect(contextOf(await send(first))).to.equal('mfa_invalid');
    expect((await verify(as, second)).status).to.equal(200);
    expect((await world().call('countRecoveryCodes', { as: user })).body.remaining).to.equal(8);
  });

  it('locks the address after five wrong codes, and answers right and wrong ones alike', async () => {
    const as = await challenge(world(), user, organization);
    for (let count = 0; count < 5; count += 1) expect(contextOf(await verify(as, '000000'))).to.equal('mfa_invalid');
    for (const code of [user.app.code(), '000000', user.recoveryCodes[0]!]) {
      const locked = await verify(as, code);
      expectError(locked, 403, 'UserLocked', /Too many wrong codes/);
      expect(contextOf(locked)).to.equal('mfa_expired');
      expect(locked.headers['retry-after']).to.equal('300');
    }
    await world().clock.later(301, async () => {
      const again = await challenge(world(), user, organization);
      expect(contextOf(await verify(again, '000000'))).to.equal('mfa_invalid');
      // Twice as long after one more.
      expect((await verify(again, user.app.code())).headers['retry-after']).to.equal('600');
    });
  });

  it('limits codes from all addresses, but not for networks of the owner, nor recovery codes', async () => {
    const { server, clock } = world();
    const now = clock.now().toISOString();
    await server.parts.database.transaction(ofInstance, ({ db }) =>
      db('second_factor_failures').insert({
        userId: user.id,
        address: '',
        failures: 100,
        lockedUntil: null,
        expiresAt: new Date(clock.now().getTime() + 3_600_000).toISOString(),
      }),
    );
    // The session of the fixture has shown the second factor from this address.
    const as = await challenge(world(), user, organization);
    expect((await verify(as, user.app.code())).status).to.equal(200);
    await server.parts.database.transaction(ofInstance, ({ db }) =>
      db('user_sessions').where({ userId: user.id }).update({ ip: '203.0.113.7', lastUsedAt: now }),
    );
    const elsewhere = await challenge(world(), user, organization);
    const refused = await verify(elsewhere, user.app.code(30));
    expectError(refused, 403, 'UserLocked');
    expect(refused.headers['retry-after']).to.equal('3600');
    expect((await verify(elsewhere, user.recoveryCodes[0]!)).status).to.equal(200);
  });

  it('accepts an MFA token only to show a second factor, from its owner, for five minutes', async () => {
    const as = await challenge(world(), user, organization);
    for (const id of ['getOrganization', 'checkAuth', 'selectOrganization', 'registerTotp', 'logout'] as const)
      expectError(
        await world().call(id, { as, params: { organizationId: organization.id }, body: { organizationId: 'x' } }),
        401,
        'TokenError',
      );
    const refreshed = await world().call('refreshSession', {
      headers: { Cookie: `jid=${as.token}`, 'Sec-Fetch-Site': 'same-origin' },
    });
    expectError(refreshed, 401, 'TokenError');
    // Access tokens, before and after the second factor, are none.
    expectError(await verify(user, user.app.code()), 403, 'ForbiddenError', /to a user/);
    expectError(await verify(await logIn(world(), user), user.app.code()), 401, 'SecondFactorRequired');
    // The code of somebody else is wrong.
    const other = await newProtectedUser(world(), organization);
    expectError(await verify(as, other.app.code()), 403, 'ForbiddenError');
    await world().clock.later(300, async () => {
      const expired = await verify(as, user.app.code());
      expectError(expired, 401, 'TokenError');
      expect(contextOf(expired)).to.equal('mfa_expired');
    });
    // It ends with the session.
    const login = await logIn(world(), user);
    const challenged = { token: (await select(login)).body.token as string };
    await world().call('logout', { as: login });
    expect(contextOf(await verify(challenged, user.app.code()))).to.equal('mfa_expired');
    expectError(await world().call('sendMfaCode', { as, body: {} }), 400, 'BadRequest', /not sent by mail/);
  });

  it('refuses every session that has not shown it: before, with the cookie, and outside of organizations', async () => {
    const login = await logIn(world(), user);
    for (const id of ['changeOwnName', 'createOrganization', 'changeOwnPassword', 'deactivateMfa'] as const) {
      const refused = await world().call(id, { as: login, body: {} });
      expectError(refused, 401, 'SecondFactorRequired');
      expect(refused.headers['www-authenticate']).to.equal('Bearer error="insufficient_user_authentication"');
    }
    for (const id of ['registerTotp', 'verifyTotp', 'activateMfa'] as const)
      expectError(await world().call(id, { as: login, body: { totp: '000000' } }), 401, 'SecondFactorRequired');
    for (const id of ['getOwnAccount', 'listOrganizations', 'checkAuth'] as const)
      expect((await world().call(id, { as: login })).status, id).to.equal(200);
  });

  it('applies to organizations that require it, at once and for every kind of token', async () => {
    const member = await world().newUser(organization, 'member');
    const params = { organizationId: organization.id };
    const selected = await select(await logIn(world(), member));
    const cookie = (selected.headers['set-cookie'] as unknown as string[])[0]!.split(';')[0]!;
    const inOther = await world().newOrganization();
    await requireSecondFactor(world(), organization);

    for (const { token } of [member, selected.body as { token: string }])
      expectError(await world().call('getOrganization', { as: { token }, params }), 401, 'SecondFactorRequired');
    const refreshed = await world().call('refreshSession', {
      headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
    });
    expect(refreshed.body.organizationId).to.equal(null);
    expect((await world().call('getOrganization', { as: user, params })).status).to.equal(200);
    expect(inOther.enforceMfa).to.equal(false);

    // Whoever has none sets one up with the login, and is in.
    const login = { token: refreshed.body.token as string };
    const asked = await select(login);
    expect(asked.body).to.include({ isMfaEnabled: true, mfaMethod: 'totp' });
    const mfa = { token: asked.body.token as string };
    expect((await world().call('checkTotp', { as: mfa })).body).to.deep.equal({ isVerified: false });
    const early = await verify(mfa, '000000');
    expectError(early, 400, 'BadRequest', /no second factor yet/);
    expect(contextOf(early)).to.equal('mfa_expired');
    expectError(await select(login, { 'User-Agent': 'cli' }), 403, 'SecondFactorSetupRequired', /\/login in a browser/);
    await setUpApp(world(), login);
    const { body } = await world().call('activateMfa', { as: login, body: {} });
    expect(body.recoveryCodes).to.have.length(10);
    const entered = await select(login);
    expect(entered.body.isMfaEnabled).to.equal(false);
    expect((await world().call('getOrganization', { as: entered.body, params })).status).to.equal(200);
  });

  it('applies to everybody if the instance requires it', async () => {
    const strict = await ownWorld({ ...(await newStorage(kind)), REQUIRE_SECOND_FACTOR: 'on' });
    const home = await strict.newOrganization();
    const member = await strict.newUser(home, 'admin');
    const params = { organizationId: home.id };
    expectError(await strict.call('getOrganization', { as: member, params }), 401, 'SecondFactorRequired');
    const login = await logIn(strict, member);
    await setUpApp(strict, login);
    const entered = await strict.call('selectOrganization', { as: login, body: params });
    expect((await strict.call('getOrganization', { as: entered.body, params })).status).to.equal(200);
    expectError(
      await strict.call('deleteTotp', { as: entered.body }),
      403,
      'ForbiddenError',
      /requires a second factor/,
    );
  });
});
