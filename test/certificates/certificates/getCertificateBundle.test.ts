import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { certificateSetting, newRequest, successful } from '../../support/fixtures/certificates.ts';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getCertificateBundle', (world) => {
  const setting = async () => {
    const given = await certificateSetting(world());
    const get = (id: string, as: { token: string } = given.admin) =>
      world().call('getCertificateBundle', { as, params: { id } });
    return { ...given, get };
  };

  it('gives the certificate, what is above it, and its key', async () => {
    const { issued, get } = await setting();
    const { certificate, certificateChain, privateKey, serialNumber, certificateId } = await issued();
    const { status, body } = await get(certificateId);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ certificate, certificateChain, privateKey, serialNumber });
  });

  it('without the key if that was made elsewhere', async () => {
    const { get, authority, admin } = await setting();
    const { body: signed } = successful(
      await world().call('signCertificate', {
        as: admin,
        body: { caId: authority.row.id, ttl: '1d', csr: newRequest('/CN=x').csr },
      }),
    );
    const { certificate, certificateChain, serialNumber } = signed;
    expect((await get(signed.certificateId as string)).body).to.deep.equal({
      certificate,
      certificateChain,
      privateKey: null,
      serialNumber,
    });
  });

  it('and is recorded', async () => {
    const { issued, get, project } = await setting();
    const { certificateId, serialNumber } = await issued();
    const [entry, ...others] = await entriesOf(world(), await get(certificateId));
    expect(others).to.deep.equal([]);
    expect(entry).to.deep.include({
      eventType: 'get-cert-bundle',
      projectId: project.id,
      eventMetadata: { certId: certificateId, cn: 'web.example.com', serialNumber },
    });
  });

  it('is for those who may read its key', async () => {
    const { issued, get, newMember, organization } = await setting();
    const { certificateId } = await issued();
    expect(
      (await get(certificateId, await newMember([{ subject: 'certificates', action: 'read-private-key' }]))).status,
    ).to.equal(200);
    for (const role of [
      'member',
      'viewer',
      'no-access',
      [{ subject: 'certificates', action: ['read', 'create', 'edit', 'delete', 'import'] }],
    ] as const) {
      expectError(
        await get(certificateId, await newMember(role)),
        403,
        'PermissionDenied',
        /read the private keys of certificates/,
      );
    }
    expectError(
      await get(certificateId, await world().newUser(organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    expectError(await get('x'), 404, 'NotFound');
    expectError(await get(certificateId, (await setting()).admin), 404, 'NotFound');
  });
});
