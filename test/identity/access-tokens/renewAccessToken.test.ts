import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newLoggedIn } from '../../support/fixtures/universal-auth.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('renewAccessToken', (world) => {
  const renew = (accessToken: string) => world().call('renewAccessToken', { body: { accessToken } });
  const check = (token: string) => world().call('listOrganizations', { as: { token } });

  it('issues the token with a new expiry; the earlier one stays valid until its own expiry', async () => {
    const { token } = await newLoggedIn(world(), { accessTokenTTL: 60, accessTokenMaxTTL: 600 });
    const { clock } = world();
    const renewed = await clock.later(50, () => renew(token));
    expect(renewed.status).to.equal(200);
    expect(renewed.body).to.include({ expiresIn: 60, accessTokenMaxTTL: 600, tokenType: 'Bearer' });
    expect((jwt.decode(renewed.body.accessToken) as jwt.JwtPayload).jti).to.equal(
      (jwt.decode(token) as jwt.JwtPayload).jti,
    );
    await clock.later(59, async () => expect((await check(token)).status).to.equal(200));
    await clock.later(60, async () => expectError(await check(token), 401, 'TokenError'));
    await clock.later(109, async () => expect((await check(renewed.body.accessToken)).status).to.equal(200));
    await clock.later(110, async () => expectError(await check(renewed.body.accessToken), 401, 'TokenError'));
  });

  it('is limited by the maximum TTL', async () => {
    const { token } = await newLoggedIn(world(), { accessTokenTTL: 60, accessTokenMaxTTL: 90 });
    const { clock } = world();
    const last = await clock.later(59, () => renew(token));
    expect(last.body.expiresIn).to.equal(31);
    await clock.later(89, async () => {
      const again = await renew(last.body.accessToken);
      expect(again.body.expiresIn).to.equal(1);
    });
    await clock.later(90, async () => expectError(await renew(last.body.accessToken), 401, 'TokenError'));
  });

  it('uses the current limits of the auth method', async () => {
    const { token, admin: as, params } = await newLoggedIn(world(), { accessTokenTTL: 60, accessTokenMaxTTL: 600 });
    const update = (body: object) => world().call('updateUniversalAuth', { as, params, body });
    await update({ accessTokenTTL: 5, accessTokenMaxTTL: 40 });
    const renewed = await world().clock.later(30, () => renew(token));
    expect(renewed.body).to.include({ expiresIn: 5, accessTokenMaxTTL: 40 });
    expect(jwt.decode(renewed.body.accessToken)).to.include({
      accessTokenTTL: 5,
      accessTokenMaxTTL: 40,
      accessTokenPeriod: 0,
    });
    await update({ accessTokenTTL: 0, accessTokenMaxTTL: 30 });
    await world().clock.later(34, async () =>
      expectError(await renew(renewed.body.accessToken), 401, 'TokenError', /maximum life/),
    );
    await update({ accessTokenPeriod: 100 });
    expect((await world().clock.later(34, () => renew(renewed.body.accessToken))).body).to.include({
      expiresIn: 100,
      accessTokenMaxTTL: 0,
    });
  });

  it('uses the limits of the auth method that issued the token', async () => {
    const { token, admin: as, params } = await newLoggedIn(world(), { accessTokenTTL: 60, accessTokenMaxTTL: 600 });
    const auth = { accessTokenTTL: 7, accessTokenMaxTTL: 70 };
    if ((await world().call('attachTokenAuth', { as, params, body: auth })).status !== 200)
      await world().call('updateTokenAuth', { as, params, body: auth });
    const made = await world().call('createTokenAuthToken', { as, params, body: {} });
    expect((await renew(made.body.accessToken)).body.expiresIn).to.equal(7);
    await world().call('updateTokenAuth', { as, params, body: { accessTokenTTL: 3 } });
    expect((await renew(made.body.accessToken)).body.expiresIn).to.equal(3);
    expect((await renew(token)).body.expiresIn).to.equal(60);
  });

  it('refuses tokens whose auth method was removed', async () => {
    const { token, admin: as, params } = await newLoggedIn(world());
    await world().call('revokeUniversalAuth', { as, params });
    expectError(await renew(token), 401, 'TokenError');
  });

  it('renews a periodic token without limit', async () => {
    const { token } = await newLoggedIn(world(), { accessTokenPeriod: 100, accessTokenTTL: 5, accessTokenMaxTTL: 10 });
    const { clock } = world();
    let current = token;
    for (let round = 1; round <= 5; round += 1) {
      const { status, body } = await clock.later(round * 99, () => renew(current));
      expect(status).to.equal(200);
      expect(body).to.include({ expiresIn: 100, accessTokenMaxTTL: 0 });
      current = body.accessToken;
    }
  });

  it('is limited by the maximum of the server', async () => {
    const { token } = await newLoggedIn(world(), { accessTokenTTL: 315360000, accessTokenMaxTTL: 0 });
    expect((await renew(token)).body.expiresIn).to.equal(7776000);
  });

  it('does not count as a use, and refuses a token without remaining uses', async () => {
    const { token } = await newLoggedIn(world(), { accessTokenNumUsesLimit: 2 });
    for (let times = 0; times < 3; times += 1) expect((await renew(token)).status).to.equal(200);
    for (let times = 0; times < 2; times += 1) expect((await check(token)).status).to.equal(200);
    expectError(await check(token), 401, 'TokenError', /limit of uses/);
    expectError(await renew(token), 401, 'TokenError');
  });

  it('is allowed only from trusted addresses', async () => {
    const { token } = await newLoggedIn(world(), { accessTokenTrustedIps: [{ ipAddress: '10.0.0.1' }] });
    expectError(await renew(token), 403, 'ForbiddenError');
  });

  it('refuses revoked tokens, other types of tokens, and invalid ones', async () => {
    const { token, admin } = await newLoggedIn(world());
    await world().call('revokeAccessToken', { body: { accessToken: token } });
    expectError(await renew(token), 401, 'TokenError');
    expectError(await renew(admin.token), 400, 'BadRequest');
    expectError(await renew('nonsense'), 401, 'TokenError');
    expectIssues(await world().call('renewAccessToken'), 'body accessToken required');
    expectIssues(await renew('x'.repeat(8193)), 'body accessToken too_big');
  });
});
