import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newInstanceAdmin, newOperator, withUniversalAuth } from '../../support/fixtures/identities.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('revokeTokenAuth', (world) => {
  const setting = async () => {
    const organization = await world().newOrganization();
    const as = await world().newIdentity(organization, 'admin');
    const target = await world().newIdentity(organization, 'admin');
    const revoke = (identityId: string, caller: { token: string } = as) =>
      world().call('revokeTokenAuth', { as: caller, params: { identityId } });
    const check = (token: { token: string }) => world().call('getIdentityDetails', { as: token });
    return { organization, as, target, revoke, check };
  };

  it('permanently revokes the tokens of this auth method only', async () => {
    const { organization, target, revoke, check } = await setting();
    const login = await withUniversalAuth(world(), organization, target.id);
    const { status, body } = await revoke(target.id);
    expect(status).to.equal(200);
    expect(body.identityTokenAuth.identityId).to.equal(target.id);
    expectError(await check(target), 401, 'TokenError');
    expect((await check(login)).status).to.equal(200);

    await world().call('attachTokenAuth', { as: login, params: { identityId: target.id } });
    expectError(await check(target), 401, 'TokenError');
  });

  it('also revokes tokens that are created concurrently', async () => {
    const { organization, target, revoke, check } = await setting();
    const admin = await world().newUser(organization, 'admin');
    const params = { identityId: target.id };
    const making = Array.from({ length: 8 }, () => world().call('createTokenAuthToken', { as: admin, params }));
    const [revoked, ...made] = await Promise.all([revoke(target.id), ...making]);
    expect(revoked.status).to.equal(200);
    await world().call('attachTokenAuth', { as: admin, params });
    for (const { status, body } of made) {
      expect(status).to.be.oneOf([200, 404]);
      if (status === 200) expectError(await check({ token: body.accessToken }), 401, 'TokenError');
    }
  });

  it('returns 404 without token auth, or for unknown identities', async () => {
    const { target, revoke } = await setting();
    const foreign = await world().newIdentity(await world().newOrganization(), 'no-access');
    await revoke(target.id);
    for (const identityId of [target.id, foreign.id, 'no-such-thing'])
      expectError(await revoke(identityId), 404, 'NotFound');
  });

  it('refuses callers without the permission, and without what the identity may do', async () => {
    const { organization, as, target, revoke, check } = await setting();
    const operator = await newOperator(world(), organization, 'revoke-auth');
    expectError(await revoke(target.id, operator), 403, 'PermissionBoundaryError', /nor take them from others/);
    const weaker = await world().newIdentity(organization, 'no-access');
    expect((await revoke(weaker.id, operator)).status).to.equal(200);
    expectError(
      await revoke(target.id, await newOperator(world(), organization, 'edit-auth', 'delete-token')),
      403,
      'PermissionDenied',
      /revoke the authentication of machine identities/,
    );
    const admin = await newInstanceAdmin(world(), organization);
    expectError(await revoke(admin.id, as), 403, 'ForbiddenError');
    for (const token of [target, admin]) expect((await check(token)).status).to.equal(200);
  });
});
