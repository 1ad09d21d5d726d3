import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newOperator, withUniversalAuth } from '../../support/fixtures/identities.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getTokenAuthTokenOfIdentity', (world) => {
  it('returns the same as getTokenAuthToken', async () => {
    const organization = await world().newOrganization();
    const target = await world().newIdentity(organization, 'admin');
    const as = await newOperator(world(), organization, 'get-token');
    const { status, body } = await world().call('getTokenAuthTokenOfIdentity', {
      as,
      params: { identityId: target.id, tokenId: target.tokenId },
    });
    expect(status).to.equal(200);
    expect(body.token).to.include({ id: target.tokenId, identityId: target.id, authMethod: 'token-auth' });
    expect(body).to.deep.equal(
      (await world().call('getTokenAuthToken', { as, params: { tokenId: target.tokenId } })).body,
    );
    expect(JSON.stringify(body)).not.to.contain(target.token);
  });

  it('returns 404 unless the token belongs to the identity', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const [target, other] = [
      await world().newIdentity(organization, 'no-access'),
      await world().newIdentity(organization, 'no-access'),
    ];
    const foreign = await world().newIdentity(await world().newOrganization(), 'no-access');
    const login = await withUniversalAuth(world(), organization, target.id);
    const pairs = [
      [target.id, other.tokenId],
      [other.id, target.tokenId],
      [foreign.id, target.tokenId],
      [foreign.id, foreign.tokenId],
      [target.id, login.tokenId],
      [target.id, 'no-such-token'],
      ['no-such-identity', target.tokenId],
    ] as const;
    for (const [identityId, tokenId] of pairs) {
      expectError(
        await world().call('getTokenAuthTokenOfIdentity', { as, params: { identityId, tokenId } }),
        404,
        'NotFound',
      );
    }
  });

  it('refuses callers who may not read tokens', async () => {
    const as = await newOperator(world(), await world().newOrganization(), 'read', 'create-token', 'delete-token');
    const params = { identityId: as.id, tokenId: as.tokenId };
    expectError(
      await world().call('getTokenAuthTokenOfIdentity', { as, params }),
      403,
      'PermissionDenied',
      /read tokens of machine identities/,
    );
  });
});
