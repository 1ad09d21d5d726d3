import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newOperator } from '../../support/fixtures/identities.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getTokenAuth', (world) => {
  it('returns the settings to callers who may read identities', async () => {
    const organization = await world().newOrganization();
    const { id } = await world().newIdentity(organization, 'admin');
    const as = await newOperator(world(), organization, 'read');
    const { status, body } = await world().call('getTokenAuth', { as, params: { identityId: id } });
    expect(status).to.equal(200);
    expect(body.identityTokenAuth).to.include({ identityId: id, accessTokenTTL: 0, accessTokenNumUsesLimit: 0 });
  });

  it('returns 404 without token auth, or for unknown identities', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const { body } = await world().call('createIdentity', { as, body: { name: 'bare' } });
    const foreign = await world().newIdentity(await world().newOrganization(), 'no-access');
    for (const identityId of [body.identity.id, foreign.id, 'no-such-thing']) {
      expectError(await world().call('getTokenAuth', { as, params: { identityId } }), 404, 'NotFound');
    }
  });

  it('refuses callers who may not read', async () => {
    const as = await newOperator(world(), await world().newOrganization(), 'edit-auth', 'get-token');
    expectError(
      await world().call('getTokenAuth', { as, params: { identityId: as.id } }),
      403,
      'PermissionDenied',
      /read machine identities/,
    );
  });
});
