import { expect } from 'chai';
import { certificateSetting, successful } from '../../support/fixtures/certificates.ts';
import { expectError } from '../../support/expect/expect.ts';
import { testSerialAccess } from './serial-access-checks.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('deleteLegacyCertificate', (world) => {
  it('deletes certificates like by id', async () => {
    const { admin, issued, stored } = await certificateSetting(world());
    const [{ serialNumber, certificateId }, other] = [await issued(), await issued()];
    const { body: before } = await world().call('getCertificate', { as: admin, params: { id: certificateId } });
    const remove = () => world().call('deleteLegacyCertificate', { as: admin, params: { serialNumber } });
    expect(successful(await remove()).body).to.deep.equal(before);
    expectError(await remove(), 404, 'NotFound');
    expect((await stored()).map(({ id }) => id)).to.deep.equal([other.certificateId]);
  });

  testSerialAccess(world, 'deleteLegacyCertificate', 'delete');
});
