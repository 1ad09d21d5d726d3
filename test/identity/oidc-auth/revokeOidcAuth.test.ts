import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { logInAs, newOidcMachine } from '../../support/fixtures/oidc-auth.ts';
import { TestProvider } from '../../support/clients/oidc-provider.ts';
import { logIn, newSecret } from '../../support/fixtures/universal-auth.ts';
import { defaultTokenFields } from '../../support/fixtures/login-methods.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('revokeOidcAuth', (world) => {
  let provider: TestProvider;
  before(async () => {
    provider = await TestProvider.start();
  });
  after(() => provider.stop());

  it('returns the removed configuration, without the certificate', async () => {
    const {
      admin: as,
      params,
      identity,
      authId,
    } = await newOidcMachine(world(), provider, {
      boundSubject: 'x',
      boundClaims: { a: 'b' },
      claimMetadataMapping: { c: 'd' },
    });
    const { status, body } = await world().call('revokeOidcAuth', { as, params });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      identityOidcAuth: {
        id: authId,
        identityId: identity.id,
        oidcDiscoveryUrl: provider.issuer,
        boundIssuer: provider.issuer,
        boundAudiences: 'https://sallyport.example.com',
        boundSubject: 'x',
        boundClaims: { a: 'b' },
        claimMetadataMapping: { c: 'd' },
        ...defaultTokenFields,
      },
    });
    for (const id of ['getOidcAuth', 'updateOidcAuth', 'revokeOidcAuth'] as const)
      expectError(await world().call(id, { as, params, body: {} }), 404, 'NotFound', /no OIDC auth/);
  });

  it('immediately revokes all tokens of OIDC auth, and no others', async () => {
    const machine = await newOidcMachine(world(), provider);
    const { admin: as, params, identity } = machine;
    const { clientId, id } = (await world().call('attachUniversalAuth', { as, params })).body.identityUniversalAuth;
    const { secret } = await newSecret(world(), { ...machine, clientId, authId: id });
    const other = await newOidcMachine(world(), provider);
    const tokens = [
      (await logInAs(world(), provider, machine)).body.accessToken,
      (await logInAs(world(), provider, machine)).body.accessToken,
    ];
    const spared = [
      identity.token,
      (await logIn(world(), clientId, secret)).body.accessToken,
      (await logInAs(world(), provider, other)).body.accessToken,
    ];
    const statusOf = async (token: string) => (await world().call('listOrganizations', { as: { token } })).status;
    for (const token of [...tokens, ...spared]) expect(await statusOf(token)).to.equal(200);

    expect((await world().call('revokeOidcAuth', { as, params })).status).to.equal(200);
    for (const token of tokens) expect(await statusOf(token)).to.equal(401);
    for (const token of spared) expect(await statusOf(token)).to.equal(200);
    expectError(await logInAs(world(), provider, machine), 404, 'NotFound');
  });

  it('is not allowed for members, and does not find other identities', async () => {
    const { organization, params } = await newOidcMachine(world(), provider);
    const as = await world().newUser(organization, 'member');
    expectError(await world().call('revokeOidcAuth', { as, params }), 403, 'PermissionDenied');
    const foreign = await newOidcMachine(world(), provider);
    expectError(await world().call('revokeOidcAuth', { as: foreign.admin, params }), 404, 'NotFound');
  });
});
