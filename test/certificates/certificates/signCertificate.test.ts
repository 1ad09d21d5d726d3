import { expect } from 'chai';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { atTestTime, mayUseAuthorities, newRequest, runOpenssl } from '../../support/fixtures/certificates.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { asFile, certificateText } from '../../support/clients/openssl.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { signSetting } from './signCertificate.fixtures.ts';

const now = '2030-01-01T00:00:00.000Z';

onEitherDatabase('signCertificate', (world) => {
  const setting = signSetting(world);

  const names =
    'subjectAltName=DNS:Batch.example.com,IP:192.0.2.1,IP:2001:db8::1,email:ada@example.com,URI:https://example.com/x';

  const full = [
    '/C=DE/ST=Bayern/L=München/O=Acme, Inc./OU=Batch/CN=batch.example.com',
    { extensions: [names, 'keyUsage=digitalSignature,keyAgreement', 'extendedKeyUsage=clientAuth'] },
  ] as const;

  it('certifies the key of the request with its fields', async () => {
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
      renewedFromCertificateId: null,
      renewedByCertificateId: null,
      metadata: [],
      createdAt: now,
      updatedAt: now,
    });
  });

  it('prefers the fields of the body', async () => {
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

  it('uses default usages if there are none', async () => {
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
  });

  it('accepts names and times like issuing', async () => {
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

  it('requires the permission to create certificates before it validates the request', async () => {
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

  it('checks the fields of the certificate, from the request or the body', async () => {
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
