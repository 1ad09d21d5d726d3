import { expect } from 'chai';
import { certificateSetting, successful } from '../../support/fixtures/certificates.ts';
import { testSerialAccess } from './serial-access-checks.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('getLegacyCertificateBody', (world) => {
  it('returns the certificate and its chain', async () => {
    const { admin, issued } = await certificateSetting(world());
    const { certificate, certificateChain, serialNumber } = await issued();
    expect(
      successful(await world().call('getLegacyCertificateBody', { as: admin, params: { serialNumber } })).body,
    ).to.deep.equal({ certificate, certificateChain, serialNumber });
  });

  testSerialAccess(world, 'getLegacyCertificateBody', 'read');
});
