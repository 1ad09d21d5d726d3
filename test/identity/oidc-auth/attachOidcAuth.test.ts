import { expect } from 'chai';
import { newCertificate } from '../../support/fixtures/tls-certificates.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const everywhere = [
  { ipAddress: '0.0.0.0', type: 'ipv4', prefix: 0 },
  { ipAddress: '::', type: 'ipv6', prefix: 0 },
];
const needed = {
  oidcDiscoveryUrl: 'https://idp.example.com',
  boundIssuer: 'https://idp.example.com',
  boundClaims: { ref: 'main' },
};

onEachDatabase('attachOidcAuth', (world) => {
  const setting = async (role = 'admin') => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, role);
    const identity = await world().newIdentity(organization, 'member');
    const attach = (body: object = {}, identityId = identity.id) =>
      world().call('attachOidcAuth', { as, params: { identityId }, body: { ...needed, ...body } });
    return { organization, as, identity, attach };
  };

  it('answers with the whole record, and its defaults', async () => {
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
    expect(shown.body.identity.identity.authMethods).to.deep.equal(['token-auth', 'oidc-auth']);
  });

  it('keeps what is sent, writes lists in one way, and ignores what it does not know', async () => {
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

  it('wants the provider, the issuer and the claims', async () => {
    const { attach } = await setting();
    const none = { oidcDiscoveryUrl: undefined, boundIssuer: undefined, boundClaims: undefined };
    expectIssues(
      await attach(none),
      'body oidcDiscoveryUrl required',
      'body boundIssuer required',
      'body boundClaims required',
    );
    expectIssues(
      await attach({ oidcDiscoveryUrl: '', boundIssuer: '' }),
      'body oidcDiscoveryUrl too_small',
      'body boundIssuer too_small',
    );
    expectIssues(
      await attach({ boundClaims: { a: 1, b: '' } }),
      'body boundClaims.a type',
      'body boundClaims.b too_small',
    );
  });

  for (const [field, lowest, highest] of [
    ['accessTokenTTL', 0, 315360000],
    ['accessTokenMaxTTL', 0, 315360000],
    ['accessTokenNumUsesLimit', 0, Number.MAX_SAFE_INTEGER],
  ] as const) {
    it(`bounds ${field}: one below, on, and one above`, async () => {
      const { attach } = await setting();
      const others = field === 'accessTokenMaxTTL' ? { accessTokenTTL: 0 } : { accessTokenMaxTTL: 0 };
      expectIssues(await attach({ ...others, [field]: lowest - 1 }), `body ${field} too_small`);
      if (highest < Number.MAX_SAFE_INTEGER)
        expectIssues(await attach({ ...others, [field]: highest + 1 }), `body ${field} too_big`);
      for (const value of [lowest, highest]) {
        const fresh = await setting();
        const { status, body } = await fresh.attach({ ...others, [field]: value });
        expect(status).to.equal(200);
        expect(body.identityOidcAuth[field]).to.equal(value);
      }
    });
  }

  it('bounds texts and their number', async () => {
    const { attach } = await setting();
    const claims = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`claim${index}`, 'x']));
    const url = (length: number) => needed.oidcDiscoveryUrl.padEnd(length, '/a');
    expectIssues(
      await attach({ oidcDiscoveryUrl: url(2049), boundIssuer: 'x'.repeat(2049) }),
      'body oidcDiscoveryUrl too_big',
      'body boundIssuer too_big',
    );
    expectIssues(
      await attach({ boundAudiences: 'x'.repeat(2049), boundSubject: 'x'.repeat(513) }),
      'body boundAudiences too_big',
      'body boundSubject too_big',
    );
    expectIssues(
      await attach({ boundClaims: claims(51), claimMetadataMapping: claims(51) }),
      'body boundClaims too_big',
      'body claimMetadataMapping too_big',
    );
    expectIssues(
      await attach({ boundClaims: { a: 'x'.repeat(2049) }, claimMetadataMapping: { a: 'x'.repeat(257), b: '' } }),
      'body boundClaims.a too_big',
      'body claimMetadataMapping.a too_big',
      'body claimMetadataMapping.b too_small',
    );
    const long = 'x'.repeat(257);
    expectIssues(
      await attach({ boundClaims: { [long]: 'x' }, claimMetadataMapping: { [long]: 'x' } }),
      `body boundClaims.${long} invalid`,
      `body claimMetadataMapping.${long} invalid`,
    );
    const most = {
      oidcDiscoveryUrl: url(2048),
      boundIssuer: 'x'.repeat(2048),
      boundSubject: 'x'.repeat(512),
      boundAudiences: Array(4).fill('x'.repeat(510)).join(', '),
    };
    expect(
      (
        await attach({
          ...most,
          boundClaims: { ...claims(49), [long.slice(1)]: 'x' },
          claimMetadataMapping: claims(50),
        })
      ).status,
    ).to.equal(200);
  });

  it('bounds patterns, and takes no blanks for something', async () => {
    const { attach } = await setting();
    const [tooLong, tooWild] = ['x'.repeat(513), '*x'.repeat(21)];
    expectIssues(
      await attach({ boundAudiences: `a, ${tooLong}`, boundSubject: tooWild, boundClaims: { a: tooWild } }),
      'body boundAudiences invalid',
      'body boundSubject invalid',
      'body boundClaims.a invalid',
    );
    const blank = { boundAudiences: ' , ', boundSubject: ' ', boundClaims: { a: ',', ref: 'main' } };
    expectIssues(
      await attach(blank),
      'body boundAudiences invalid',
      'body boundSubject invalid',
      'body boundClaims.a invalid',
    );
    for (const name of ['with space', 'a{b', 'a"b', ''])
      expectIssues(
        await attach({ claimMetadataMapping: { [name]: 'x' } }),
        `body claimMetadataMapping.${name} invalid`,
      );
    expect((await attach({ boundSubject: '*x'.repeat(20) })).status).to.equal(200);
  });

  it('takes certificates in PEM, and nothing else', async () => {
    const { attach } = await setting();
    const { cert, key } = newCertificate();
    for (const caCert of [
      'nonsense',
      key,
      `${cert}${key}`,
      cert.replace(/[A-Za-z]{20}/, 'A'),
      `${cert}-----BEGIN CERTIFICATE-----`,
      'x'.repeat(10),
    ]) {
      expectIssues(await attach({ caCert }), 'body caCert format');
    }
    expectIssues(await attach({ caCert: 'x'.repeat(32769) }), 'body caCert too_big');
    expect((await attach({ caCert: `${cert}\n${cert}` })).status).to.equal(200);
  });

  it('takes the URL of a provider, without anything that does not belong to it', async () => {
    const { attach } = await setting();
    for (const oidcDiscoveryUrl of [
      'idp.example.com',
      'ftp://idp.example.com',
      'https://',
      'https://idp.example.com/?a',
      'https://idp.example.com/#a',
      'javascript:1',
    ]) {
      expectIssues(await attach({ oidcDiscoveryUrl }), 'body oidcDiscoveryUrl format');
    }
  });

  const inside = [
    'https://user@idp.example.com',
    'https://:password@idp.example.com',
    'https://user:password@127.0.0.1',
    'http://idp.example.com',
    'http://localhost:8080',
    'https://localhost',
    'https://LOCALHOST.',
    'https://idp.localhost',
  ];
  const addresses = [
    '127.0.0.2',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '2130706434',
    '0x7f.2',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:8.8.8.8]',
    '[64:ff9b::a00:1]',
    '[fc00::1]',
    '[fd00::1]',
    '[fe80::1]',
    '[ff02::1]',
    '[2002:a00:1::]',
    '[2001::1]',
    '[2001:db8::1]',
  ];
  it('takes no provider with credentials, over http, or inside the network', async () => {
    const { attach, as, identity } = await setting();
    for (const oidcDiscoveryUrl of [...inside, ...addresses.map((address) => `https://${address}/path`)]) {
      expectError(await attach({ oidcDiscoveryUrl }), 400, 'BadRequest', /^oidcDiscoveryUrl must/);
    }
    expectError(await world().call('getOidcAuth', { as, params: { identityId: identity.id } }), 400, 'BadRequest');
    for (const oidcDiscoveryUrl of [
      'https://8.8.8.8',
      'https://[2606:4700::1111]',
      'http://127.0.0.1:1',
      'https://127.0.0.1',
    ]) {
      expect((await (await setting()).attach({ oidcDiscoveryUrl })).status, oidcDiscoveryUrl).to.equal(200);
    }
  });

  it('wants at least one address in a list, every one to be one, and the TTL within the maximum', async () => {
    const { attach } = await setting();
    expectIssues(await attach({ accessTokenTrustedIps: [] }), 'body accessTokenTrustedIps too_small');
    expectIssues(
      await attach({ accessTokenTrustedIps: [{ ipAddress: 'localhost' }] }),
      'body accessTokenTrustedIps.0.ipAddress invalid',
    );
    expectIssues(await attach({ accessTokenTTL: 11, accessTokenMaxTTL: 10 }), 'body accessTokenTTL too_big');
    expect((await attach({ accessTokenTTL: 11, accessTokenMaxTTL: 0 })).status).to.equal(200);
  });

  it('attaches once', async () => {
    const { attach } = await setting();
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => attach()))).map(({ status }) => status);
    expect(statuses.sort()).to.deep.equal([200, 400, 400, 400, 400]);
    expectError(await attach(), 400, 'BadRequest', /already/);
  });

  it('knows no other identity, whatever the id looks like', async () => {
    const { attach } = await setting();
    const foreign = await setting();
    for (const id of [foreign.identity.id, 'not-an-id', '00000000-0000-4000-8000-000000000000'])
      expectError(await attach({}, id), 404, 'NotFound');
    expect((await foreign.attach()).status, 'nothing was changed').to.equal(200);
  });

  it('is not for members, who may not edit auth, and tells them nothing of what the server is set up for', async () => {
    const { attach } = await setting('member');
    expectError(await attach(), 403, 'PermissionDenied', /edit the authentication of machine identities/);
    expectError(await attach({ oidcDiscoveryUrl: 'http://localhost' }), 403, 'PermissionDenied');
  });

  it('needs everything that the identity may do, and an instance administrator for another', async () => {
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
