import { expect } from 'chai';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { extractCertificates } from '../../../src/platform/crypto/pki/pem.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { asFile, openssl } from '../../support/clients/openssl.ts';
import {
  certificateSetting,
  newAuthority,
  newRequest,
  runOpenssl,
  successful,
} from '../../support/fixtures/certificates.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

const order = { password: 'correct horse, Pferd für 9 €', alias: 'Web server 1' };

const read = (file: Uint8Array, password: string, ...options: string[]) =>
  runOpenssl('pkcs12', '-in', asFile(file), '-passin', `pass:${password}`, ...options);

onEitherDatabase('exportCertificatePkcs12', (world) => {
  const setting = async () => {
    const given = await certificateSetting(world());
    const request = (id: string, body: object = order, as: { token: string } = given.admin) =>
      world().call('exportCertificatePkcs12', { as, params: { id }, body });
    return { ...given, request };
  };

  it('returns a file that openssl reads, with key, certificate and chain, and records it', async () => {
    const { issued, request, project, authority } = await setting();
    const below = await newAuthority(world(), project, { parent: authority });
    for (const keyAlgorithm of ['EC_prime256v1', 'RSA_2048']) {
      const { certificateId, certificate, certificateChain, privateKey, serialNumber } = await issued({
        caId: below.row.id,
        keyAlgorithm,
      });
      const response = successful(await request(certificateId));
      expect(response.type).to.equal('application/octet-stream');
      expect(response.headers).to.include({
        'content-disposition': `attachment; filename="certificate-${serialNumber}.p12"`,
        'cache-control': 'no-store',
      });
      const { isGood, output } = read(response.body as Buffer, order.password, '-nodes');
      expect(isGood, output).to.equal(true);
      expect(output.match(/friendlyName: Web server 1/g)).to.have.length(2);
      const found = extractCertificates(output).map((pem) => new X509Certificate(pem).fingerprint256);
      expect(found).to.deep.equal(
        extractCertificates(`${certificate}${certificateChain}`).map((pem) => new X509Certificate(pem).fingerprint256),
      );
      const [pem] = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/.exec(output)!;
      expect(createPrivateKey(pem).equals(createPrivateKey(privateKey))).to.equal(true);
      const [entry, ...others] = await entriesOf(world(), response);
      expect(others).to.deep.equal([]);
      expect(entry).to.deep.include({
        eventType: 'export-cert-pkcs12',
        projectId: project.id,
        eventMetadata: { certId: certificateId, cn: 'web.example.com', serialNumber },
      });
    }
  });

  it('encrypts everything with the password, by current algorithms', async () => {
    const { issued, request } = await setting();
    const { certificateId, certificate } = await issued();
    const file = successful(await request(certificateId)).body as Buffer;
    const { output } = read(file, order.password, '-info', '-noout');
    expect(output).to.match(/MAC: sha256, Iteration 10000/);
    for (const part of ['PKCS7 Encrypted data', 'Shrouded Keybag'])
      expect(output).to.include(`${part}: PBES2, PBKDF2, AES-256-CBC, Iteration 10000, PRF hmacWithSHA256`);
    expect(read(file, 'another password', '-nodes')).to.deep.include({ isGood: false });
    const der = openssl('x509', '-in', asFile(certificate), '-noout', '-serial').replace(/^serial=|\s/g, '');
    expect(file.includes(Buffer.from(der, 'hex'))).to.equal(false);
    expect(file.equals(successful(await request(certificateId)).body as Buffer)).to.equal(false);
  });

  it('refuses passwords and names that are too short, too long or not texts', async () => {
    const { issued, request } = await setting();
    const { certificateId } = await issued();
    const wrong = (changes: object) => request(certificateId, { ...order, ...changes });
    expectIssues(await wrong({ password: '12345' }), 'body password too_small');
    expectIssues(await wrong({ password: 'x'.repeat(257) }), 'body password too_big');
    expectIssues(await wrong({ alias: '' }), 'body alias too_small', 'body alias pattern');
    expectIssues(await wrong({ alias: 'x'.repeat(256) }), 'body alias too_big');
    expectIssues(await request(certificateId, {}), 'body password required', 'body alias required');
    const longest = { password: 'ß'.repeat(256), alias: 'ü'.repeat(255) };
    const file = successful(await wrong(longest)).body as Buffer;
    expect(read(file, longest.password, '-noout').isGood).to.equal(true);
  });

  it('refuses a certificate whose key was created elsewhere', async () => {
    const { request, authority, admin } = await setting();
    const body = { caId: authority.row.id, ttl: '1d', csr: newRequest('/CN=x').csr };
    const signed = successful(await world().call('signCertificate', { as: admin, body }));
    const response = await request(signed.body.certificateId as string);
    expectError(response, 400, 'BadRequest', /elsewhere/);
    expect(await entriesOf(world(), response)).to.deep.equal([]);
  });

  it('requires the permission to read the private key', async () => {
    const { issued, request, newMember, organization } = await setting();
    const { certificateId } = await issued();
    const others = [{ subject: 'certificates', action: ['read', 'create', 'edit', 'delete', 'import'] }] as const;
    expectError(
      await request(certificateId, order, await newMember(others)),
      403,
      'PermissionDenied',
      /read the private keys of certificates/,
    );
    const keyReader = await newMember([{ subject: 'certificates', action: 'read-private-key' }]);
    expect((await request(certificateId, order, keyReader)).status).to.equal(200);
    expectError(
      await request(certificateId, order, await world().newUser(organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    expectError(await request('x'), 404, 'NotFound', /Certificate not found/);
    expectError(await request(certificateId, order, (await setting()).admin), 404, 'NotFound');
  });
});
