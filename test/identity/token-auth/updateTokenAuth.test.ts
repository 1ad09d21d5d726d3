import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newInstanceAdmin, newOperator } from '../../support/fixtures/identities.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('updateTokenAuth', (world) => {
  const setting = async (role = 'no-access', settings: object = {}) => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const { body } = await world().call('createIdentity', { as, body: { name: 'target', role } });
    const params = { identityId: body.identity.id as string };
    await world().call('attachTokenAuth', { as, params, body: settings });
    const update = (changes?: unknown, caller: { token: string } = as) =>
      world().call('updateTokenAuth', { as: caller, params, body: changes });
    return { organization, as, params, update };
  };

  it('updates the given fields and keeps the others', async () => {
    const { as, params, update } = await setting();
    await world().clock.later(60, async () => {
      const { status, body } = await update({
        accessTokenTTL: 60,
        accessTokenTrustedIps: [{ ipAddress: '127.0.0.0/8' }],
      });
      expect(status).to.equal(200);
      expect(body.identityTokenAuth).to.include({
        accessTokenTTL: 60,
        accessTokenMaxTTL: 2_592_000,
        updatedAt: '2030-01-01T00:01:00.000Z',
        createdAt: '2030-01-01T00:00:00.000Z',
      });
      expect(body.identityTokenAuth.accessTokenTrustedIps).to.deep.equal([
        { ipAddress: '127.0.0.0', type: 'ipv4', prefix: 8 },
      ]);
    });
    const { body } = await update({ accessTokenNumUsesLimit: 3, accessTokenPeriod: 7 });
    expect(body.identityTokenAuth).to.include({ accessTokenTTL: 60, accessTokenNumUsesLimit: 3, accessTokenPeriod: 7 });
    expect((await world().call('getTokenAuth', { as, params })).body).to.deep.equal(body);
  });

  it('does not count an empty request as a change', async () => {
    const { update } = await setting();
    await world().clock.later(60, async () => {
      for (const body of [undefined, {}])
        expect((await update(body)).body.identityTokenAuth.updatedAt).to.equal('2030-01-01T00:00:00.000Z');
    });
  });

  it('validates the result together with stored values', async () => {
    const { update } = await setting('no-access', { accessTokenTTL: 100, accessTokenMaxTTL: 200 });
    expectError(await update({ accessTokenTTL: 201 }), 400, 'BadRequest', /201.*200/);
    expectError(await update({ accessTokenMaxTTL: 99 }), 400, 'BadRequest', /100.*99/);
    expectIssues(await update({ accessTokenTTL: 301, accessTokenMaxTTL: 300 }), 'body accessTokenTTL too_big');
    for (const body of [
      { accessTokenMaxTTL: 100 },
      { accessTokenTTL: 300, accessTokenMaxTTL: 300 },
      { accessTokenMaxTTL: 0 },
      { accessTokenTTL: 315_360_000 },
    ]) {
      expect((await update(body)).status, JSON.stringify(body)).to.equal(200);
    }
  });

  it('applies trusted addresses to existing tokens', async () => {
    const { as, params, update } = await setting();
    const { accessToken: token } = (await world().call('createTokenAuthToken', { as, params })).body;
    const check = () => world().call('getIdentityDetails', { as: { token } });
    expect((await check()).status).to.equal(200);
    await update({
      accessTokenTrustedIps: [{ ipAddress: '10.0.0.0/8' }, { ipAddress: '::/0' }],
      accessTokenNumUsesLimit: 1,
    });
    expectError(await check(), 403, 'ForbiddenError', /address/);
    await update({ accessTokenTrustedIps: [{ ipAddress: '127.0.0.1' }] });
    expect((await check()).status).to.equal(200);
    expect((await check()).status, 'the number of uses applies to new tokens').to.equal(200);
  });

  it('reports all problems of a request', async () => {
    const { update } = await setting();
    expectIssues(
      await update({ accessTokenTTL: -1, accessTokenMaxTTL: 315_360_001, accessTokenTrustedIps: [] }),
      'body accessTokenTTL too_small',
      'body accessTokenMaxTTL too_big',
      'body accessTokenTrustedIps too_small',
    );
    expectIssues(
      await update({ accessTokenNumUsesLimit: 2_147_483_648, accessTokenPeriod: 315_360_001 }),
      'body accessTokenNumUsesLimit too_big',
      'body accessTokenPeriod too_big',
    );
    expectIssues(
      await update({ accessTokenTrustedIps: [{ ipAddress: '::1' }, { ipAddress: 'nowhere' }] }),
      'body accessTokenTrustedIps.1.ipAddress invalid',
    );
  });

  it('requires all permissions of the identity', async () => {
    const { organization, update } = await setting('admin');
    const refused = await update({ accessTokenTTL: 1 }, await newOperator(world(), organization, 'edit-auth'));
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).not.to.be.empty;
    expectError(
      await update({}, await world().newUser(organization, 'member')),
      403,
      'PermissionDenied',
      /edit the authentication of machine identities/,
    );
  });

  it('allows updates of an instance administrator only by instance administrators', async () => {
    const { organization, as } = await setting();
    const admin = await newInstanceAdmin(world(), organization);
    const params = { identityId: admin.id };
    expectError(await world().call('updateTokenAuth', { as, params, body: {} }), 403, 'ForbiddenError');
    expect((await world().call('updateTokenAuth', { as: admin, params, body: {} })).status).to.equal(200);
  });

  it('returns 404 without token auth, or for unknown identities', async () => {
    const { as } = await setting();
    const bare = await world().call('createIdentity', { as, body: { name: 'bare' } });
    const foreign = await world().newIdentity(await world().newOrganization(), 'no-access');
    for (const identityId of [bare.body.identity.id, foreign.id, 'no-such-thing']) {
      expectError(
        await world().call('updateTokenAuth', { as, params: { identityId }, body: { accessTokenTTL: 1 } }),
        404,
        'NotFound',
      );
    }
  });
});
