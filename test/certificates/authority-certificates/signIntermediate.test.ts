import { expect } from 'chai';
import { intermediate, newAuthorities, root, start, year } from '../../support/fixtures/authorities.ts';
import { testAccess } from '../access-checks.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { asFile, certificateText, openssl, verify } from '../../support/clients/openssl.ts';
import { longestName, unsupportedNames, requestForName } from '../../support/fixtures/signing-requests.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

/** A signing request of an external authority. */
const request = (subject: string, ...options: string[]): string => {
  const file = asFile('');
  openssl(
    'req',
    '-new',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    asFile(''),
    '-out',
    file,
    '-subj',
    subject,
    ...options,
  );
  return openssl('req', '-in', file);
};

onEitherDatabase('signIntermediate', (world) => {
  let csr: string;
  before(() => {
    csr = request('/C=FR/O=Elsewhere/CN=Their authority');
  });
  const setting = async (configuration: object = root) => {
    const made = await newAuthorities(world());
    const top = await made.created(configuration);
    return {
      ...made,
      top,
      sign: (body: object = {}, id = top.id) =>
        made.call('signIntermediate', id, { csr, notAfter: year(2035), ...body }),
    };
  };

  it('signs an external key and name', async () => {
    const { admin, top, sign, call, eventsOfType, rows } = await setting();
    const before = await rows();
    const { status, body } = await sign({ notBefore: '2030-06-01T00:00:00Z', maxPathLength: 1 });
    expect(status, JSON.stringify(body)).to.equal(200);
    const { certificate, serialNumber } = body;
    const { certificate: rootPem } = (await call('getAuthorityCertificate', top.id)).body;
    expect(body).to.deep.equal({ certificate, issuingCaCertificate: rootPem, certificateChain: rootPem, serialNumber });
    const text = certificateText(certificate);
    expect(text)
      .to.include('C = FR, O = Elsewhere, CN = Their authority')
      .and.include('CA:TRUE, pathlen:1')
      .and.include('Not Before: Jun  1 00:00:00 2030')
      .and.include('Not After : Jan  1 00:00:00 2035');
    const list = (await call('listRevocationLists', top.id)).body[0].crl;
    expect(verify({ certificate, above: '', root: rootPem, lists: [list], at: '2030-06-02T00:00:00Z' })).to.match(
      /CRL has expired|OK\s*$/,
    );
    expect(await rows()).to.deep.equal(before);
    const eventMetadata = { caId: top.id, name: 'root', dn: 'CN=Their authority,O=Elsewhere,C=FR', serialNumber };
    expect(await eventsOfType('sign-intermediate')).to.deep.equal([
      { actorId: admin.id, eventType: 'sign-intermediate', eventMetadata },
    ]);
  });

  it('returns the full chain of an authority below others', async () => {
    const { top, created, sign, call } = await setting();
    const below = await created({ ...intermediate, parentCaId: top.id, notAfter: year(2035) }, { name: 'below' });
    const { body } = await sign({}, below.id);
    const own = (await call('getAuthorityCertificate', below.id)).body;
    expect(body).to.include({
      issuingCaCertificate: own.certificate,
      certificateChain: `${own.certificate}${own.certificateChain}`,
    });
    const lists = await Promise.all(
      [top, below].map(async ({ id }) => (await call('listRevocationLists', id)).body[0].crl),
    );
    expect(
      verify({ certificate: body.certificate, above: own.certificate, root: own.certificateChain, lists }),
    ).to.match(/OK\s*$/);
  });

  it('limits the certificate by that of the authority', async () => {
    const { top, created, sign, call, events } = await setting({ ...root, maxPathLength: 1 });
    const flat = await created({ ...root, maxPathLength: 0 }, { name: 'flat' });
    const waiting = await created(intermediate, { name: 'waiting' });
    const before = await events();
    expectError(await sign({ notAfter: '2040-01-01T00:00:01Z' }), 400, 'BadRequest', /may not end after/);
    expectError(await sign({ notBefore: '2029-12-31T23:59:59Z' }), 400, 'BadRequest', /may not begin before/);
    for (const maxPathLength of [1, -1]) expectError(await sign({ maxPathLength }), 400, 'BadRequest', /at most 0/);
    expectError(await sign({}, flat.id), 400, 'BadRequest', /no authorities below/);
    expectError(await sign({}, waiting.id), 400, 'BadRequest', /no certificate yet/);
    expect(certificateText((await sign()).body.certificate)).to.include('pathlen:0');
    await call('updateCertificateAuthority', top.id, { status: 'disabled' });
    expectError(await sign(), 400, 'BadRequest', /disabled/);
    expect((await events()).map(({ eventType }) => eventType)).to.have.members([
      ...before.map(({ eventType }) => eventType),
      'sign-intermediate',
      'update-certificate-authority',
    ]);
  });

  it('accepts a request with other names, and certifies none of them', async () => {
    const { status, body } = await (
      await setting()
    ).sign({ csr: request('/CN=Their authority', '-addext', 'subjectAltName=otherName:1.2.3.4;UTF8:x') });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(certificateText(body.certificate)).not.to.include('Alternative Name');
  });

  it('refuses requests that are altered, have no name, or an unsupported key', async () => {
    const { sign } = await setting();
    const altered = csr.replace(/([\w+/])([\w+/])([\w+/=]*\n-----END)/, '$2$1$3');
    const wrong = [
      'nothing',
      csr.slice(0, 300),
      request('/CN=Weak', '-newkey', 'rsa:1024'),
      request('/emailAddress=only@example.com'),
      ...(altered === csr ? [] : [altered]),
    ];
    for (const bad of wrong) expectIssues(await sign({ csr: bad }), 'body csr invalid');
  });

  it('refuses names that no certificate can have', async () => {
    const { sign, events } = await setting();
    const before = await events();
    for (const name of unsupportedNames)
      expectIssues(await sign({ csr: await requestForName(name) }), 'body csr invalid');
    expect(await events()).to.deep.equal(before);
    expect((await sign({ csr: await requestForName(longestName) })).status).to.equal(200);
  });

  it('refuses names that no authority can have', async () => {
    const { sign } = await setting();
    for (const subject of ['/CN=a\nb', '/CN=x/O=a\u0007'])
      expectIssues(await sign({ csr: request(subject) }), 'body csr invalid');
    expect((await sign({ csr: request('/CN=a\nb') })).body.message[0].message).to.equal(
      'has control characters in its subject',
    );
  });

  it('reports all problems of a request', async () => {
    const { top, sign, call } = await setting();
    expectIssues(await call('signIntermediate', top.id, {}), 'body csr required', 'body notAfter required');
    expectIssues(await sign({ csr: '', maxPathLength: -2 }), 'body csr too_small', 'body maxPathLength too_small');
    expectIssues(
      await sign({ csr: 'x'.repeat(16385), maxPathLength: 256, notBefore: 'x'.repeat(41), notAfter: 'x'.repeat(41) }),
      'body csr too_big',
      'body maxPathLength too_big',
      'body notBefore too_big',
      'body notAfter too_big',
    );
    expectIssues(await sign({ csr: 'x'.repeat(16384) }), 'body csr invalid');
    expectIssues(await sign({ notBefore: 'x', notAfter: start }), 'body notBefore format', 'body notAfter too_small');
  });

  testAccess(world, {
    operation: 'signIntermediate',
    action: 'sign-intermediate',
    body: () => ({ csr, notAfter: year(2035) }),
  });
});
