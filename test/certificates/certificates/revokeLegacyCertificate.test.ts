import { expect } from 'chai';
import { certificateSetting, successful } from '../../support/fixtures/certificates.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { testSerialAccess } from './serial-access-checks.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('revokeLegacyCertificate', (world) => {
  it('revokes certificates like by id, once', async () => {
    const { admin, issued, authority, stored } = await certificateSetting(world());
    const { serialNumber } = await issued();
    const revoke = (body?: object) =>
      world().call('revokeLegacyCertificate', { as: admin, params: { serialNumber }, body });
    expectIssues(await revoke({ revocationReason: 'x' }), 'body revocationReason enum');
    const revokedAt = '2030-01-01T00:00:00.000Z';
    expect(successful(await revoke({ revocationReason: 'CERTIFICATE_HOLD' })).body).to.deep.equal({
      message: 'The certificate was revoked.',
      serialNumber,
      revokedAt,
    });
    expectError(await revoke(), 400, 'BadRequest', /revoked already/);
    expect((await stored())[0]).to.include({ revokedAt, revocationReason: 'certificateHold' });
    expect(
      (await world().server.parts.stores.revocationLists.listRevoked(authority.row.id, revokedAt)).map((one) => [
        one.serialNumber,
        one.reason,
      ]),
    ).to.deep.equal([[serialNumber, 'certificateHold']]);
  });

  testSerialAccess(world, 'revokeLegacyCertificate', 'delete');
});
