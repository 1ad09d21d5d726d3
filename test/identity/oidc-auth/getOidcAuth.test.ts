import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newOidcMachine } from '../../support/fixtures/oidc-auth.ts';
import { defaultTokenFields } from '../../support/fixtures/login-methods.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const provider = { issuer: 'https://idp.example.com' };

onEachDatabase('getOidcAuth', (world) => {
  it('returns the same as attaching', async () => {
    const {
      admin: as,
      params,
      identity,
      authId,
    } = await newOidcMachine(world(), provider, {
      boundClaims: { ref: 'main' },
      claimMetadataMapping: { team: 'team' },
      accessTokenTTL: 60,
    });
    const { status, body } = await world().call('getOidcAuth', { as, params });
    expect(status).to.equal(200);
    expect(body.identityOidcAuth).to.deep.equal({
      id: authId,
      identityId: identity.id,
      oidcDiscoveryUrl: 'https://idp.example.com',
      boundIssuer: 'https://idp.example.com',
      boundAudiences: 'https://sallyport.example.com',
      boundSubject: 'repo:acme/*',
      boundClaims: { ref: 'main' },
      claimMetadataMapping: { team: 'team' },
      ...defaultTokenFields,
      accessTokenTTL: 60,
      caCert: '',
    });
  });

  it('is allowed for members, who may read identities, but not without access or from another organization', async () => {
    const { organization, params } = await newOidcMachine(world(), provider);
    expect(
      (await world().call('getOidcAuth', { as: await world().newUser(organization, 'member'), params })).status,
    ).to.equal(200);
    expectError(
      await world().call('getOidcAuth', { as: await world().newUser(organization, 'no-access'), params }),
      403,
      'PermissionDenied',
    );
    const { admin } = await newOidcMachine(world(), provider);
    expectError(await world().call('getOidcAuth', { as: admin, params }), 404, 'NotFound');
  });

  it('returns 404 if OIDC auth is not attached', async () => {
    const { admin: as, organization } = await newOidcMachine(world(), provider);
    const { id } = await world().newIdentity(organization, 'member');
    expectError(await world().call('getOidcAuth', { as, params: { identityId: id } }), 404, 'NotFound', /no OIDC auth/);
  });
});
