import { expect } from 'chai';
import { certificateSetting, successful } from '../../support/fixtures/certificates.ts';
import { expectError } from '../../support/expect/expect.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('getCertificate', (world) => {
  const setting = async () => {
    const given = await certificateSetting(world());
    const get = (id: string, as: { token: string } = given.admin) =>
      world().call('getCertificate', { as, params: { id } });
    return { ...given, get };
  };

  it('returns all fields, except the certificate itself and its key', async () => {
    const { issued, get, project, authority } = await setting();
    const { certificateId, serialNumber } = await issued({
      altNames: 'a.example, 10.0.0.1',
      friendlyName: 'F',
      metadata: [{ key: 'k', value: 'v' }],
      keyUsages: ['keyAgreement'],
      extendedKeyUsages: ['serverAuth'],
    });
    const { status, body } = await get(certificateId);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      certificate: {
        id: certificateId,
        projectId: project.id,
        caId: authority.row.id,
        caCertId: authority.certificate.id,
        status: 'active',
        serialNumber,
        friendlyName: 'F',
        commonName: 'web.example.com',
        altNames: 'a.example,10.0.0.1',
        keyAlgorithm: 'EC_prime256v1',
        keyUsages: ['keyAgreement'],
        extendedKeyUsages: ['serverAuth'],
        notBefore: '2030-01-01T00:00:00.000Z',
        notAfter: '2030-04-01T00:00:00.000Z',
        revokedAt: null,
        revocationReason: null,
        hasPrivateKey: true,
        renewedFromCertificateId: null,
        renewedByCertificateId: null,
        metadata: [{ key: 'k', value: 'v' }],
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: '2030-01-01T00:00:00.000Z',
      },
    });
  });

  it('returns the status at the current time', async () => {
    const { issued, get, admin } = await setting();
    const { certificateId } = await issued({ ttl: '10s' });
    const statusAfter = (seconds: number) =>
      world().clock.later(seconds, async () => (await get(certificateId)).body.certificate.status as string);
    expect([await statusAfter(0), await statusAfter(10), await statusAfter(10.001)]).to.deep.equal([
      'active',
      'active',
      'expired',
    ]);
    successful(
      await world().clock.later(5, () =>
        world().call('revokeCertificate', { as: admin, params: { id: certificateId } }),
      ),
    );
    expect([await statusAfter(5), await statusAfter(11)]).to.deep.equal(['revoked', 'revoked']);
  });

  it('requires the permission to read the certificate', async () => {
    const { issued, get, newMember, organization } = await setting();
    const { certificateId } = await issued();
    expect((await get(certificateId, await newMember('viewer'))).status).to.equal(200);
    for (const role of [
      'member',
      'no-access',
      [{ subject: 'certificates', action: ['create', 'edit', 'delete', 'read-private-key', 'import'] }],
    ] as const) {
      expectError(await get(certificateId, await newMember(role)), 403, 'PermissionDenied', /read certificates/);
    }
    expectError(
      await get(certificateId, await world().newUser(organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    for (const id of ['x', world().server.parts.ids.uuid()])
      expectError(await get(id, await newMember('no-access')), 404, 'NotFound');
    expectError(await get(certificateId, (await setting()).admin), 404, 'NotFound');
  });
});
