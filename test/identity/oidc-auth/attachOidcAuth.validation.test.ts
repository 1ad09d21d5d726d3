import { expect } from 'chai';
import { newCertificate } from '../../support/fixtures/tls-certificates.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { attachSetting, needed } from './attachOidcAuth.fixtures.ts';

onEitherDatabase('attachOidcAuth', (world) => {
  const setting = attachSetting(world);

  it('requires the provider, the issuer and the claims', async () => {
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
    it(`limits ${field}: one below, at, and one above`, async () => {
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

  it('limits texts and their number', async () => {
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

  it('limits patterns, and treats blank texts as missing', async () => {
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

  it('accepts only certificates in PEM format', async () => {
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

  it('accepts the URL of a provider, without other URL parts', async () => {
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

  it('refuses a provider with credentials, over HTTP, or inside the network', async () => {
    const { attach, as, identity } = await setting();
    for (const oidcDiscoveryUrl of [...inside, ...addresses.map((address) => `https://${address}/path`)]) {
      expectError(await attach({ oidcDiscoveryUrl }), 400, 'BadRequest', /^oidcDiscoveryUrl must/);
    }
    expectError(await world().call('getOidcAuth', { as, params: { identityId: identity.id } }), 404, 'NotFound');
    for (const oidcDiscoveryUrl of [
      'https://8.8.8.8',
      'https://[2606:4700::1111]',
      'http://127.0.0.1:1',
      'https://127.0.0.1',
    ]) {
      expect((await (await setting()).attach({ oidcDiscoveryUrl })).status, oidcDiscoveryUrl).to.equal(200);
    }
  });

  it('requires at least one address per list, valid addresses, and a TTL within the maximum', async () => {
    const { attach } = await setting();
    expectIssues(await attach({ accessTokenTrustedIps: [] }), 'body accessTokenTrustedIps too_small');
    expectIssues(
      await attach({ accessTokenTrustedIps: [{ ipAddress: 'localhost' }] }),
      'body accessTokenTrustedIps.0.ipAddress invalid',
    );
    expectIssues(await attach({ accessTokenTTL: 11, accessTokenMaxTTL: 10 }), 'body accessTokenTTL too_big');
    expect((await attach({ accessTokenTTL: 11, accessTokenMaxTTL: 0 })).status).to.equal(200);
  });
});
