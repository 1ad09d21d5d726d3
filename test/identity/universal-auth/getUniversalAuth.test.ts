import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newMachine } from '../../support/fixtures/universal-auth.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getUniversalAuth', (world) => {
  it('returns the configuration to callers who may read identities', async () => {
    const { organization, params, clientId, authId } = await newMachine(world(), { accessTokenTTL: 60 });
    const as = await world().newUser(organization, 'member');
    const { status, body } = await world().call('getUniversalAuth', { as, params });
    expect(status).to.equal(200);
    expect(body.identityUniversalAuth).to.include({ id: authId, clientId, accessTokenTTL: 60 });
  });

  it('returns 404 for an identity without universal auth, or of another organization', async () => {
    const { admin, organization } = await newMachine(world());
    const bare = await world().newIdentity(organization, 'member');
    const foreign = await newMachine(world());
    for (const identityId of [bare.id, foreign.identity.id])
      expectError(await world().call('getUniversalAuth', { as: admin, params: { identityId } }), 404, 'NotFound');
  });
});
