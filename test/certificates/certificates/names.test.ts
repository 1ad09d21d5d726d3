import { expect } from 'chai';
import { certificateSetting, successful } from '../../support/fixtures/certificates.ts';
import { expectIssues } from '../../support/expect/expect.ts';
import { asFile, certificateText, openssl } from '../../support/clients/openssl.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('the names of a certificate', (world) => {
  it('may be of four types, each stored once and normalized', async () => {
    const { issued, issue, admin } = await certificateSetting(world());
    const altNames =
      ' Web.Example.com,*.Apps.example.com ,10.0.0.1,2001:0DB8::0:1, Ada@Example.com,https://%45xample.com%2e:443/A?b=c#d.,spiffe://Cluster./ns/x,file:///a,web.example.com,localhost';
    const { certificate, certificateId } = await issued({ altNames });
    const kept =
      'web.example.com,*.apps.example.com,10.0.0.1,2001:db8::1,Ada@example.com,https://example.com:443/A?b=c#d.,spiffe://cluster/ns/x,file:///a,localhost';
    expect(
      (await world().call('getCertificate', { as: admin, params: { id: certificateId } })).body.certificate.altNames,
    ).to.equal(kept);
    expect(certificateText(certificate)).to.include(
      'DNS:web.example.com, DNS:*.apps.example.com, IP Address:10.0.0.1, IP Address:2001:DB8:0:0:0:0:0:1, email:Ada@example.com, URI:https://example.com:443/A?b=c#d., URI:spiffe://cluster/ns/x, URI:file:///a, DNS:localhost',
    );
    for (const none of [undefined, '', '  '])
      expect(
        certificateText((successful(await issue({ altNames: none })).body as { certificate: string }).certificate),
      ).not.to.include('Alternative Name');
  });

  it('may be up to 100, of up to 253 characters each', async () => {
    const { issued, issue } = await certificateSetting(world());
    const host = (length: number): string => `${'a'.repeat(61)}.`.repeat(4) + 'b'.repeat(length - 4 * 62);
    expect(certificateText((await issued({ altNames: host(253) })).certificate)).to.include(`DNS:${host(253)}`);
    expectIssues(await issue({ altNames: host(254) }), 'body altNames format');
    const hosts = (count: number): string =>
      Array.from({ length: count }, (_, index) => `h${index}.example.com`).join();
    expect(certificateText((await issued({ altNames: hosts(100) })).certificate)).to.include('DNS:h99.example.com');
    expect((await issue({ altNames: `${hosts(100)},H0.example.com` })).status, 'a repeated name').to.equal(200);
    expectIssues(await issue({ altNames: hosts(101) }), 'body altNames too_big');
    expectIssues(await issue({ altNames: `${hosts(99)},${' '.repeat(25_500)}` }), 'body altNames too_big');
    expectIssues(await issue({ altNames: ['web.example.com'] }), 'body altNames type');
  });

  it('are refused if they are invalid', async () => {
    const { issue, stored } = await certificateSetting(world());
    const wrong = [
      'a..example',
      '.example',
      'example.',
      '-a.example',
      'a-.example',
      `${'a'.repeat(64)}.example`,
      'a b.example',
      'a_b.example',
      'ü.example',
      '*',
      '*.',
      'a.*.example',
      '**.example',
      '*.10.0.0.1',
      '10.0.0.256',
      '10.0.0',
      '1.2.3.4.5',
      '010.0.0.1',
      '10.0.0.1/24',
      '::g',
      '1::2::3',
      'fe80::1%eth0',
      '[::1]',
      '@example.com',
      'ada@',
      'a b@example.com',
      'ada@10.0.0.1',
      'ada@@example.com',
      `${'a'.repeat(65)}@example.com`,
      'https://',
      '://example.com',
      'https://a b',
      'https://ü.example',
      '1http://example.com',
      'http:example.com',
      'https://example.com:99999',
      'https://./example.com',
      'https://.:443/example.com',
    ];
    for (const name of wrong) expectIssues(await issue({ altNames: name }), 'body altNames format');
    for (const list of [
      'a.example,',
      ',a.example',
      'a.example,,b.example',
      'a.example, ,b.example',
      'a.example;b.example',
      'a.example b.example',
    ])
      expectIssues(await issue({ altNames: list }), 'body altNames format');
    expectIssues(
      await issue({ altNames: 'a..example,b..example,c.example' }),
      'body altNames format',
      'body altNames format',
    );
    expect(await stored()).to.deep.equal([]);
  });

  it('include a common name, which is short and is stored as written', async () => {
    const { issued, issue } = await certificateSetting(world());
    for (const commonName of ['x', 'ü'.repeat(64), '😀'.repeat(64), 'a "b" \\ c, O=d + e', '#x']) {
      const { certificate } = await issued({ commonName });
      expect(
        openssl('x509', '-noout', '-subject', '-nameopt', 'sep_multiline,utf8', '-in', asFile(certificate))
          .trim()
          .split('\n')
          .map((line) => line.trim()),
      ).to.deep.equal(['subject=', `CN=${commonName}`]);
    }
    expectIssues(await issue({ commonName: 'x'.repeat(65) }), 'body commonName too_big');
    expectIssues(await issue({ commonName: '' }), 'body commonName too_small', 'body commonName pattern');
    for (const commonName of [' x', 'x ', ' ', 'a\nb', 'bank.example\u0000.evil.example', 'a\u007fb'])
      expectIssues(await issue({ commonName }), 'body commonName pattern');
    expectIssues(await issue({ commonName: undefined }), 'body commonName required');
    expectIssues(await issue({ commonName: 1 }), 'body commonName type');
  });

  it('include a friendly name, by default the common name', async () => {
    const { issued, issue, stored } = await certificateSetting(world());
    const nameOf = async (changes: object) => {
      const { certificateId } = await issued(changes);
      return (await stored()).find(({ id }) => id === certificateId)!.friendlyName;
    };
    expect(await nameOf({})).to.equal('web.example.com');
    expect(await nameOf({ friendlyName: '' })).to.equal('web.example.com');
    expect(await nameOf({ friendlyName: 'x'.repeat(255) })).to.equal('x'.repeat(255));
    expectIssues(await issue({ friendlyName: 'x'.repeat(256) }), 'body friendlyName too_big');
    expectIssues(await issue({ friendlyName: 1 }), 'body friendlyName type');
  });
});
