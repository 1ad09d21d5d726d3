import { expect } from 'chai';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Rule } from '../../../src/access/rule.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { asFile } from '../../support/clients/openssl.ts';
import {
  mayUseAuthorities,
  newAuthority,
  newRequest,
  runOpenssl,
  successful,
  type Issued,
} from '../../support/fixtures/certificates.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { signSetting } from './signCertificate.fixtures.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const day = 86_400;

const order = {
  altNames: 'web.example.com, *.web.example.com, 10.0.0.1',
  keyAlgorithm: 'EC_secp384r1',
  extendedKeyUsages: ['serverAuth'],
  friendlyName: 'The web server',
  metadata: [{ key: 'team', value: 'payments' }],
};

const mayRenew: Rule[] = [mayUseAuthorities, { subject: 'certificates', action: ['read', 'create'] }];

onEitherDatabase('renewCertificate', (world) => {
  const setting = async () => {
    const given = await signSetting(world)();
    const renew = (id: string, body: object = {}, as: { token: string } = given.admin) =>
      world().call('renewCertificate', { as, params: { id }, body });
    const renewed = async (id: string, body: object = {}): Promise<Issued> =>
      successful(await renew(id, body)).body as Issued;
    return { ...given, renew, renewed };
  };

  it('issues a certificate with the same content for a new key, and links both', async () => {
    const { issued, renew, read, project, authority } = await setting();
    const old = await issued(order);
    const before = await read(old.certificateId);
    await world().clock.later(5 * day, async () => {
      const response = successful(await renew(old.certificateId));
      const { body } = response;
      expect(body).to.have.all.keys(
        'certificate',
        'issuingCaCertificate',
        'certificateChain',
        'privateKey',
        'serialNumber',
        'certificateId',
        'certificateRequestId',
      );
      const [one, other] = [new X509Certificate(old.certificate), new X509Certificate(body.certificate as string)];
      for (const field of ['subject', 'subjectAltName', 'issuer', 'keyUsage'] as const)
        expect(other[field], field).to.deep.equal(one[field]);
      expect(other.publicKey.equals(one.publicKey)).to.equal(false);
      expect(other.checkPrivateKey(createPrivateKey(body.privateKey as string))).to.equal(true);
      const verified = runOpenssl(
        'verify',
        '-x509_strict',
        '-attime',
        String(Date.UTC(2030, 0, 6) / 1000 + 1),
        '-CAfile',
        asFile(authority.certificate.certificate),
        asFile(body.certificate as string),
      );
      expect(verified.output).to.match(/OK\s*$/);
      const now = '2030-01-06T00:00:00.000Z';
      expect(await read(body.certificateId as string)).to.deep.equal({
        ...before,
        id: body.certificateId,
        serialNumber: body.serialNumber,
        notBefore: now,
        notAfter: '2030-04-06T00:00:00.000Z',
        renewedFromCertificateId: old.certificateId,
        createdAt: now,
        updatedAt: now,
      });
      expect(await read(old.certificateId)).to.deep.equal({
        ...before,
        renewedByCertificateId: body.certificateId,
        updatedAt: now,
      });
      const [entry, ...others] = await entriesOf(world(), response);
      expect(others).to.deep.equal([]);
      expect(entry).to.deep.include({
        eventType: 'renew-certificate',
        projectId: project.id,
        eventMetadata: {
          certId: body.certificateId,
          cn: 'web.example.com',
          serialNumber: body.serialNumber,
          caId: authority.row.id,
          originalCertificateId: old.certificateId,
          renewalKeySource: 'new',
        },
      });
    });
  });

  it('shows the links in lists, and removes them with either certificate', async () => {
    const { issued, renewed, read, admin, project } = await setting();
    const remove = async (id: string) =>
      successful(await world().call('deleteCertificate', { as: admin, params: { id } }));
    const first = await issued();
    const second = await renewed(first.certificateId);
    const third = await renewed(second.certificateId);
    const { body } = await world().call('listCertificates', { as: admin, query: { projectId: project.id } });
    const links = Object.fromEntries(
      (body.certificates as Record<string, string | null>[]).map((one) => [
        one.id,
        [one.renewedFromCertificateId, one.renewedByCertificateId],
      ]),
    );
    expect(links).to.deep.equal({
      [first.certificateId]: [null, second.certificateId],
      [second.certificateId]: [first.certificateId, third.certificateId],
      [third.certificateId]: [second.certificateId, null],
    });
    await remove(second.certificateId);
    expect(await read(first.certificateId)).to.include({ renewedByCertificateId: null });
    expect(await read(third.certificateId)).to.include({ renewedFromCertificateId: null });
    await renewed(first.certificateId);
  });

  it('keeps the key, and records that it was read, only for callers who may read it', async () => {
    const { issued, renew, newMember, read } = await setting();
    const old = await issued();
    const reuse = { renewalKeySource: 'reuse' };
    expectError(
      await renew(old.certificateId, reuse, await newMember(mayRenew)),
      403,
      'PermissionDenied',
      /read the private keys of certificates/,
    );
    const keyReader = await newMember([...mayRenew, { subject: 'certificates', action: 'read-private-key' }]);
    const response = successful(await renew(old.certificateId, reuse, keyReader));
    expect(response.body.privateKey).to.equal(old.privateKey);
    const certificate = new X509Certificate(response.body.certificate as string);
    expect(certificate.checkPrivateKey(createPrivateKey(old.privateKey))).to.equal(true);
    expect(await read(response.body.certificateId as string)).to.include({ hasPrivateKey: true });
    expect((await entriesOf(world(), response)).map(({ eventType }) => eventType)).to.have.members([
      'get-cert-private-key',
      'renew-certificate',
    ]);
  });

  it('keeps a key that is not stored, or takes the key of a signing request', async () => {
    const { signed, renewed, renew, read } = await setting();
    const [first, second] = [newRequest('/CN=batch.example.com'), newRequest('/CN=other.example.com/O=Other')];
    const old = await signed({ csr: first.csr });
    const same = await renewed(old.certificateId, { renewalKeySource: 'reuse' });
    const other = await renewed(same.certificateId, { renewalKeySource: 'csr', csr: second.csr });
    for (const [{ certificate, certificateId, ...body }, { privateKey }] of [
      [same, first],
      [other, second],
    ] as const) {
      expect(body).not.to.have.property('privateKey');
      expect(new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey))).to.equal(true);
      expect(new X509Certificate(certificate).subject).to.equal('CN=batch.example.com');
      expect(await read(certificateId)).to.include({ hasPrivateKey: false });
    }
    const { certificateId } = other;
    expectIssues(await renew(certificateId, { renewalKeySource: 'csr' }), 'body csr required');
    expectIssues(await renew(certificateId, { renewalKeySource: 'csr', csr: 'x' }), 'body csr invalid');
    for (const renewalKeySource of ['new', 'reuse'])
      expectIssues(await renew(certificateId, { renewalKeySource, csr: first.csr }), 'body csr invalid');
    expectIssues(await renew(certificateId, { renewalKeySource: 'other' }), 'body renewalKeySource enum');
    expect((await renew(certificateId, { attributes: { commonName: 'x' } })).status).to.equal(422);
  });

  it('omits root certificates from the chain on request', async () => {
    const { project, authority, issued, renewed } = await setting();
    const below = await newAuthority(world(), project, { parent: authority });
    const { certificateId } = await issued({ caId: below.row.id });
    const { certificateChain, certificateId: next } = await renewed(certificateId);
    expect(certificateChain).to.equal(`${below.certificate.certificate}${authority.certificate.certificate}`);
    const options = { removeRootsFromChain: true };
    expect((await renewed(next, options)).certificateChain).to.equal(below.certificate.certificate);
    expect((await renewed((await issued()).certificateId, options)).certificateChain).to.equal('');
  });

  it('refuses a certificate that has expired, is revoked, or was renewed already', async () => {
    const { issued, renew, admin, stored } = await setting();
    const [revoked, expired, once] = [await issued(), await issued({ ttl: '1d' }), await issued()];
    successful(await world().call('revokeCertificate', { as: admin, params: { id: revoked.certificateId } }));
    expectError(await renew(revoked.certificateId), 400, 'BadRequest', /is revoked/);
    await world().clock.later(2 * day, async () =>
      expectError(await renew(expired.certificateId), 400, 'BadRequest', /is expired/),
    );
    const all = await Promise.all(Array.from({ length: 4 }, () => renew(once.certificateId)));
    const [success, ...refused] = all.toSorted((one, other) => one.status - other.status);
    expect(success!.status).to.equal(200);
    for (const response of refused) expectError(response, 400, 'BadRequest', /was renewed already/);
    expect(await stored()).to.have.length(4);
  });

  it('refuses an authority that is disabled, or ends too early', async () => {
    const { project, issued, renew } = await setting();
    const early = await newAuthority(world(), project, { changes: { notAfter: '2030-01-10T00:00:00.000Z' } });
    const { certificateId } = await issued({ caId: early.row.id, ttl: '8d' });
    await world().clock.later(5 * day, async () =>
      expectError(await renew(certificateId), 400, 'BadRequest', /end after/),
    );
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      db('certificate_authorities').where({ id: early.row.id }).update({ status: 'disabled' }),
    );
    expectError(await renew(certificateId), 400, 'BadRequest', /disabled/);
  });

  it('requires the permissions to issue the same certificate and to read the old one', async () => {
    const { issued, renew, newMember, organization, stored } = await setting();
    const { certificateId } = await issued();
    const attempt = async (...rules: Rule[]) => renew(certificateId, {}, await newMember(rules));
    const read: Rule = { subject: 'certificates', action: 'read' };
    const create: Rule = { subject: 'certificates', action: 'create' };
    const other = { conditions: { commonName: 'other.example.com' } };
    expectError(await attempt(mayUseAuthorities, create), 403, 'PermissionDenied', /read certificates/);
    expectError(await attempt(mayUseAuthorities, read), 403, 'PermissionDenied', /create certificates/);
    expectError(await attempt(read, create), 403, 'PermissionDenied', /read certificate authorities/);
    expectError(await attempt(mayUseAuthorities, read, { ...create, ...other }), 403, 'PermissionDenied', /create/);
    expectError(
      await renew(certificateId, {}, await world().newUser(organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    expectError(await renew(certificateId, {}, (await setting()).admin), 404, 'NotFound', /Certificate not found/);
    expectError(await renew('x'), 404, 'NotFound', /Certificate not found/);
    expect(await stored()).to.have.length(1);
    expect((await attempt(...mayRenew)).status).to.equal(200);
  });

  it('requires editing the authority for other fields of the subject, and for usages that need it', async () => {
    const { signed, issued, renew, newMember } = await setting();
    const named = await signed({ csr: newRequest('/O=system:masters/CN=ops').csr });
    const signing = await issued({ extendedKeyUsages: ['codeSigning'] });
    const member = await newMember(mayRenew);
    const editor = await newMember([...mayRenew, { subject: 'certificate-authorities', action: 'edit' }]);
    for (const { certificateId } of [named, signing]) {
      expectError(await renew(certificateId, {}, member), 403, 'PermissionDenied', /edit certificate authorities/);
      expect((await renew(certificateId, {}, editor)).status).to.equal(200);
    }
  });
});
