import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { certificateSetting, newRequest, successful } from '../../support/fixtures/certificates.ts';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getCertificatePrivateKey', (world) => {
  const setting = async () => {
    const given = await certificateSetting(world());
    const get = (id: string, as: { token: string } = given.admin) =>
      world().call('getCertificatePrivateKey', { as, params: { id } });
    return { ...given, get };
  };

  it('gives the key, and records that it did', async () => {
    const { issued, get, project } = await setting();
    const { privateKey, certificateId, serialNumber } = await issued();
    const response = await get(certificateId);
    expect({ status: response.status, body: response.body }).to.deep.equal({ status: 200, body: { privateKey } });
    const [entry, ...others] = await entriesOf(world(), response);
    expect(others).to.deep.equal([]);
    expect(entry).to.deep.include({
      eventType: 'get-cert-private-key',
      projectId: project.id,
      eventMetadata: { certId: certificateId, cn: 'web.example.com', serialNumber },
    });
  });

  it('also of one that is revoked or whose authority is disabled', async () => {
    const { issued, get, admin, authority } = await setting();
    const { privateKey, certificateId } = await issued();
    successful(await world().call('revokeCertificate', { as: admin, params: { id: certificateId } }));
    await world().server.parts.database.transaction(({ db }) =>
      db('certificate_authorities').where({ id: authority.row.id }).update({ status: 'disabled' }),
    );
    expect((await get(certificateId)).body).to.deep.equal({ privateKey });
  });

  it('has none that was made elsewhere', async () => {
    const { get, authority, admin } = await setting();
    const { body } = successful(
      await world().call('signCertificate', {
        as: admin,
        body: { caId: authority.row.id, ttl: '1d', csr: newRequest('/CN=x').csr },
      }),
    );
    const response = await get(body.certificateId as string);
    expectError(response, 400, 'BadRequest', /elsewhere/);
    expect(await entriesOf(world(), response)).to.deep.equal([]);
  });

  it('opens none that was put in the place of another', async () => {
    const { issued, get, stored } = await setting();
    const [one, other] = [await issued(), await issued()];
    const { sealedKey } = (await stored()).find(({ id }) => id === one.certificateId)!;
    await world().server.parts.database.transaction(({ db }) =>
      db('certificates').where({ id: other.certificateId }).update({ sealedKey }),
    );
    expectError(await get(other.certificateId), 500, 'InternalServerError');
    expect((await get(one.certificateId)).body).to.deep.equal({ privateKey: one.privateKey });
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
