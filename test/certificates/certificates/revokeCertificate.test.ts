import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { certificateSetting, newRequest, successful, type Issued } from '../../support/fixtures/certificates.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const now = '2030-01-01T00:00:00.000Z';

onEachDatabase('revokeCertificate', (world) => {
  const setting = async () => {
    const given = await certificateSetting(world());
    const revoke = (id: string, body?: unknown, as: { token: string } = given.admin) =>
      world().call('revokeCertificate', { as, params: { id }, body });
    const read = async (id: string) =>
      (await world().call('getCertificate', { as: given.admin, params: { id } })).body.certificate;
    const revoked = () => world().server.parts.stores.revocationLists.listRevoked(given.authority.row.id, now);
    return { ...given, revoke, read, revoked };
  };

  it('returns what was revoked and when, which the certificate shows afterwards', async () => {
    const { issued, revoke, read, revoked, authority, project } = await setting();
    const { certificateId, serialNumber } = await issued();
    const before = await read(certificateId);
    const response = await world().clock.later(5.25, () => revoke(certificateId, { revocationReason: 'SUPERSEDED' }));
    const revokedAt = '2030-01-01T00:00:05.250Z';
    expect({ status: response.status, body: response.body }).to.deep.equal({
      status: 200,
      body: { message: 'The certificate was revoked.', serialNumber, revokedAt },
    });
    expect(await read(certificateId)).to.deep.equal({
      ...before,
      status: 'revoked',
      revokedAt,
      revocationReason: 4,
      updatedAt: revokedAt,
    });
    expect(await revoked()).to.deep.equal([
      { authorityId: authority.row.id, serialNumber, revokedAt, reason: 'superseded', notAfter: before.notAfter },
    ]);
    expect((await world().server.parts.stores.authorities.findById(authority.row.id))!.revocations).to.equal(1);
    const [entry, ...others] = await entriesOf(world(), response);
    expect(others).to.deep.equal([]);
    expect(entry).to.deep.include({
      eventType: 'revoke-cert',
      projectId: project.id,
      eventMetadata: { certId: certificateId, cn: 'web.example.com', serialNumber },
    });
  });

  it('accepts each reason, and none', async () => {
    const { issued, revoke, read, revoked } = await setting();
    const reasons: [unknown, number, string][] = [
      [undefined, 0, 'unspecified'],
      [{}, 0, 'unspecified'],
      [{ revocationReason: 'UNSPECIFIED' }, 0, 'unspecified'],
      [{ revocationReason: 'KEY_COMPROMISE' }, 1, 'keyCompromise'],
      [{ revocationReason: 'CA_COMPROMISE' }, 2, 'cACompromise'],
      [{ revocationReason: 'AFFILIATION_CHANGED' }, 3, 'affiliationChanged'],
      [{ revocationReason: 'SUPERSEDED' }, 4, 'superseded'],
      [{ revocationReason: 'CESSATION_OF_OPERATION' }, 5, 'cessationOfOperation'],
      [{ revocationReason: 'CERTIFICATE_HOLD' }, 6, 'certificateHold'],
      [{ revocationReason: 'PRIVILEGE_WITHDRAWN' }, 9, 'privilegeWithdrawn'],
      [{ revocationReason: 'A_A_COMPROMISE' }, 10, 'aACompromise'],
    ];
    for (const [body, code, reason] of reasons) {
      const { certificateId, serialNumber } = await issued();
      successful(await revoke(certificateId, body));
      expect(await read(certificateId)).to.include({ status: 'revoked', revocationReason: code });
      expect((await revoked()).find((one) => one.serialNumber === serialNumber)).to.include({ reason });
    }
  });

  it('refuses other reasons', async () => {
    const { issued, revoke, read, revoked } = await setting();
    const { certificateId } = await issued();
    const before = await read(certificateId);
    for (const revocationReason of ['REMOVE_FROM_CRL', 'key_compromise', ''])
      expectIssues(await revoke(certificateId, { revocationReason }), 'body revocationReason enum');
    expectIssues(
      await revoke(certificateId, { revocationReason: 1 }),
      'body revocationReason type',
      'body revocationReason enum',
    );
    expectIssues(
      await revoke(certificateId, { revocationReason: null }),
      'body revocationReason type',
      'body revocationReason enum',
    );
    expectIssues(await revoke(certificateId, []), 'body  type');
    expect(await read(certificateId)).to.deep.equal(before);
    expect(await revoked()).to.deep.equal([]);
  });

  it('refuses a second revocation', async () => {
    const { issued, revoke, read, revoked } = await setting();
    const { certificateId } = await issued();
    successful(await revoke(certificateId, { revocationReason: 'KEY_COMPROMISE' }));
    const before = await read(certificateId);
    const again = await world().clock.later(5, () => revoke(certificateId, { revocationReason: 'SUPERSEDED' }));
    expectError(again, 400, 'BadRequest', /revoked already/);
    expect(await entriesOf(world(), again)).to.deep.equal([]);
    expect(await read(certificateId)).to.deep.equal(before);
    expect(await revoked()).to.have.length(1);
  });

  it('succeeds only once for concurrent requests', async () => {
    const { issued, revoke, revoked, authority } = await setting();
    for (let round = 1; round <= 5; round += 1) {
      const { certificateId } = await issued();
      const answers = await Promise.all([revoke(certificateId), revoke(certificateId), revoke(certificateId)]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400]);
      expect(await revoked()).to.have.length(round);
    }
    const all = await Promise.all(Array.from({ length: 6 }, () => issued()));
    for (const { status } of await Promise.all(all.map(({ certificateId }) => revoke(certificateId))))
      expect(status).to.equal(200);
    expect((await world().server.parts.stores.authorities.findById(authority.row.id))!.revocations).to.equal(11);
  });

  it('allows any certificate: expired, future, of a disabled authority, with a key of the client', async () => {
    const { issued, revoke, admin, authority } = await setting();
    const expired = await issued({ ttl: '1s' });
    successful(await world().clock.later(60, () => revoke(expired.certificateId)));
    successful(await revoke((await issued({ notBefore: '2031-01-01T00:00:00Z' })).certificateId));
    const { body } = successful(
      await world().call('signCertificate', {
        as: admin,
        body: { caId: authority.row.id, ttl: '1d', csr: newRequest('/CN=x').csr },
      }),
    );
    const last = await issued();
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      db('certificate_authorities').where({ id: authority.row.id }).update({ status: 'disabled' }),
    );
    successful(await revoke((body as Issued).certificateId));
    successful(await revoke(last.certificateId));
  });

  it('requires the permission to delete the certificate', async () => {
    const { issued, revoke, newMember, organization, revoked } = await setting();
    const { certificateId } = await issued();
    for (const role of [
      'member',
      'viewer',
      'no-access',
      [{ subject: 'certificates', action: ['read', 'create', 'edit', 'read-private-key', 'import'] }],
    ] as const) {
      expectError(
        await revoke(certificateId, {}, await newMember(role)),
        403,
        'PermissionDenied',
        /delete certificates/,
      );
    }
    expectError(
      await revoke(certificateId, {}, await world().newUser(organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    for (const id of ['x', world().server.parts.ids.uuid()]) expectError(await revoke(id, {}), 404, 'NotFound');
    expectError(await revoke(certificateId, {}, (await setting()).admin), 404, 'NotFound');
    expect(await revoked()).to.deep.equal([]);
    const mayDelete = await newMember([{ subject: 'certificates', action: 'delete' }]);
    expect((await revoke(certificateId, {}, mayDelete)).status).to.equal(200);
    expectError(await revoke(certificateId, {}, await newMember('viewer')), 403, 'PermissionDenied');
  });

  it('refuses a revocation that gives others permissions beyond those of the caller', async () => {
    const onCertificates = (action: string | readonly string[], status?: string | object, inverted = false) => ({
      subject: 'certificates',
      action,
      inverted,
      ...(status && { conditions: { status } }),
    });
    // Rules on keys of revoked certificates only, and on all but active ones.
    const gaining = [
      [onCertificates('read-private-key', { $in: ['expired', 'revoked'] })],
      [onCertificates('read-private-key'), onCertificates('read-private-key', 'active', true)],
    ];
    for (const rules of gaining) {
      const { issued, revoke, newMember, revoked } = await setting();
      const { certificateId: id } = await issued();
      const readsKey = async (as: { token: string }) =>
        (await world().call('getCertificatePrivateKey', { as, params: { id } })).status === 200;
      const beneficiary = await newMember([...rules, onCertificates('delete')]);
      const deleting = await newMember([onCertificates(['read', 'delete'])]);
      for (const as of [deleting, beneficiary]) {
        expectError(await revoke(id, {}, as), 403, 'PermissionDenied', /read the private keys of certificates/);
        expect(await readsKey(beneficiary)).to.equal(false);
      }
      expect(await revoked()).to.deep.equal([]);
      successful(await revoke(id, {}, await newMember([onCertificates(['read', 'delete', 'read-private-key'])])));
      expect(await readsKey(beneficiary)).to.equal(true);
    }
  });

  it('allows it if rules only remove permissions on revoked certificates', async () => {
    const { issued, revoke, newMember } = await setting();
    const { certificateId } = await issued();
    await newMember([
      { subject: 'certificates', action: ['read', 'read-private-key'], conditions: { status: 'active' } },
    ]);
    await newMember([
      { subject: 'certificates', action: 'read-private-key' },
      { subject: 'certificates', action: 'read-private-key', inverted: true, conditions: { status: 'revoked' } },
    ]);
    // The same for rules with permissions that the caller has.
    await newMember([{ subject: 'certificates', action: ['delete', 'create'], conditions: { status: 'revoked' } }]);
    successful(await revoke(certificateId, {}, await newMember([{ subject: 'certificates', action: 'delete' }])));
  });
});
