import { expect } from 'chai';
import { newCertificate } from '../../support/fixtures/tls-certificates.ts';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { attachSetting, needed } from './attachOidcAuth.fixtures.ts';

const everywhere = [
  { ipAddress: '0.0.0.0', type: 'ipv4', prefix: 0 },
  { ipAddress: '::', type: 'ipv6', prefix: 0 },
];

onEachDatabase('attachOidcAuth', (world) => {
  const setting = attachSetting(world);

  it('returns all fields with their defaults', async () => {
    const { identity, as, attach } = await setting();
    const { status, body } = await attach();
    expect(status).to.equal(200);
    const { id, ...rest } = body.identityOidcAuth;
    expect(id).to.match(/^[0-9a-f-]{36}$/);
    expect(rest).to.deep.equal({
      ...needed,
      identityId: identity.id,
      boundAudiences: '',
      boundSubject: '',
      claimMetadataMapping: null,
      accessTokenTTL: 2592000,
      accessTokenMaxTTL: 2592000,
      accessTokenNumUsesLimit: 0,
      accessTokenTrustedIps: everywhere,
      createdAt: '2030-01-01T00:00:00.000Z',
      updatedAt: '2030-01-01T00:00:00.000Z',
      caCert: '',
    });
    const shown = await world().call('getIdentity', { as, params: { identityId: identity.id } });
    expect(shown.body.identity.identity.authMethods).to.deep.equal(['oidc-auth', 'token-auth']);
  });

  it('stores all fields, normalizes lists, and ignores unknown keys', async () => {
    const { attach } = await setting();
    const { cert } = newCertificate();
    const sent = {
      oidcDiscoveryUrl: 'https://idp.example.com:8443/realms/a/',
      boundIssuer: 'urn:issuer',
      boundSubject: 'repo:acme/*',
      caCert: cert,
      accessTokenTTL: 60,
      accessTokenMaxTTL: 120,
      accessTokenNumUsesLimit: 5,
    };
    const { status, body } = await attach({
      ...sent,
      boundAudiences: 'a,b ,  c{d,e}',
      boundClaims: { ref: 'refs/{heads,tags}/*,other', 'nested.claim': 'x' },
      claimMetadataMapping: { team: 'org.team' },
      accessTokenTrustedIps: [{ ipAddress: '10.0.0.0/8' }],
      accessTokenPeriod: 5,
    });
    expect(status).to.equal(200);
    expect(body.identityOidcAuth).to.deep.include({
      ...sent,
      boundAudiences: 'a, b, c{d,e}',
      boundClaims: { ref: 'refs/{heads,tags}/*, other', 'nested.claim': 'x' },
      claimMetadataMapping: { team: 'org.team' },
      accessTokenTrustedIps: [{ ipAddress: '10.0.0.0', type: 'ipv4', prefix: 8 }],
    });
    expect(body.identityOidcAuth).not.to.have.property('accessTokenPeriod');
  });

  it('succeeds only once', async () => {
    const { attach } = await setting();
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => attach()))).map(({ status }) => status);
    expect(statuses.sort()).to.deep.equal([200, 400, 400, 400, 400]);
    expectError(await attach(), 400, 'BadRequest', /already/);
  });

  it('does not find other identities, or invalid ids', async () => {
    const { attach } = await setting();
    const foreign = await setting();
    for (const id of [foreign.identity.id, 'not-an-id', '00000000-0000-4000-8000-000000000000'])
      expectError(await attach({}, id), 404, 'NotFound');
    expect((await foreign.attach()).status, 'nothing was changed').to.equal(200);
  });

  it('is not allowed for members, who may not edit auth methods, and does not reveal the settings of the server', async () => {
    const { attach } = await setting('member');
    expectError(await attach(), 403, 'PermissionDenied', /edit the authentication of machine identities/);
    expectError(await attach({ oidcDiscoveryUrl: 'http://localhost' }), 403, 'PermissionDenied');
  });

  it('requires all permissions of the identity, and an instance administrator for another one', async () => {
    const organization = await world().newOrganization();
    const role = await world().newRole(organization, [{ subject: 'identity', action: ['edit-auth', 'revoke-auth'] }]);
    const as = await world().newUser(organization, role);
    const admin = await world().newUser(organization, 'admin');
    const strong = await world().newIdentity(organization, 'admin');
    const params = { identityId: strong.id };
    expectError(await world().call('attachOidcAuth', { as, params, body: needed }), 403, 'PermissionBoundaryError');
    expect((await world().call('attachOidcAuth', { as: admin, params, body: needed })).status).to.equal(200);
    expectError(await world().call('updateOidcAuth', { as, params, body: {} }), 403, 'PermissionBoundaryError');
    await world().makeInstanceAdmin(strong);
    for (const id of ['attachOidcAuth', 'updateOidcAuth', 'revokeOidcAuth'] as const)
      expectError(await world().call(id, { as: admin, params, body: needed }), 403, 'ForbiddenError');
  });
});
