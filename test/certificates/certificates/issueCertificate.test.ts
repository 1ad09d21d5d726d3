import { expect } from 'chai';
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import type { AuthorityRow } from '../../../src/resources/certificates/certificate-authorities/store.ts';
import {
  atTestTime,
  certificateSetting,
  mayUseAuthorities,
  newAuthority,
  runOpenssl,
} from '../../support/fixtures/certificates.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { asFile, certificateText } from '../../support/clients/openssl.ts';
import { newProject } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const now = '2030-01-01T00:00:00.000Z';

onEitherDatabase('issueCertificate', (world) => {
  it('returns a certificate with its chain and key, and stores them', async () => {
    const { issue, stored, authority, project, admin } = await certificateSetting(world());
    const { status, body } = await issue({
      altNames: 'web.example.com',
      friendlyName: 'The web server',
      metadata: [{ key: 'team', value: 'payments' }, { key: 'empty' }],
    });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.have.all.keys(
      'certificate',
      'issuingCaCertificate',
      'certificateChain',
      'privateKey',
      'serialNumber',
      'certificateId',
    );
    expect(body.issuingCaCertificate).to.equal(authority.certificate.certificate);
    expect(body.certificateChain).to.equal(authority.certificate.certificate);
    expect(body.serialNumber).to.match(/^[0-9a-f]{32}$/);
    const certificate = new X509Certificate(body.certificate as string);
    expect(certificate.checkPrivateKey(createPrivateKey(body.privateKey as string))).to.equal(true);
    expect(certificate.serialNumber.toLowerCase()).to.equal(body.serialNumber);

    const read = await world().call('getCertificate', { as: admin, params: { id: body.certificateId } });
    expect(read.body.certificate).to.deep.equal({
      id: body.certificateId,
      projectId: project.id,
      caId: authority.row.id,
      caCertId: authority.certificate.id,
      status: 'active',
      serialNumber: body.serialNumber,
      friendlyName: 'The web server',
      commonName: 'web.example.com',
      altNames: 'web.example.com',
      keyAlgorithm: 'EC_prime256v1',
      keyUsages: ['digitalSignature'],
      extendedKeyUsages: [],
      notBefore: now,
      notAfter: '2030-04-01T00:00:00.000Z',
      revokedAt: null,
      revocationReason: null,
      hasPrivateKey: true,
      renewedFromCertificateId: null,
      renewedByCertificateId: null,
      metadata: [
        { key: 'team', value: 'payments' },
        { key: 'empty', value: '' },
      ],
      createdAt: now,
      updatedAt: now,
    });
    const [row, ...others] = await stored();
    expect(others).to.deep.equal([]);
    expect(row!.certificate).to.equal(body.certificate);
  });

  it('works below an intermediate authority, and openssl verifies the chain up to the root', async () => {
    const { project, issued, authority: root } = await certificateSetting(world());
    const intermediate = await newAuthority(world(), project, { parent: root });
    const { certificate, certificateChain, issuingCaCertificate } = await issued({
      caId: intermediate.row.id,
      altNames: 'web.example.com,*.apps.example.com,10.0.0.1',
    });
    expect(issuingCaCertificate).to.equal(intermediate.certificate.certificate);
    expect(certificateChain).to.equal(`${intermediate.certificate.certificate}${root.certificate.certificate}`);

    const [leaf, chain, anchor] = [certificate, certificateChain, root.certificate.certificate].map(asFile) as [
      string,
      string,
      string,
    ];
    const verify = (...more: string[]) =>
      runOpenssl('verify', '-x509_strict', ...atTestTime, '-CAfile', anchor, '-untrusted', chain, ...more, leaf);
    for (const host of ['web.example.com', 'one.apps.example.com'])
      expect(verify('-verify_hostname', host).output).to.match(/OK\s*$/);
    expect(verify('-verify_ip', '10.0.0.1').isGood).to.equal(true);
    for (const wrong of [
      ['-verify_hostname', 'example.com'],
      ['-verify_hostname', 'a.b.apps.example.com'],
      ['-verify_ip', '10.0.0.2'],
    ]) {
      expect(verify(...wrong).output).to.match(/mismatch/);
    }
    expect(runOpenssl('verify', ...atTestTime, '-CAfile', anchor, leaf).isGood, 'without the intermediate').to.equal(
      false,
    );
    expect(verify('-purpose', 'sslserver').isGood && verify('-purpose', 'sslclient').isGood).to.equal(true);
  });

  it('includes the URLs of the authority certificate, the revocation list and the OCSP responder', async () => {
    const own = ['http://crl.example.com/a', 'http://crl.example.com/b'];
    const { issued, authority } = await certificateSetting(world(), { changes: { crlDistributionPointUrls: own } });
    const { certificate } = await issued();
    const urls = [...certificateText(certificate).matchAll(/URI:(\S+)/g)].map(([, url]) => url);
    const { siteUrl } = world().server.parts.config;
    expect(urls).to.have.members([
      `${siteUrl}/api/v1/cert-manager/crl/${authority.listId}/der`,
      ...own,
      `${siteUrl}/api/v1/cert-manager/ocsp/${authority.row.id}`,
      `${siteUrl}/api/v1/cert-manager/ca/internal/${authority.row.id}/certificates/${authority.certificate.id}/der`,
    ]);
  });

  it('supports all key algorithms, by default that of the authority', async () => {
    const { issued, issue, stored } = await certificateSetting(world(), { keyAlgorithm: 'EC_secp384r1' });
    const kindOf = (certificate: string) => {
      const { asymmetricKeyType, asymmetricKeyDetails } = new X509Certificate(certificate).publicKey;
      return `${asymmetricKeyType} ${asymmetricKeyDetails?.modulusLength ?? asymmetricKeyDetails?.namedCurve}`;
    };
    expect(kindOf((await issued()).certificate)).to.equal('ec secp384r1');
    const kinds = {
      RSA_2048: 'rsa 2048',
      RSA_3072: 'rsa 3072',
      RSA_4096: 'rsa 4096',
      EC_prime256v1: 'ec prime256v1',
      EC_secp384r1: 'ec secp384r1',
      EC_secp521r1: 'ec secp521r1',
    };
    for (const [keyAlgorithm, kind] of Object.entries(kinds)) {
      const { certificate, privateKey, certificateId } = await issued({ keyAlgorithm });
      expect(kindOf(certificate)).to.equal(kind);
      expect(createPublicKey(createPrivateKey(privateKey)).equals(new X509Certificate(certificate).publicKey)).to.equal(
        true,
      );
      expect((await stored()).find(({ id }) => id === certificateId)).to.include({ keyAlgorithm });
    }
    for (const keyAlgorithm of ['RSA_1024', 'ED25519', ''])
      expectIssues(await issue({ keyAlgorithm }), 'body keyAlgorithm enum');
    expectIssues(await issue({ keyAlgorithm: 1 }), 'body keyAlgorithm type', 'body keyAlgorithm enum');
  });

  it('uses the requested usages, or the default ones', async () => {
    const { issued, issue, admin } = await certificateSetting(world());
    const usagesOf = async (changes: object) => {
      const { certificate, certificateId } = await issued(changes);
      const { body } = await world().call('getCertificate', { as: admin, params: { id: certificateId } });
      const text = certificateText(certificate);
      const said = (name: string) => new RegExp(`X509v3 ${name}: ?(?:critical)?\\s+(.+)`).exec(text)?.[1];
      expect(text).to.include('CA:FALSE');
      return [
        said('Key Usage'),
        said('Extended Key Usage'),
        body.certificate.keyUsages,
        body.certificate.extendedKeyUsages,
      ];
    };
    expect(await usagesOf({})).to.deep.equal(['Digital Signature', undefined, ['digitalSignature'], []]);
    expect(await usagesOf({ keyAlgorithm: 'RSA_2048' })).to.deep.equal([
      'Digital Signature, Key Encipherment',
      undefined,
      ['digitalSignature', 'keyEncipherment'],
      [],
    ]);
    expect(await usagesOf({ keyUsages: [], extendedKeyUsages: [] })).to.deep.equal([undefined, undefined, [], []]);
    const keyUsages = [
      'digitalSignature',
      'keyEncipherment',
      'nonRepudiation',
      'dataEncipherment',
      'keyAgreement',
      'encipherOnly',
      'decipherOnly',
    ];
    const extendedKeyUsages = [
      'clientAuth',
      'serverAuth',
      'codeSigning',
      'emailProtection',
      'timeStamping',
      'ocspSigning',
    ];
    expect(await usagesOf({ keyUsages, extendedKeyUsages })).to.deep.equal([
      'Digital Signature, Non Repudiation, Key Encipherment, Data Encipherment, Key Agreement, Encipher Only, Decipher Only',
      'TLS Web Client Authentication, TLS Web Server Authentication, Code Signing, E-mail Protection, Time Stamping, OCSP Signing',
      keyUsages,
      extendedKeyUsages,
    ]);
    expect(
      await usagesOf({ keyUsages: ['keyAgreement', 'keyAgreement'], extendedKeyUsages: ['clientAuth', 'clientAuth'] }),
    ).to.deep.equal(['Key Agreement', 'TLS Web Client Authentication', ['keyAgreement'], ['clientAuth']]);
    for (const usage of ['keyCertSign', 'cRLSign', 'x'])
      expectIssues(await issue({ keyUsages: [usage] }), 'body keyUsages.0 enum');
    expectIssues(await issue({ extendedKeyUsages: ['anyExtendedKeyUsage'] }), 'body extendedKeyUsages.0 enum');
    expectIssues(await issue({ keyUsages: [...keyUsages, 'keyAgreement'] }), 'body keyUsages too_big');
    expectIssues(
      await issue({ extendedKeyUsages: [...extendedKeyUsages, 'clientAuth'] }),
      'body extendedKeyUsages too_big',
    );
    expectIssues(await issue({ keyUsages: 'digitalSignature' }), 'body keyUsages type');
    expectIssues(await issue({ extendedKeyUsages: 'clientAuth' }), 'body extendedKeyUsages type');
  });

  it('accepts metadata, within limits', async () => {
    const { issue, stored } = await certificateSetting(world());
    const entries = (count: number) => Array.from({ length: count }, (_, index) => ({ key: `k${index}`, value: 'v' }));
    const longest = { key: 'k'.repeat(255), value: 'v'.repeat(1020) };
    expect((await issue({ metadata: entries(50) })).status).to.equal(200);
    expect((await issue({ metadata: [longest] })).status).to.equal(200);
    expect((await stored()).map(({ metadata }) => metadata)).to.have.deep.members([entries(50), [longest]]);
    expectIssues(await issue({ metadata: entries(51) }), 'body metadata too_big');
    expectIssues(await issue({ metadata: [{ ...longest, key: 'k'.repeat(256) }] }), 'body metadata.0.key too_big');
    expectIssues(await issue({ metadata: [{ key: '' }] }), 'body metadata.0.key too_small');
    expectIssues(await issue({ metadata: [{ value: 'v' }] }), 'body metadata.0.key required');
    expectIssues(await issue({ metadata: [{ ...longest, value: 'v'.repeat(1021) }] }), 'body metadata.0.value too_big');
    expectIssues(await issue({ metadata: { key: 'k' } }), 'body metadata type');
  });

  it('requires an authority that can sign', async () => {
    const { issue, project, organization, stored, admin } = await certificateSetting(world());
    const by = async (changes: Partial<AuthorityRow>) =>
      issue({ caId: (await newAuthority(world(), project, { changes })).row.id });
    expectError(await by({ status: 'disabled' }), 400, 'BadRequest', /disabled/);
    expectError(
      await by({ status: 'pending-certificate', activeCertificateId: null, notAfter: null }),
      400,
      'BadRequest',
      /no certificate yet/,
    );
    expectError(await by({ notAfter: now }), 400, 'BadRequest', /has expired/);
    for (const caId of ['x', world().server.parts.ids.uuid()]) expectError(await issue({ caId }), 404, 'NotFound');
    expectIssues(await issue({ caId: '' }), 'body caId too_small');
    expectIssues(await issue({ caId: undefined }), 'body caId required');
    const foreignAuthority = await newAuthority(world(), await newProject(world(), organization));
    expectError(await issue({ caId: foreignAuthority.row.id }, admin), 403, 'ProjectMembershipNotFound');
    expect(await stored()).to.deep.equal([]);
  });

  it('refuses an authority that is disabled or deleted while the key is generated', async () => {
    const { issue, stored, authority, project } = await certificateSetting(world());
    const { database } = world().server.parts;
    const [disabled] = await Promise.all([
      issue({ keyAlgorithm: 'RSA_4096' }),
      database.transaction(ofInstance, ({ db }) =>
        db('certificate_authorities').where({ id: authority.row.id }).update({ status: 'disabled' }),
      ),
    ]);
    expectError(disabled, 400, 'BadRequest', /disabled/);
    const other = await newAuthority(world(), project);
    const [deleted] = await Promise.all([
      issue({ caId: other.row.id, keyAlgorithm: 'RSA_4096' }),
      database.transaction(ofInstance, ({ db }) => db('certificate_authorities').where({ id: other.row.id }).delete()),
    ]);
    expectError(deleted, 404, 'NotFound');
    expect(await stored()).to.deep.equal([]);
  });

  it('requires the permission to create certificates before it reveals problems of the authority', async () => {
    const { issue, newMember, organization, stored } = await certificateSetting(world(), {
      changes: { status: 'disabled' },
    });
    for (const role of [
      'member',
      'viewer',
      'no-access',
      [
        { subject: 'certificates', action: ['read', 'edit', 'delete', 'read-private-key', 'import'] },
        { subject: 'certificate-authorities', action: ['read', 'issue-ca-certificate'] },
      ],
    ] as const) {
      expectError(await issue({}, await newMember(role)), 403, 'PermissionDenied', /create certificates/);
    }
    expectError(
      await issue({}, await newMember([mayUseAuthorities, { subject: 'certificates', action: 'create' }])),
      400,
      'BadRequest',
      /disabled/,
    );
    expectError(await issue({}, await world().newUser(organization, 'admin')), 403, 'ProjectMembershipNotFound');
    expect(await stored()).to.deep.equal([]);
  });

  it('generates a different serial number and key for each certificate', async () => {
    const { issued } = await certificateSetting(world());
    const all = await Promise.all(Array.from({ length: 12 }, () => issued()));
    for (const field of ['serialNumber', 'certificateId', 'privateKey', 'certificate'] as const)
      expect(new Set(all.map((one) => one[field])).size).to.equal(12);
  });
});
