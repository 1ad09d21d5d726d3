import { expect } from 'chai';
import { intermediate, newAuthorities, ruleForName, start, year } from '../../support/fixtures/authorities.ts';
import { testAccess } from '../access-checks.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { certificateText, verify } from '../../support/clients/openssl.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('renewAuthorityCertificate', (world) => {
  const setting = async () => {
    const made = await newAuthorities(world());
    const top = await made.created();
    const below = await made.created(
      { ...intermediate, parentCaId: top.id, notAfter: year(2035), maxPathLength: 2 },
      { name: 'below' },
    );
    return {
      ...made,
      top,
      below,
      renew: (id: string, notAfter = year(2039)) =>
        made.call('renewAuthorityCertificate', id, { type: 'existing', notAfter }),
    };
  };
  const keyIdIn = (pem: string): string => /Subject Key Identifier:\s+([0-9A-F:]+)/.exec(certificateText(pem))![1]!;

  it('lets the parent sign a new certificate for the same key', async () => {
    const { admin, top, below, renew, call, eventsOfType } = await setting();
    const { body: former } = await call('getAuthorityCertificate', below.id);
    const { status, body } = await world().clock.later(60, () => renew(below.id));
    expect(status, JSON.stringify(body)).to.equal(200);
    const { id, serialNumber, certificate, certificateChain } = body;
    expect(body).to.deep.equal({
      id,
      certId: id,
      version: 2,
      serialNumber,
      notBefore: '2030-01-01T00:01:00Z',
      notAfter: '2039-01-01T00:00:00Z',
      maxPathLength: 2,
      parentCaId: top.id,
      certificate,
      certificateChain: former.certificateChain,
    });
    expect(serialNumber).not.to.equal(former.serialNumber);
    expect(keyIdIn(certificate)).to.equal(keyIdIn(former.certificate));
    const configuration = {
      ...below.configuration,
      notBefore: '2030-01-01T00:01:00.000Z',
      notAfter: year(2039),
      serialNumber,
      activeCaCertId: id,
    };
    expect((await call('getCertificateAuthority', below.id)).body).to.deep.equal({ ...below, configuration });
    const list = (await call('listRevocationLists', top.id)).body[0].crl;
    expect(
      verify({ certificate, above: '', root: certificateChain, lists: [list], at: '2030-01-01T00:02:00Z' }),
    ).to.match(/OK\s*$/);
    expect(await eventsOfType('renew-certificate-authority')).to.deep.equal([
      {
        actorId: admin.id,
        eventType: 'renew-certificate-authority',
        eventMetadata: { caId: below.id, name: 'below', caCertId: id, serialNumber, version: 2 },
      },
    ]);
  });

  it('lets a root sign itself, also after its expiry', async () => {
    const { created, call } = await newAuthorities(world());
    const { id } = await created({
      type: 'root',
      commonName: 'Short',
      keyAlgorithm: 'EC_prime256v1',
      notAfter: '2030-01-01T01:00:00Z',
      maxPathLength: 1,
    });
    const { body } = await world().clock.later(7200, () =>
      call('renewAuthorityCertificate', id, { type: 'existing', notAfter: year(2031) }),
    );
    expect(body).to.include({
      version: 2,
      notBefore: '2030-01-01T02:00:00Z',
      notAfter: '2031-01-01T00:00:00Z',
      maxPathLength: 1,
      parentCaId: null,
      certificateChain: '',
    });
    expect((await call('getCertificateAuthority', id)).body.configuration).to.include({
      maxPathLength: 1,
      notAfter: year(2031),
    });
  });

  it('refuses what cannot be signed, and changes nothing', async () => {
    const { top, below, created, renew, call, rows } = await setting();
    const waiting = await created(intermediate, { name: 'waiting' });
    const before = await rows();
    expectError(await renew(waiting.id), 400, 'BadRequest', /no certificate yet/);
    expectError(await renew(below.id, '2040-01-01T00:00:01Z'), 400, 'BadRequest', /may not end after/);
    expect(await rows()).to.deep.equal(before);
    await call('updateCertificateAuthority', top.id, { status: 'disabled' });
    expectError(await renew(below.id), 400, 'BadRequest', /"root" is disabled/);
    await call('deleteCertificateAuthority', top.id);
    expectError(await renew(below.id), 400, 'BadRequest', /no parent here\. Import a certificate/);
  });

  it('also requires the permission to sign with the parent', async () => {
    const made = await setting();
    const as = await newProjectIdentity(world(), made, ruleForName('below', 'issue-ca-certificate'));
    const body = { type: 'existing', notAfter: year(2035) };
    expectError(
      await world().call('renewAuthorityCertificate', { as, params: { caId: made.below.id }, body }),
      403,
      'PermissionDenied',
      /sign intermediate/,
    );
  });

  it('reports all problems of a request', async () => {
    const { top, call, renew } = await setting();
    expectIssues(await call('renewAuthorityCertificate', top.id, {}), 'body type required', 'body notAfter required');
    expectIssues(
      await call('renewAuthorityCertificate', top.id, { type: 'new', notAfter: 'x'.repeat(41) }),
      'body type enum',
      'body notAfter too_big',
    );
    expectIssues(await renew(top.id, 'x'), 'body notAfter format');
    expectIssues(await renew(top.id, start), 'body notAfter too_small');
  });

  testAccess(world, {
    operation: 'renewAuthorityCertificate',
    action: 'issue-ca-certificate',
    body: () => ({ type: 'existing', notAfter: year(2041) }),
  });
});
