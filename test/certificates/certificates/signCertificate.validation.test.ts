import { expect } from 'chai';
import { newRequest } from '../../support/fixtures/certificates.ts';
import { expectIssues } from '../../support/expect/expect.ts';
import { certificateText } from '../../support/clients/openssl.ts';
import { longestName, unsupportedNames, requestForName } from '../../support/fixtures/signing-requests.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { signSetting } from './signCertificate.fixtures.ts';

onEitherDatabase('signCertificate', (world) => {
  const setting = signSetting(world);

  it('requires a name', async () => {
    const { sign, signed, read } = await setting();
    const nameless = newRequest('/').csr;
    expectIssues(await sign({ csr: nameless }), 'body commonName required');
    expectIssues(await sign({ csr: newRequest('/O=Acme').csr }), 'body commonName required');
    expect(await read((await signed({ csr: nameless, commonName: 'x' })).certificateId)).to.include({
      commonName: 'x',
      friendlyName: 'x',
    });
    const { certificate, certificateId } = await signed({ csr: nameless, altNames: 'x.example' });
    expect(await read(certificateId)).to.include({ commonName: '', friendlyName: '', altNames: 'x.example' });
    expect(certificateText(certificate)).to.match(/Alternative Name: critical\s+DNS:x\.example/);
  });

  it('refuses requests that are malformed, altered, or have an unsupported key', async () => {
    const { sign, stored } = await setting();
    const { csr } = newRequest('/CN=x');
    const der = Buffer.from(csr.replace(/-----.*-----/g, ''), 'base64');
    const pem = (bytes: Buffer, name = 'CERTIFICATE REQUEST'): string =>
      `-----BEGIN ${name}-----\n${bytes.toString('base64')}\n-----END ${name}-----\n`;
    const altered = Buffer.from(der);
    altered[altered.length - 1]! ^= 1;
    const foreign = [
      newRequest('/CN=x', { key: ['rsa:1024'] }),
      newRequest('/CN=x', { key: ['ed25519'] }),
      newRequest('/CN=x', { key: ['ec', '-pkeyopt', 'ec_paramgen_curve:secp256k1'] }),
    ].map((one) => one.csr);
    for (const bad of [
      'x',
      csr.slice(0, 100),
      der.toString('base64').slice(4),
      pem(altered),
      pem(der.subarray(0, -5)),
      pem(Buffer.alloc(0)),
      ...foreign,
    ]) {
      expectIssues(await sign({ csr: bad }), 'body csr invalid');
    }
    expectIssues(await sign({ csr: '' }), 'body csr too_small');
    expectIssues(await sign({ csr: undefined }), 'body csr required');
    expectIssues(await sign({ csr: 1 }), 'body csr type');
    expectIssues(await sign({ csr: 'x'.repeat(16_385) }), 'body csr too_big');
    expectIssues(await sign({ csr: 'x'.repeat(16_384) }), 'body csr invalid');
    expect(await stored()).to.deep.equal([]);
  });

  it('refuses requests for unsupported fields, unless the body overrides them', async () => {
    const { sign, stored, signed, read } = await setting();
    const asking = (subject: string, ...extensions: string[]) => newRequest(subject, { extensions }).csr;
    const cases: [string, object][] = [
      [asking('/CN=x', 'keyUsage=keyCertSign'), { keyUsages: [] }],
      [asking('/CN=x', 'keyUsage=digitalSignature,cRLSign'), { keyUsages: ['digitalSignature'] }],
      [asking('/CN=x', 'subjectAltName=DNS:10.0.0.1'), { altNames: '10.0.0.1' }],
      [asking('/CN=x', 'subjectAltName=DNS:a_b.example'), { altNames: 'b.example' }],
      [asking('/CN=x', 'subjectAltName=URI:https://a.example/x;y b'), { altNames: 'b.example' }],
      [asking('/CN=x', 'subjectAltName=otherName:1.2.3.4;UTF8:x'), { altNames: 'b.example' }],
      [asking('/CN=x', 'subjectAltName=DNS:x.example,RID:1.2.3.4'), { altNames: 'b.example' }],
    ];
    for (const [csr, instead] of cases) {
      expectIssues(await sign({ csr }), 'body csr invalid');
      expect((await sign({ csr, ...instead })).status).to.equal(200);
    }
    expect((await sign({ csr: asking('/CN=x', 'subjectAltName=RID:1.2.3.4') })).body.message[0].message).to.match(
      /^asks for an alternative name that is not a host name/,
    );
    const many = (count: number) =>
      asking('/CN=x', `subjectAltName=${Array.from({ length: count }, (_, index) => `DNS:h${index}.example`).join()}`);
    expectIssues(await sign({ csr: many(101) }), 'body csr invalid');
    expect((await read((await signed({ csr: many(100) })).certificateId)).altNames.split(',')).to.have.length(100);
    expect(await stored()).to.have.length(cases.length + 1);
    // The certificate is never that of an authority, whatever the request says.
    expect(
      certificateText((await signed({ csr: asking('/CN=x', 'basicConstraints=critical,CA:TRUE') })).certificate),
    ).to.include('CA:FALSE');
  });

  it('refuses requests with an invalid name', async () => {
    const { sign, stored } = await setting();
    for (const name of unsupportedNames)
      expectIssues(await sign({ csr: await requestForName(name) }), 'body csr invalid');
    expect(await stored()).to.deep.equal([]);
    expect((await sign({ csr: await requestForName([{ CN: ['a\nb'] }]), commonName: 'b' })).status).to.equal(200);
    expect((await sign({ csr: await requestForName(longestName) })).status).to.equal(200);
  });
});
