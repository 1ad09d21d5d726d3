import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newOperator, withUniversalAuth } from '../../support/fixtures/identities.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getTokenAuthToken', (world) => {
  it('returns the fields of a token, and never the token itself', async () => {
    const organization = await world().newOrganization();
    const target = await world().newIdentity(organization, 'admin');
    const as = await newOperator(world(), organization, 'get-token');
    const { status, body } = await world().call('getTokenAuthToken', { as, params: { tokenId: target.tokenId } });
    expect(status).to.equal(200);
    expect(body.token).to.include({
      id: target.tokenId,
      identityId: target.id,
      name: null,
      authMethod: 'token-auth',
      isAccessTokenRevoked: false,
    });
    expect(JSON.stringify(body)).not.to.contain(target.token);
  });

  it('does not find tokens of another organization or another auth method', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const login = await withUniversalAuth(
      world(),
      organization,
      (await world().newIdentity(organization, 'no-access')).id,
    );
    const foreign = await world().newIdentity(await world().newOrganization(), 'no-access');
    for (const tokenId of [login.tokenId, foreign.tokenId, as.sessionId, 'no-such-thing']) {
      expectError(await world().call('getTokenAuthToken', { as, params: { tokenId } }), 404, 'NotFound');
    }
  });

  it('refuses callers who may not read tokens', async () => {
    const as = await newOperator(world(), await world().newOrganization(), 'read', 'create-token', 'delete-token');
    expectError(
      await world().call('getTokenAuthToken', { as, params: { tokenId: as.tokenId } }),
      403,
      'PermissionDenied',
      /read tokens of machine identities/,
    );
  });
});
