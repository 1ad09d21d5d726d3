import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newOperator, withUniversalAuth } from '../../support/fixtures/identities.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listTokenAuthTokens', (world) => {
  const setting = async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const { body } = await world().call('createIdentity', { as: admin, body: { name: 'target' } });
    const params = { identityId: body.identity.id as string };
    await world().call('attachTokenAuth', { as: admin, params });
    const create = (name: string) => world().call('createTokenAuthToken', { as: admin, params, body: { name } });
    const as = await newOperator(world(), organization, 'get-token');
    const list = (query: Record<string, string> = {}) => world().call('listTokenAuthTokens', { as, params, query });
    return { organization, admin, as, params, create, list };
  };

  it('lists the tokens of token auth, the newest first, including revoked ones', async () => {
    const { organization, admin, params, create, list } = await setting();
    expect((await list()).body).to.deep.equal({ tokens: [] });
    const first = (await create('first')).body.tokenData;
    const second = await world().clock.later(1, async () => (await create('second')).body.tokenData);
    await world().call('revokeTokenAuthToken', { as: admin, params: { tokenId: first.id } });
    await withUniversalAuth(world(), organization, params.identityId);
    const { status, body } = await list();
    expect(status).to.equal(200);
    expect(body.tokens).to.deep.equal([second, { ...first, isAccessTokenRevoked: true }]);
  });

  it('supports pagination', async () => {
    const { create, list } = await setting();
    for (const name of ['a', 'b', 'c']) await create(name);
    const ids = async (query?: Record<string, string>) => (await list(query)).body.tokens.map(({ id }: any) => id);
    const all = await ids();
    expect(await ids({ offset: '1', limit: '1' })).to.deep.equal([all[1]]);
    expect(await ids({ offset: '2' })).to.deep.equal([all[2]]);
    expectIssues(await list({ offset: '-1', limit: '0' }), 'query offset too_small', 'query limit too_small');
    expectIssues(await list({ limit: '1001' }), 'query limit too_big');
  });

  it('returns 404 without token auth, or for unknown identities', async () => {
    const { admin, as } = await setting();
    const bare = await world().call('createIdentity', { as: admin, body: { name: 'bare' } });
    const foreign = await world().newIdentity(await world().newOrganization(), 'no-access');
    for (const identityId of [bare.body.identity.id, foreign.id, 'no-such-thing']) {
      expectError(await world().call('listTokenAuthTokens', { as, params: { identityId } }), 404, 'NotFound');
    }
  });

  it('refuses callers who may not read tokens', async () => {
    const { organization, params } = await setting();
    for (const as of [
      await world().newUser(organization, 'member'),
      await newOperator(world(), organization, 'read', 'create-token'),
    ]) {
      expectError(
        await world().call('listTokenAuthTokens', { as, params }),
        403,
        'PermissionDenied',
        /read tokens of machine identities/,
      );
    }
  });
});
