import { expect } from 'chai';
import { intermediate, newAuthorities, ruleForName, root, start, year } from '../../support/fixtures/authorities.ts';
import { testAccess } from '../access-checks.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { certificateText, verify } from '../../support/clients/openssl.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('generateAuthorityCertificate', (world) => {
  const setting = async (configuration: object = root) => {
    const made = await newAuthorities(world());
    const top = await made.created(configuration);
    const below = await made.created(intermediate, { name: 'below' });
    return {
      ...made,
      top,
      below,
      generate: (body: object = {}, id = below.id) =>
        made.call('generateAuthorityCertificate', id, { parentCaId: top.id, notAfter: year(2035), ...body }),
    };
  };

  it('lets the parent sign an intermediate, which becomes active', async () => {
    const { admin, top, below, generate, call, eventsOfType } = await setting({
      ...root,
      crlDistributionPointUrls: ['http://crl.example.com/1'],
    });
    const { status, body } = await generate({ notBefore: '', maxPathLength: 0 });
    expect(status, JSON.stringify(body)).to.equal(200);
    const { body: above } = await call('getAuthorityCertificate', top.id);
    const { id, serialNumber, certificate } = body;
    expect(body).to.deep.equal({
      id,
      certId: id,
      version: 1,
      serialNumber,
      notBefore: '2030-01-01T00:00:00Z',
      notAfter: '2035-01-01T00:00:00Z',
      maxPathLength: 0,
      parentCaId: top.id,
      certificate,
      certificateChain: above.certificate,
    });
    expect((await call('getAuthorityCertificate', below.id)).body).to.deep.equal(body);
    const changed = {
      notBefore: start,
      notAfter: year(2035),
      maxPathLength: 0,
      parentCaId: top.id,
      serialNumber,
      activeCaCertId: id,
    };
    expect((await call('getCertificateAuthority', below.id)).body).to.deep.equal({
      ...below,
      status: 'active',
      configuration: { ...below.configuration, ...changed },
    });
    const lists = await Promise.all(
      [top, below].map(async (one) => (await call('listRevocationLists', one.id)).body[0].crl),
    );
    expect(verify({ certificate, above: '', root: above.certificate, lists })).to.match(/OK\s*$/);
    expect(certificateText(certificate))
      .to.include('pathlen:0')
      .and.include('URI:http://crl.example.com/1')
      .and.include('/api/v1/cert-manager/crl/');
    const eventMetadata = { caId: below.id, name: 'below', caCertId: id, serialNumber, version: 1 };
    expect(await eventsOfType('generate-ca-certificate')).to.deep.equal([
      { actorId: admin.id, eventType: 'generate-ca-certificate', eventMetadata },
    ]);
  });

  it('uses the existing parent, and lets a root sign itself', async () => {
    const { top, created, call, generate } = await setting();
    const placed = await created({ ...intermediate, parentCaId: top.id, maxPathLength: 4 }, { name: 'placed' });
    const { status } = await call('generateAuthorityCertificate', placed.id, { notAfter: year(2035) });
    expect(status).to.equal(200);
    expect((await call('getCertificateAuthority', placed.id)).body.configuration).to.include({
      parentCaId: top.id,
      maxPathLength: 4,
    });
    const { body } = await call('generateAuthorityCertificate', top.id, {
      notBefore: '2029-01-01T00:00:00Z',
      notAfter: year(2050),
      maxPathLength: 7,
    });
    expect(body).to.include({
      version: 2,
      notBefore: '2029-01-01T00:00:00Z',
      notAfter: '2050-01-01T00:00:00Z',
      maxPathLength: 7,
      parentCaId: null,
      certificateChain: '',
    });
    expect((await call('getCertificateAuthority', top.id)).body.configuration).to.include({
      maxPathLength: 7,
      notAfter: year(2050),
      activeCaCertId: body.id,
    });
    // Certificates signed under the former one are also valid under this one, because it has the same key.
    const { body: below } = await generate();
    const { certificate } = (await call('getAuthorityCertificate', placed.id)).body;
    const list = (await call('listRevocationLists', top.id)).body[0].crl;
    for (const one of [certificate, below.certificate])
      expect(verify({ certificate: one, above: '', root: body.certificate, lists: [list] })).to.match(/OK\s*$/);
  });

  it('refuses what the parent cannot sign, and changes nothing', async () => {
    const { top, below, created, call, generate, rows, events } = await setting({ ...root, maxPathLength: 1 });
    const flat = await created({ ...root, maxPathLength: 0 }, { name: 'flat' });
    const before = [await rows(), await events()];
    expectError(await generate({ notAfter: '2040-01-01T00:00:01Z' }), 400, 'BadRequest', /may not end after/);
    expectError(await generate({ notBefore: '2029-12-31T23:59:59Z' }), 400, 'BadRequest', /may not begin before/);
    for (const maxPathLength of [1, -1]) expectError(await generate({ maxPathLength }), 400, 'BadRequest', /at most 0/);
    expectError(await generate({ parentCaId: flat.id }), 400, 'BadRequest', /no authorities below/);
    expectError(await generate({ parentCaId: below.id }), 400, 'BadRequest', /not above/);
    expectError(
      await call('generateAuthorityCertificate', below.id, { notAfter: year(2035) }),
      400,
      'BadRequest',
      /no parent here/,
    );
    expectError(await generate({ parentCaId: flat.id }, top.id), 400, 'BadRequest', /is a root/);
    const foreign = await (await newAuthorities(world())).created();
    for (const parentCaId of [foreign.id, 'not-an-id'])
      expectError(await generate({ parentCaId }), 404, 'NotFound', /certificate authority does not exist/);
    expect([await rows(), await events()]).to.deep.equal(before);
    await call('updateCertificateAuthority', top.id, { status: 'disabled' });
    expectError(await generate(), 400, 'BadRequest', /"root" is disabled/);
    await call('updateCertificateAuthority', top.id, { status: 'active' });
    await call('updateCertificateAuthority', below.id, { status: 'disabled' });
    expectError(await generate(), 400, 'BadRequest', /"below" is disabled/);
  });

  it('refuses a cycle of authorities', async () => {
    const { below, created, generate } = await setting();
    const last = await created({ ...intermediate }, { name: 'last' });
    await generate();
    await generate({ parentCaId: below.id, notAfter: year(2034) }, last.id);
    expectError(await generate({ parentCaId: last.id, notAfter: year(2033) }), 400, 'BadRequest', /not above/);
  });

  it('gives concurrent certificates different numbers', async () => {
    const { below, generate, call } = await setting();
    const answers = await Promise.all(Array.from({ length: 4 }, () => generate()));
    expect(answers.map(({ body }) => body.version).sort()).to.deep.equal([1, 2, 3, 4]);
    const last = answers.find(({ body }) => body.version === 4)!.body;
    expect((await call('getAuthorityCertificate', below.id)).body).to.deep.equal(last);
  });

  it('also requires the permission to sign with the parent', async () => {
    const made = await setting();
    const attempt = (as: { token: string }) =>
      world().call('generateAuthorityCertificate', {
        as,
        params: { caId: made.below.id },
        body: { parentCaId: made.top.id, notAfter: year(2035) },
      });
    const may = ruleForName('below', 'issue-ca-certificate', 'sign-intermediate');
    expectError(
      await attempt(await newProjectIdentity(world(), made, may)),
      403,
      'PermissionDenied',
      /sign intermediate certificate authorities/,
    );
    expect(
      (await attempt(await newProjectIdentity(world(), made, [...may, ...ruleForName('root', 'sign-intermediate')])))
        .status,
    ).to.equal(200);
  });

  it('reports all problems of a request', async () => {
    const { below, call, generate, rows } = await setting();
    const before = await rows();
    expectIssues(await call('generateAuthorityCertificate', below.id, {}), 'body notAfter required');
    expectIssues(
      await generate({ notBefore: 'x'.repeat(41), notAfter: 'x'.repeat(41), maxPathLength: 256, parentCaId: '' }),
      'body notBefore too_big',
      'body notAfter too_big',
      'body maxPathLength too_big',
      'body parentCaId too_small',
    );
    expectIssues(await generate({ maxPathLength: -2 }), 'body maxPathLength too_small');
    expectIssues(await generate({ notBefore: 'x', notAfter: 'x' }), 'body notBefore format', 'body notAfter format');
    expectIssues(await generate({ notAfter: start }), 'body notAfter too_small');
    expect(await rows()).to.deep.equal(before);
  });

  testAccess(world, {
    operation: 'generateAuthorityCertificate',
    action: 'issue-ca-certificate',
    body: () => ({ notAfter: year(2041) }),
  });
});
