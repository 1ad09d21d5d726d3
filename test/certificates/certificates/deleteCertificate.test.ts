import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { certificateSetting, successful } from '../../support/fixtures/certificates.ts';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('deleteCertificate', (world) => {
  const setting = async () => {
    const given = await certificateSetting(world());
    const remove = (id: string, as: { token: string } = given.admin) =>
      world().call('deleteCertificate', { as, params: { id } });
    return { ...given, remove };
  };

  it('deletes the certificate with its key and returns it', async () => {
    const { issued, remove, admin, stored, project } = await setting();
    const [{ certificateId, serialNumber }, other] = [await issued(), await issued()];
    const { certificate } = (await world().call('getCertificate', { as: admin, params: { id: certificateId } })).body;
    const response = await remove(certificateId);
    expect({ status: response.status, body: response.body }).to.deep.equal({ status: 200, body: { certificate } });
    expect((await stored()).map(({ id }) => id)).to.deep.equal([other.certificateId]);
    for (const operation of [
      'getCertificate',
      'getCertificatePrivateKey',
      'revokeCertificate',
      'deleteCertificate',
    ] as const) {
      expectError(await world().call(operation, { as: admin, params: { id: certificateId } }), 404, 'NotFound');
    }
    const [entry] = await entriesOf(world(), response);
    expect(entry).to.deep.include({
      eventType: 'delete-cert',
      projectId: project.id,
      eventMetadata: { certId: certificateId, cn: 'web.example.com', serialNumber },
    });
  });

  it('keeps its revocation', async () => {
    const { issued, remove, admin, authority } = await setting();
    const { certificateId, serialNumber } = await issued();
    successful(
      await world().call('revokeCertificate', {
        as: admin,
        params: { id: certificateId },
        body: { revocationReason: 'KEY_COMPROMISE' },
      }),
    );
    expect((await remove(certificateId)).body.certificate).to.include({ status: 'revoked', revocationReason: 1 });
    const revocations = await world().server.parts.stores.revocationLists.listRevoked(
      authority.row.id,
      '2030-01-01T00:00:00.000Z',
    );
    expect(revocations).to.have.length(1);
    expect(revocations[0]).to.include({ serialNumber, reason: 'keyCompromise' });
  });

  it('succeeds only once for concurrent requests', async () => {
    const { issued, remove } = await setting();
    const { certificateId } = await issued();
    const statuses = (await Promise.all(Array.from({ length: 4 }, () => remove(certificateId)))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).to.deep.equal([200, 404, 404, 404]);
  });

  it('requires the permission to delete the certificate', async () => {
    const { issued, remove, newMember, organization, stored } = await setting();
    const { certificateId } = await issued();
    for (const role of [
      'member',
      'viewer',
      'no-access',
      [{ subject: 'certificates', action: ['read', 'create', 'edit', 'read-private-key', 'import'] }],
    ] as const) {
      expectError(await remove(certificateId, await newMember(role)), 403, 'PermissionDenied', /delete certificates/);
    }
    expectError(
      await remove(certificateId, await world().newUser(organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    expectError(await remove('x'), 404, 'NotFound');
    expectError(await remove(certificateId, (await setting()).admin), 404, 'NotFound');
    expect(await stored()).to.have.length(1);
    expect(
      (await remove(certificateId, await newMember([{ subject: 'certificates', action: 'delete' }]))).status,
    ).to.equal(200);
  });
});
