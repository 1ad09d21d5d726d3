import { expect } from 'chai';
import { certificateSetting, successful } from '../../support/fixtures/certificates.ts';
import { testSerialAccess } from './serial-access-checks.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('getLegacyCertificate', (world) => {
  it('returns the same as by id', async () => {
    const { admin, issued } = await certificateSetting(world());
    const { serialNumber, certificateId } = await issued({ altNames: 'a.example' });
    await issued();
    const { body } = successful(await world().call('getLegacyCertificate', { as: admin, params: { serialNumber } }));
    expect(body.certificate.id).to.equal(certificateId);
    expect(body).to.deep.equal(
      (await world().call('getCertificate', { as: admin, params: { id: certificateId } })).body,
    );
  });

  testSerialAccess(world, 'getLegacyCertificate', 'read');
});
