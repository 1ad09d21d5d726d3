import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { certificateSetting, newRequest, successful } from '../../support/fixtures/certificates.ts';
import { expectError } from '../../support/expect/expect.ts';
import { testSerialAccess } from './serial-access-checks.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('getLegacyCertificatePrivateKey', (world) => {
  it('returns the key if there is one, and is recorded', async () => {
    const { admin, issued, authority } = await certificateSetting(world());
    const { privateKey, serialNumber, certificateId } = await issued();
    const get = (serial: string) =>
      world().call('getLegacyCertificatePrivateKey', { as: admin, params: { serialNumber: serial } });
    const response = successful(await get(serialNumber));
    expect(response.body).to.deep.equal({ privateKey });
    const [entry] = await entriesOf(world(), response);
    expect(entry).to.deep.include({
      eventType: 'get-cert-private-key',
      eventMetadata: { certId: certificateId, cn: 'web.example.com', serialNumber },
    });
    const { body } = successful(
      await world().call('signLegacyCertificate', {
        as: admin,
        body: { caId: authority.row.id, csr: newRequest('/CN=x').csr, ttl: '1d' },
      }),
    );
    expectError(await get(body.serialNumber as string), 400, 'BadRequest', /elsewhere/);
  });

  testSerialAccess(world, 'getLegacyCertificatePrivateKey', 'read-private-key');
});
