import { expect } from 'chai';
import { certificateSetting, successful } from '../../support/fixtures/certificates.ts';
import { testSerialBorders } from './serial-borders.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getLegacyCertificateBody', (world) => {
  it('gives the certificate and what is above it', async () => {
    const { admin, issued } = await certificateSetting(world());
    const { certificate, certificateChain, serialNumber } = await issued();
    expect(
      successful(await world().call('getLegacyCertificateBody', { as: admin, params: { serialNumber } })).body,
    ).to.deep.equal({ certificate, certificateChain, serialNumber });
  });

  testSerialBorders(world, 'getLegacyCertificateBody', 'read');
});
