import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newLoggedIn, newMachine } from '../../support/fixtures/universal-auth.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('updateUniversalAuth', (world) => {
  it('updates the given fields and keeps the others', async () => {
    const { admin: as, params, clientId } = await newMachine(world(), { accessTokenTTL: 60, accessTokenMaxTTL: 600 });
    const update = (body?: unknown) => world().call('updateUniversalAuth', { as, params, body });
    await world().clock.later(5, async () => {
      const { status, body } = await update({ accessTokenTTL: 120, lockoutEnabled: false });
      expect(status).to.equal(200);
      expect(body.identityUniversalAuth).to.include({
        clientId,
        accessTokenTTL: 120,
        accessTokenMaxTTL: 600,
        lockoutEnabled: false,
        lockoutThreshold: 3,
        updatedAt: '2030-01-01T00:00:05.000Z',
      });
    });
    expect((await update({})).body.identityUniversalAuth.updatedAt).to.equal('2030-01-01T00:00:05.000Z');
    expect((await update()).status).to.equal(200);
  });

  it('validates the result together with stored values', async () => {
    const { admin: as, params } = await newMachine(world(), { accessTokenTTL: 60, accessTokenMaxTTL: 600 });
    const update = (body: unknown) => world().call('updateUniversalAuth', { as, params, body });
    expectError(await update({ accessTokenTTL: 601 }), 400, 'BadRequest');
    expectError(await update({ accessTokenMaxTTL: 59 }), 400, 'BadRequest');
    expectIssues(await update({ accessTokenTTL: 61, accessTokenMaxTTL: 60 }), 'body accessTokenTTL too_big');
    expect((await update({ accessTokenMaxTTL: 60 })).status).to.equal(200);
    expect((await update({ accessTokenMaxTTL: 0 })).status).to.equal(200);
    expect((await update({ accessTokenTTL: 315360000 })).status).to.equal(200);
  });

  it('refuses unknown keys and values beyond the limits, like attaching', async () => {
    const { admin: as, params } = await newMachine(world());
    const update = (body: unknown) => world().call('updateUniversalAuth', { as, params, body });
    expectIssues(await update({ clientId: 'mine' }), 'body clientId unknown');
    expectIssues(await update({ accessTokenPeriod: 315360001 }), 'body accessTokenPeriod too_big');
    expectIssues(await update({ lockoutThreshold: 31 }), 'body lockoutThreshold too_big');
    expectIssues(
      await update({ clientSecretTrustedIps: [{ ipAddress: 'nowhere' }] }),
      'body clientSecretTrustedIps.0.ipAddress invalid',
    );
  });

  it('accepts an identityId in the body only if it equals that of the path', async () => {
    const { admin: as, params } = await newMachine(world());
    const update = (body: unknown) => world().call('updateUniversalAuth', { as, params, body });
    const { status, body } = await update({ identityId: params.identityId, accessTokenTTL: 60 });
    expect(status).to.equal(200);
    expect(body.identityUniversalAuth).to.include({ identityId: params.identityId, accessTokenTTL: 60 });
    expectIssues(await update({ identityId: as.id }), 'body identityId invalid');
  });

  it('refuses addresses in the format of its responses, and says how to write them', async () => {
    const { admin: as, params } = await newMachine(world(), { accessTokenTrustedIps: [{ ipAddress: '10.0.0.0/8' }] });
    const call = (operation: 'getUniversalAuth' | 'updateUniversalAuth', body?: unknown) =>
      world().call(operation, { as, params, body });
    const { accessTokenTrustedIps } = (await call('getUniversalAuth')).body.identityUniversalAuth;
    const refused = await call('updateUniversalAuth', { accessTokenTrustedIps });
    expectIssues(refused, 'body accessTokenTrustedIps.0.type unknown', 'body accessTokenTrustedIps.0.prefix unknown');
    expect(refused.body.message.map(({ message }: { message: string }) => message)).to.deep.equal(
      Array(2).fill('is not known here: write a range as 10.0.0.0/8 in ipAddress'),
    );
    expect((await call('getUniversalAuth')).body.identityUniversalAuth.accessTokenTrustedIps).to.deep.equal(
      accessTokenTrustedIps,
    );
  });

  it('immediately applies trusted addresses to existing tokens', async () => {
    const { admin: as, params, token } = await newLoggedIn(world());
    const check = () => world().call('listOrganizations', { as: { token } });
    expect((await check()).status).to.equal(200);
    await world().call('updateUniversalAuth', {
      as,
      params,
      body: { accessTokenTrustedIps: [{ ipAddress: '10.0.0.0/8' }] },
    });
    expectError(await check(), 403, 'ForbiddenError', /address/);
    await world().call('updateUniversalAuth', {
      as,
      params,
      body: { accessTokenTrustedIps: [{ ipAddress: '127.0.0.0/8' }] },
    });
    expect((await check()).status).to.equal(200);
  });

  it('is not allowed for members, and does not find other identities', async () => {
    const { organization, params } = await newMachine(world());
    const as = await world().newUser(organization, 'member');
    expectError(await world().call('updateUniversalAuth', { as, params, body: {} }), 403, 'PermissionDenied');
    const foreign = await newMachine(world());
    expectError(await world().call('updateUniversalAuth', { as: foreign.admin, params, body: {} }), 404, 'NotFound');
  });
});
