import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { logIn, newLoggedIn, newMachine } from '../../support/fixtures/universal-auth.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('revokeUniversalAuth', (world) => {
  it('immediately revokes the secrets and all tokens that they issued, and no others', async () => {
    const { admin: as, params, clientId, secret, token, identity } = await newLoggedIn(world());
    const { status, body } = await world().call('revokeUniversalAuth', { as, params });
    expect(status).to.equal(200);
    expect(body.identityUniversalAuth.clientId).to.equal(clientId);

    expectError(await world().call('listOrganizations', { as: { token } }), 401, 'TokenError');
    expectError(await logIn(world(), clientId, secret), 401, 'UnauthorizedError', /Invalid credentials/);
    expectError(await world().call('getUniversalAuth', { as, params }), 404, 'NotFound');
    expectError(await world().call('revokeUniversalAuth', { as, params }), 404, 'NotFound');
    expect((await world().call('listOrganizations', { as: identity })).status, 'a token of another method').to.equal(
      200,
    );
    expect(
      (await world().call('attachUniversalAuth', { as, params })).body.identityUniversalAuth.clientId,
    ).not.to.equal(clientId);
  });

  it('is not allowed for members, and does not find other identities', async () => {
    const { organization, params } = await newMachine(world());
    const as = await world().newUser(organization, 'member');
    expectError(await world().call('revokeUniversalAuth', { as, params }), 403, 'PermissionDenied');
    const foreign = await newMachine(world());
    expectError(await world().call('revokeUniversalAuth', { as: foreign.admin, params }), 404, 'NotFound');
  });
});
