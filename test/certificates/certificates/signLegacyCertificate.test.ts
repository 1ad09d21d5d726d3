import { expect } from 'chai';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { certificateSetting, newRequest, successful } from '../../support/fixtures/certificates.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('signLegacyCertificate', (world) => {
  it('signs certificates like the newer path', async () => {
    const { admin, authority, stored, newMember } = await certificateSetting(world());
    const { csr, privateKey } = newRequest('/CN=batch.example.com', {
      extensions: ['subjectAltName=DNS:batch.example.com'],
    });
    const sign = (changes: object = {}, as: { token: string } = admin) =>
      world().call('signLegacyCertificate', { as, body: { caId: authority.row.id, csr, ttl: '1d', ...changes } });
    const { body } = successful(await sign());
    expect(body).to.have.all.keys(
      'certificate',
      'issuingCaCertificate',
      'certificateChain',
      'serialNumber',
      'certificateId',
    );
    expect(new X509Certificate(body.certificate as string).checkPrivateKey(createPrivateKey(privateKey))).to.equal(
      true,
    );
    const [row] = await stored();
    expect(row).to.include({
      id: body.certificateId,
      commonName: 'batch.example.com',
      altNames: 'batch.example.com',
      sealedKey: null,
      dataKeyId: null,
    });

    expectIssues(await sign({ csr: 'x' }), 'body csr invalid');
    expectIssues(await sign({ ttl: undefined }), 'body ttl required');
    expectError(await sign({ caId: 'x' }), 404, 'NotFound');
    expectError(await sign({}, await newMember('viewer')), 403, 'PermissionDenied', /create certificates/);
    expect(await stored()).to.have.length(1);
  });
});
