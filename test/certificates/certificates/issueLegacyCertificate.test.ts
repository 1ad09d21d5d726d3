import { expect } from 'chai';
import { X509Certificate } from 'node:crypto';
import { certificateSetting, mayUseAuthorities, successful } from '../../support/fixtures/certificates.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('issueLegacyCertificate', (world) => {
  it('issues certificates like the newer path', async () => {
    const { admin, authority, stored, newMember } = await certificateSetting(world());
    const issue = (changes: object = {}, as: { token: string } = admin) =>
      world().call('issueLegacyCertificate', {
        as,
        body: {
          caId: authority.row.id,
          commonName: 'web.example.com',
          altNames: 'web.example.com, 10.0.0.1',
          ttl: '1d',
          ...changes,
        },
      });
    const { body } = successful(
      await issue({
        friendlyName: 'Web',
        keyUsages: ['keyAgreement'],
        extendedKeyUsages: ['serverAuth'],
        pkiCollectionId: 'ignored',
      }),
    );
    expect(body).to.have.all.keys(
      'certificate',
      'issuingCaCertificate',
      'certificateChain',
      'privateKey',
      'serialNumber',
      'certificateId',
    );
    expect(new X509Certificate(body.certificate as string).checkHost('web.example.com')).to.equal('web.example.com');
    const [row] = await stored();
    expect(row).to.deep.include({
      id: body.certificateId,
      serialNumber: body.serialNumber,
      friendlyName: 'Web',
      altNames: 'web.example.com,10.0.0.1',
      keyUsages: ['keyAgreement'],
      extendedKeyUsages: ['serverAuth'],
    });

    expectIssues(await issue({ ttl: undefined }), 'body ttl required');
    expectIssues(await issue({ altNames: 'a..b' }), 'body altNames format');
    expectIssues(await issue({ caId: undefined }), 'body caId required');
    expectError(await issue({ ttl: '40y' }), 400, 'BadRequest', /end after/);
    expectError(await issue({ caId: 'x' }), 404, 'NotFound');
    for (const role of [
      'viewer',
      [mayUseAuthorities, { subject: 'certificates', action: 'create', conditions: { altNames: 'web.example.com' } }],
    ] as const)
      expectError(await issue({}, await newMember(role)), 403, 'PermissionDenied', /create certificates/);
    expect(await stored()).to.have.length(1);
  });
});
