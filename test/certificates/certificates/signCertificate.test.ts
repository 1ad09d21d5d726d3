import { expect } from 'chai';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import {
  atTestTime,
  certificateSetting,
  mayUseAuthorities,
  newRequest,
  runOpenssl,
  successful,
  type Issued,
} from '../../support/fixtures/certificates.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { asFile, certificateText } from '../../support/clients/openssl.ts';
import { longestName, requestForName, unsupportedNames } from '../../support/fixtures/signing-requests.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const now = '2030-01-01T00:00:00.000Z';

onEachDatabase('signCertificate', (world) => {
  const setting = async () => {
    const given = await certificateSetting(world());
    const sign = (body: object, as: { token: string } = given.admin) =>
      world().call('signCertificate', { as, body: { caId: given.authority.row.id, ttl: '90d', ...body } });
    const signed = async (body: object): Promise<Issued> => successful(await sign(body)).body as Issued;
    const read = async (id: string) =>
      (await world().call('getCertificate', { as: given.admin, params: { id } })).body.certificate;
    return { ...given, sign, signed, read };
  };
  const names =
    'subjectAltName=DNS:Batch.example.com,IP:192.0.2.1,IP:2001:db8::1,email:ada@example.com,URI:https://example.com/x';
  const full = [
    '/C=DE/ST=Bayern/L=München/O=Acme, Inc./OU=Batch/CN=batch.example.com',
    { extensions: [names, 'keyUsage=digitalSignature,keyAgreement', 'extendedKeyUsage=clientAuth'] },
  ] as const;

  it('certifies the key of the request, and what it asks for', async () => {
    const { sign, read, project, authority } = await setting();
    const { csr, privateKey } = newRequest(...full);
    const { status, body } = await sign({ csr });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.have.all.keys(
      'certificate',
      'issuingCaCertificate',
      'certificateChain',
      'serialNumber',
      'certificateId',
    );
    const certificate = new X509Certificate(body.certificate as string);
    expect(certificate.checkPrivateKey(createPrivateKey(privateKey))).to.equal(true);
    expect(certificate.subject.split('\n')).to.have.members([
      'C=DE',
      'ST=Bayern',
      'L=München',
      'O=Acme\\, Inc.',
      'OU=Batch',
      'CN=batch.example.com',
    ]);
    expect(certificateText(body.certificate as string))
      .to.include('CA:FALSE')
      .and.include('Digital Signature, Key Agreement')
      .and.include('TLS Web Client Authentication\n');
    expect(
      runOpenssl(
        'verify',
        '-x509_strict',
        ...atTestTime,
        '-CAfile',
        asFile(authority.certificate.certificate),
        '-verify_hostname',
        'batch.example.com',
        asFile(body.certificate as string),
      ).output,
    ).to.match(/OK\s*$/);
    expect(await read(body.certificateId as string)).to.deep.equal({
      id: body.certificateId,
      projectId: project.id,
      caId: authority.row.id,
      caCertId: authority.certificate.id,
      status: 'active',
      serialNumber: body.serialNumber,
      friendlyName: 'batch.example.com',
      commonName: 'batch.example.com',
      altNames: 'batch.example.com,192.0.2.1,2001:db8::1,ada@example.com,https://example.com/x',
      keyAlgorithm: 'EC_prime256v1',
      keyUsages: ['digitalSignature', 'keyAgreement'],
      extendedKeyUsages: ['clientAuth'],
      notBefore: now,
      notAfter: '2030-04-01T00:00:00.000Z',
      revokedAt: null,
      revocationReason: null,
      hasPrivateKey: false,
      metadata: [],
      createdAt: now,
      updatedAt: now,
    });
  });

  it('but what the body says counts more', async () => {
    const { signed, read } = await setting();
    const { csr } = newRequest(...full);
    const { certificate, certificateId } = await signed({
      csr,
      commonName: 'other.example.com',
      altNames: 'other.example.com',
      keyUsages: ['dataEncipherment'],
      extendedKeyUsages: [],
      friendlyName: 'Other',
      metadata: [{ key: 'a', value: 'b' }],
      notBefore: '2029-06-01T00:00:00Z',
      ttl: undefined,
      notAfter: '2031-01-01T00:00:00Z',
    });
    const wanted = {
      commonName: 'other.example.com',
      altNames: 'other.example.com',
      keyUsages: ['dataEncipherment'],
      extendedKeyUsages: [],
      friendlyName: 'Other',
      metadata: [{ key: 'a', value: 'b' }],
      notBefore: '2029-06-01T00:00:00.000Z',
      notAfter: '2031-01-01T00:00:00.000Z',
    };
    expect(await read(certificateId)).to.deep.include(wanted);
    expect(new X509Certificate(certificate).subject.split('\n')).to.include.members([
      'O=Acme\\, Inc.',
      'CN=other.example.com',
    ]);
    expect(certificateText(certificate))
      .to.include('DNS:other.example.com\n')
      .and.not.include('192.0.2.1')
      .and.not.include('Extended Key Usage');
  });

  it('takes the usual usages where nobody says any', async () => {
    const { signed, read } = await setting();
    const kinds: [string[], string, string[]][] = [
      [['rsa:2048'], 'RSA_2048', ['digitalSignature', 'keyEncipherment']],
      [['rsa:3072'], 'RSA_3072', ['digitalSignature', 'keyEncipherment']],
      [['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'], 'EC_secp384r1', ['digitalSignature']],
      [['ec', '-pkeyopt', 'ec_paramgen_curve:P-521'], 'EC_secp521r1', ['digitalSignature']],
    ];
    for (const [key, keyAlgorithm, keyUsages] of kinds) {
      const { certificateId } = await signed({ csr: newRequest('/CN=x', { key }).csr, altNames: '' });
      expect(await read(certificateId)).to.deep.include({
        keyAlgorithm,
        keyUsages,
        extendedKeyUsages: [],
        altNames: '',
        commonName: 'x',
      });
    }
  }).timeout(60_000);

  it('somebody has to be named', async () => {
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

  it('refuses what cannot be read, was altered, or has another kind of key', async () => {
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
  }).timeout(60_000);

  it('refuses a request for what is not certified here, unless the body says otherwise', async () => {
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
    // An authority is made elsewhere: here it is none, whatever it asks for.
    expect(
      certificateText((await signed({ csr: asking('/CN=x', 'basicConstraints=critical,CA:TRUE') })).certificate),
    ).to.include('CA:FALSE');
  });

  it('refuses a request for a name that no certificate should have', async () => {
    const { sign, stored } = await setting();
    for (const name of unsupportedNames)
      expectIssues(await sign({ csr: await requestForName(name) }), 'body csr invalid');
    expect(await stored()).to.deep.equal([]);
    expect((await sign({ csr: await requestForName([{ CN: ['a\nb'] }]), commonName: 'b' })).status).to.equal(200);
    expect((await sign({ csr: await requestForName(longestName) })).status).to.equal(200);
  });

  it('takes names and times as issuing does', async () => {
    const { sign, stored } = await setting();
    const { csr } = newRequest('/CN=x');
    expectIssues(await sign({ csr, ttl: undefined }), 'body ttl required');
    expectIssues(await sign({ csr, notAfter: '2031-01-01T00:00:00Z' }), 'body notAfter invalid');
    expectIssues(await sign({ csr, altNames: 'a..b' }), 'body altNames format');
    expectIssues(await sign({ csr, commonName: 'x'.repeat(65) }), 'body commonName too_big');
    expectIssues(await sign({ csr, commonName: ' x' }), 'body commonName pattern');
    expectIssues(await sign({ csr, keyUsages: ['keyCertSign'] }), 'body keyUsages.0 enum');
    expectIssues(await sign({ csr, extendedKeyUsages: ['x'] }), 'body extendedKeyUsages.0 enum');
    expectIssues(await sign({ csr, friendlyName: 'x'.repeat(256) }), 'body friendlyName too_big');
    expectIssues(await sign({ csr, metadata: [{}] }), 'body metadata.0.key required');
    expectError(await sign({ csr, ttl: '27y' }), 400, 'BadRequest', /end after/);
    expectError(await sign({ csr, notBefore: '2019-01-01T00:00:00Z', ttl: '20y' }), 400, 'BadRequest', /begin before/);
    expectError(await sign({ csr, caId: 'x' }), 404, 'NotFound');
    expect(await stored()).to.deep.equal([]);
  });

  it('is for those who may create certificates, before anything is said of the request', async () => {
    const { sign, newMember, organization, stored } = await setting();
    for (const role of ['member', 'viewer', 'no-access'])
      expectError(
        await sign({ csr: 'nonsense' }, await newMember(role)),
        403,
        'PermissionDenied',
        /create certificates/,
      );
    expectError(
      await sign({ csr: 'nonsense' }, await world().newUser(organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    expect(await stored()).to.deep.equal([]);
  });

  it('checks what the certificate will say, wherever that comes from', async () => {
    const { sign, newMember } = await setting();
    const { csr } = newRequest('/CN=good.example', { extensions: ['subjectAltName=DNS:good.example'] });
    const as = await newMember([
      mayUseAuthorities,
      {
        subject: 'certificates',
        action: 'create',
        conditions: { commonName: 'good.example', altNames: { $glob: '*.example' } },
      },
    ]);
    expect((await sign({ csr }, as)).status).to.equal(200);
    expectError(await sign({ csr, commonName: 'other.example' }, as), 403, 'PermissionDenied');
    expectError(await sign({ csr, altNames: 'good.test' }, as), 403, 'PermissionDenied');
    expectError(
      await sign({ csr: newRequest('/CN=bad.example', { extensions: ['subjectAltName=DNS:good.example'] }).csr }, as),
      403,
      'PermissionDenied',
    );
    expectError(
      await sign(
        { csr: newRequest('/CN=good.example', { extensions: ['subjectAltName=DNS:good.example,DNS:good.test'] }).csr },
        as,
      ),
      403,
      'PermissionDenied',
    );
  });
});
