import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newInstanceAdmin, newOperator, withUniversalAuth } from '../../support/fixtures/identities.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('revokeTokenAuthToken', (world) => {
  const setting = async () => {
    const organization = await world().newOrganization();
    const target = await world().newIdentity(organization, 'admin');
    const as = await world().newUser(organization, 'admin');
    const revoke = (tokenId: string, caller: { token: string } = as) =>
      world().call('revokeTokenAuthToken', { as: caller, params: { tokenId } });
    const check = (token: { token: string }) => world().call('getIdentityDetails', { as: token });
    return { organization, target, revoke, check };
  };

  it('invalidates this token only, with the next request', async () => {
    const { organization, target, revoke, check } = await setting();
    const admin = await world().newUser(organization, 'admin');
    const other = await world().call('createTokenAuthToken', { as: admin, params: { identityId: target.id } });
    for (const time of ['first', 'second']) {
      const { status, body } = await revoke(target.tokenId);
      expect(status, time).to.equal(200);
      expect(body.message).to.be.a('string');
      expectError(await check(target), 401, 'TokenError');
    }
    expect((await check({ token: other.body.accessToken })).status).to.equal(200);
    expect(
      (await world().call('getTokenAuthToken', { as: admin, params: { tokenId: target.tokenId } })).body.token
        .isAccessTokenRevoked,
    ).to.equal(true);
  });

  it('does not find tokens of another organization or another auth method', async () => {
    const { organization, target, revoke, check } = await setting();
    const login = await withUniversalAuth(world(), organization, target.id);
    const foreign = await world().newIdentity(await world().newOrganization(), 'no-access');
    for (const tokenId of [login.tokenId, foreign.tokenId, 'no-such-thing'])
      expectError(await revoke(tokenId), 404, 'NotFound');
    for (const token of [login, foreign]) expect((await check(token)).status).to.equal(200);
  });

  it('refuses callers without the permission, and without what the identity may do', async () => {
    const { organization, target, revoke, check } = await setting();
    const operator = await newOperator(world(), organization, 'delete-token');
    expectError(await revoke(target.tokenId, operator), 403, 'PermissionBoundaryError', /nor take them from others/);
    const weaker = await world().newIdentity(organization, 'no-access');
    expect((await revoke(weaker.tokenId, operator)).status).to.equal(200);
    expectError(
      await revoke(target.tokenId, await newOperator(world(), organization, 'delete', 'get-token', 'create-token')),
      403,
      'PermissionDenied',
      /delete tokens of machine identities/,
    );
    const admin = await newInstanceAdmin(world(), organization);
    expectError(await revoke(admin.tokenId), 403, 'ForbiddenError');
    for (const token of [target, admin]) expect((await check(token)).status).to.equal(200);
  });
});
