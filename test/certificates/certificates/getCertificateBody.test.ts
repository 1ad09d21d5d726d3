import { expect } from 'chai';
import { certificateSetting, newAuthority } from '../../support/fixtures/certificates.ts';
import { expectError } from '../../support/expect/expect.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEitherDatabase('getCertificateBody', (world) => {
  it('returns the certificate and its chain', async () => {
    const { issued, project, authority: root, admin } = await certificateSetting(world());
    const intermediate = await newAuthority(world(), project, { parent: root });
    for (const caId of [root.row.id, intermediate.row.id]) {
      const { certificate, certificateChain, serialNumber, certificateId } = await issued({ caId });
      const { status, body } = await world().call('getCertificateBody', { as: admin, params: { id: certificateId } });
      expect(status).to.equal(200);
      expect(body).to.deep.equal({ certificate, certificateChain, serialNumber });
    }
  });

  it('returns the chain at the time of signing, even if the authority has a new certificate', async () => {
    const { issued, authority, admin } = await certificateSetting(world());
    const { certificateId, certificateChain } = await issued();
    const renewed = {
      ...authority.certificate,
      id: world().server.parts.ids.uuid(),
      version: 2,
      certificate: 'another one',
    };
    await world().server.parts.database.transaction(ofInstance, async ({ db }) => {
      await db('authority_certificates').insert(renewed);
      await db('certificate_authorities').where({ id: authority.row.id }).update({ activeCertificateId: renewed.id });
    });
    expect(
      (await world().call('getCertificateBody', { as: admin, params: { id: certificateId } })).body.certificateChain,
    ).to.equal(certificateChain);
  });

  it('requires the permission to read the certificate', async () => {
    const { issued, newMember, organization } = await certificateSetting(world());
    const { certificateId } = await issued();
    const get = (as: { token: string }, id = certificateId) =>
      world().call('getCertificateBody', { as, params: { id } });
    expect((await get(await newMember('viewer'))).status).to.equal(200);
    for (const role of ['member', 'no-access', [{ subject: 'certificates', action: 'read-private-key' }]] as const)
      expectError(await get(await newMember(role)), 403, 'PermissionDenied', /read certificates/);
    expectError(await get(await world().newUser(organization, 'admin')), 403, 'ProjectMembershipNotFound');
    expectError(await get(await newMember('admin'), 'x'), 404, 'NotFound');
    expectError(await get((await certificateSetting(world())).admin), 404, 'NotFound');
  });
});
