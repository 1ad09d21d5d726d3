import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { certificateSetting, successful } from '../../support/fixtures/certificates.ts';
import { testSerialAccess } from './serial-access-checks.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('getLegacyCertificateBundle', (world) => {
  it('returns the certificate, its chain and its key, and is recorded', async () => {
    const { admin, issued } = await certificateSetting(world());
    const { certificate, certificateChain, privateKey, serialNumber, certificateId } = await issued();
    const response = successful(
      await world().call('getLegacyCertificateBundle', { as: admin, params: { serialNumber } }),
    );
    expect(response.body).to.deep.equal({ certificate, certificateChain, privateKey, serialNumber });
    const [entry] = await entriesOf(world(), response);
    expect(entry).to.deep.include({
      eventType: 'get-cert-bundle',
      eventMetadata: { certId: certificateId, cn: 'web.example.com', serialNumber },
    });
  });

  testSerialAccess(world, 'getLegacyCertificateBundle', 'read-private-key');
});
