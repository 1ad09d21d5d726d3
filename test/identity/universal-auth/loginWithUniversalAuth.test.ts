import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { logIn, newMachine, newSecret } from '../../support/fixtures/universal-auth.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('loginWithUniversalAuth', (world) => {
  it('returns a valid token with the claims that clients read', async () => {
    const machine = await newMachine(world(), {
      accessTokenTTL: 60,
      accessTokenMaxTTL: 600,
      accessTokenNumUsesLimit: 5,
    });
    const { secret, id } = await newSecret(world(), machine);
    const { status, body } = await logIn(world(), machine.clientId, secret);
    expect(status).to.equal(200);
    expect(body).to.include({ expiresIn: 60, accessTokenMaxTTL: 600, tokenType: 'Bearer' });
    const claims = jwt.decode(body.accessToken as string) as jwt.JwtPayload;
    expect(claims).to.include({
      authTokenType: 'identityAccessToken',
      identityId: machine.identity.id,
      identityName: 'Test identity',
      authMethod: 'universal-auth',
      orgId: machine.organization.id,
      clientSecretId: id,
      accessTokenTTL: 60,
      accessTokenMaxTTL: 600,
      numUsesLimit: 5,
    });
    expect(claims.jti).to.equal(claims.identityAccessTokenId);
    expect(claims.exp! - claims.iat!).to.equal(60);
    expect((await world().call('listOrganizations', { as: { token: body.accessToken } })).status).to.equal(200);
    const listed = await world().call('listClientSecrets', { as: machine.admin, params: machine.params });
    expect(listed.body.clientSecretData[0].clientSecretNumUses).to.equal(1);
  });

  it('also accepts a form, a trailing slash, and surrounding spaces', async () => {
    const machine = await newMachine(world());
    const { secret } = await newSecret(world(), machine);
    const form = {
      body: `clientId=${machine.clientId}&clientSecret=${secret}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    };
    expect((await world().send('POST', '/api/v1/auth/universal-auth/login', form)).status).to.equal(200);
    expect((await world().send('POST', '/api/v1/auth/universal-auth/login/', form)).status).to.equal(200);
    expect((await logIn(world(), ` ${machine.clientId} `, ` ${secret}\n`)).status).to.equal(200);
  });

  it('gives the same response to all failures, whether or not the client id exists', async () => {
    const machine = await newMachine(world());
    const other = await newMachine(world());
    const { secret } = await newSecret(world(), machine);
    const answers = [
      await logIn(world(), machine.clientId, 'wrong'),
      await logIn(world(), 'no-such-client', secret),
      await logIn(world(), other.clientId, secret),
      await logIn(world(), machine.clientId, 'x'.repeat(512)),
    ];
    for (const answer of answers) expectError(answer, 401, 'UnauthorizedError');
    expect(new Set(answers.map(({ body }) => body.message)).size).to.equal(1);
  });

  it('limits the request', async () => {
    expectIssues(await logIn(world(), '', ''), 'body clientId too_small', 'body clientSecret too_small');
    expectIssues(
      await logIn(world(), 'x'.repeat(513), 'x'.repeat(513)),
      'body clientId too_big',
      'body clientSecret too_big',
    );
    expectIssues(await world().call('loginWithUniversalAuth'), 'body clientId required', 'body clientSecret required');
  });

  it('accepts only the organization of the identity', async () => {
    const machine = await newMachine(world());
    const { secret } = await newSecret(world(), machine);
    const foreign = await world().newOrganization();
    expect((await logIn(world(), machine.clientId, secret, { organizationSlug: 'x'.repeat(64) })).status).to.equal(404);
    expectError(await logIn(world(), machine.clientId, secret, { organizationSlug: foreign.slug }), 404, 'NotFound');
    expect(
      (await logIn(world(), machine.clientId, secret, { organizationSlug: machine.organization.slug })).status,
    ).to.equal(200);
  });

  it('locks after the configured number of failures, with the same response to right and wrong secrets, until the lock ends', async () => {
    const machine = await newMachine(world(), {
      lockoutThreshold: 3,
      lockoutDurationSeconds: 60,
      lockoutCounterResetSeconds: 10,
    });
    const { secret } = await newSecret(world(), machine);
    const { clock } = world();
    const attempt = (value: string) => logIn(world(), machine.clientId, value);
    for (let failure = 0; failure < 3; failure += 1)
      expectError(await attempt('wrong'), 401, 'UnauthorizedError', /Invalid credentials/);
    for (const value of [secret, 'wrong']) expectError(await attempt(value), 401, 'UnauthorizedError', /locked/);
    await clock.later(59, async () => expectError(await attempt('wrong'), 401, 'UnauthorizedError', /locked/));
    await clock.later(60, async () => expect((await attempt(secret)).status).to.equal(200));
  });

  it('restarts counting after a success, or some time after the last failure', async () => {
    const machine = await newMachine(world(), { lockoutThreshold: 2, lockoutCounterResetSeconds: 10 });
    const { secret } = await newSecret(world(), machine);
    const { clock } = world();
    const attempt = (value: string) => logIn(world(), machine.clientId, value);
    await attempt('wrong');
    await clock.later(10, async () => {
      await attempt('wrong');
      expect((await attempt(secret)).status, 'one failure, not two').to.equal(200);
      await attempt('wrong');
      expect((await attempt(secret)).status, 'a success resets the count').to.equal(200);
    });
    await clock.later(100, async () => {
      await attempt('wrong');
      await clock.later(9, async () => {
        await attempt('wrong');
        expectError(await attempt(secret), 401, 'UnauthorizedError', /locked/);
      });
    });
  });

  it('does not lock if lockouts are disabled', async () => {
    const machine = await newMachine(world(), { lockoutEnabled: false, lockoutThreshold: 1 });
    const { secret } = await newSecret(world(), machine);
    for (let failure = 0; failure < 4; failure += 1) await logIn(world(), machine.clientId, 'wrong');
    expect((await logIn(world(), machine.clientId, secret)).status).to.equal(200);
  });

  it('reports an untrusted address only for a right secret, and does not let others lock the identity', async () => {
    const machine = await newMachine(world(), {
      lockoutThreshold: 1,
      clientSecretTrustedIps: [{ ipAddress: '10.0.0.0/8' }],
    });
    const { secret } = await newSecret(world(), machine);
    expectError(await logIn(world(), machine.clientId, 'wrong'), 401, 'UnauthorizedError', /Invalid credentials/);
    expectError(await logIn(world(), machine.clientId, secret), 403, 'ForbiddenError', /address/);
    const body = { clientSecretTrustedIps: [{ ipAddress: '127.0.0.1' }] };
    await world().call('updateUniversalAuth', { as: machine.admin, params: machine.params, body });
    expect((await logIn(world(), machine.clientId, secret)).status, 'no failure was counted').to.equal(200);
  });

  it('refuses an expired secret', async () => {
    const machine = await newMachine(world());
    const { secret, id } = await newSecret(world(), machine, { ttl: 60 });
    const { clock } = world();
    await clock.later(59, async () => expect((await logIn(world(), machine.clientId, secret)).status).to.equal(200));
    await clock.later(60, async () =>
      expectError(await logIn(world(), machine.clientId, secret), 401, 'UnauthorizedError', /expired/),
    );
    const { body } = await world().call('getClientSecret', {
      as: machine.admin,
      params: { ...machine.params, clientSecretId: id },
    });
    expect(body.clientSecretData.isClientSecretRevoked).to.equal(true);
  });

  it('accepts a limited secret exactly as often as allowed, for fifty concurrent requests', async () => {
    const machine = await newMachine(world());
    const { secret } = await newSecret(world(), machine, { numUsesLimit: 10 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => logIn(world(), machine.clientId, secret)));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(10);
    expect(answers.filter(({ status }) => status === 401)).to.have.length(40);
  });

  it('counts failures exactly, for fifty concurrent requests', async () => {
    const machine = await newMachine(world(), { lockoutThreshold: 10 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => logIn(world(), machine.clientId, 'wrong')));
    const locked = answers.filter(({ body }) => (body.message as string).includes('locked'));
    expect(locked).to.have.length(40);
  });

  it('refuses an identity without an active membership', async () => {
    const machine = await newMachine(world());
    const { secret } = await newSecret(world(), machine);
    const { database } = world().server.parts;
    await database.transaction(ofInstance, async ({ db }) =>
      db('organization_memberships').where({ identityId: machine.identity.id }).update({ isActive: false }),
    );
    expectError(await logIn(world(), machine.clientId, secret), 403, 'ForbiddenError');
  });
});
