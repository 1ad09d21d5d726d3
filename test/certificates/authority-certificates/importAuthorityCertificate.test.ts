import { expect } from 'chai';
import { intermediate, newAuthorities, type TestAuthorities, year } from '../../support/fixtures/authorities.ts';
import { testAccess } from '../access-checks.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { authorityExtensions, newExternalRoot, type ExternalRoot } from '../../support/clients/external-root.ts';
import { asFile, listText, openssl, verify } from '../../support/clients/openssl.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('importAuthorityCertificate', (world) => {
  let externalRoot: ExternalRoot;
  before(() => {
    externalRoot = newExternalRoot();
  });
  const csrOf = async ({ call }: TestAuthorities, { id }: { id: string }): Promise<string> =>
    (await call('getAuthorityCsr', id)).body.csr;
  const setting = async () => {
    const made = await newAuthorities(world());
    const authority = await made.created(intermediate);
    const csr = await csrOf(made, authority);
    return {
      ...made,
      authority,
      csr,
      send: (certificate: string, certificateChain = externalRoot.pem, id = authority.id) =>
        made.call('importAuthorityCertificate', id, { certificate, certificateChain }),
    };
  };

  it('stores an externally signed certificate', async () => {
    const { admin, authority, csr, send, call, created, eventsOfType } = await setting();
    const certificate = externalRoot.sign(csr);
    const { status, body } = await send(
      `some text\r\n${certificate.replaceAll('\n', '\r\n')}`,
      `# the root\n${externalRoot.pem}`,
    );
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({ message: 'The certificate was imported.', caId: authority.id });
    const { body: own } = await call('getAuthorityCertificate', authority.id);
    expect(own).to.include({
      certId: own.id,
      version: 1,
      maxPathLength: -1,
      parentCaId: null,
      certificate,
      certificateChain: externalRoot.pem,
    });
    expect(openssl('x509', '-noout', '-serial', '-in', asFile(certificate)).trim().toLowerCase()).to.equal(
      `serial=${own.serialNumber}`,
    );
    const { body: now } = await call('getCertificateAuthority', authority.id);
    expect(now.status).to.equal('active');
    expect(now.configuration).to.include({
      activeCaCertId: own.id,
      serialNumber: own.serialNumber,
      notAfter: own.notAfter.replace('Z', '.000Z'),
      maxPathLength: -1,
      parentCaId: null,
    });
    const below = await created({ ...intermediate, parentCaId: authority.id, notAfter: year(2031) }, { name: 'below' });
    const { body: last } = await call('getAuthorityCertificate', below.id);
    expect(last.certificateChain).to.equal(certificate + externalRoot.pem);
    const list = (await call('listRevocationLists', authority.id)).body[0].crl;
    // There is no revocation list of the external root.
    openssl(
      'verify',
      '-x509_strict',
      '-attime',
      '1893456001',
      '-crl_check',
      '-CRLfile',
      asFile(list),
      '-CAfile',
      asFile(externalRoot.pem),
      '-untrusted',
      asFile(certificate),
      asFile(last.certificate),
    );
    const eventMetadata = {
      caId: authority.id,
      name: 'root',
      caCertId: own.id,
      serialNumber: own.serialNumber,
      version: 1,
    };
    expect(await eventsOfType('import-certificate-authority-cert')).to.deep.equal([
      { actorId: admin.id, eventType: 'import-certificate-authority-cert', eventMetadata },
    ]);
    expectError(
      await call('renewAuthorityCertificate', authority.id, { type: 'existing', notAfter: year(2031) }),
      400,
      'BadRequest',
      /no parent here/,
    );
    await send(externalRoot.sign(csr));
    expect(
      (await call('listAuthorityCertificates', authority.id)).body.map(({ version }: any) => version),
    ).to.deep.equal([2, 1]);
  });

  it('accepts a certificate that another authority of the project signed, which becomes its parent', async () => {
    const { created, call } = await newAuthorities(world());
    const top = await created();
    const below = await created({ ...intermediate, parentCaId: top.id }, { name: 'below' });
    const { csr } = (await call('getAuthorityCsr', below.id)).body;
    const { body: signed } = await call('signIntermediate', top.id, { csr, notAfter: year(2035), maxPathLength: 0 });
    const { certificate, certificateChain } = signed;
    expect((await call('importAuthorityCertificate', below.id, { certificate, certificateChain })).status).to.equal(
      200,
    );
    expect((await call('getCertificateAuthority', below.id)).body.configuration).to.include({
      parentCaId: top.id,
      maxPathLength: 0,
      serialNumber: signed.serialNumber,
      notAfter: year(2035),
    });
    expect((await call('getAuthorityCertificate', below.id)).body).to.include({ parentCaId: top.id, maxPathLength: 0 });
    const lists = await Promise.all(
      [top, below].map(async ({ id }) => (await call('listRevocationLists', id)).body[0].crl),
    );
    expect(verify({ certificate, above: '', root: certificateChain, lists })).to.match(/OK\s*$/);
    expect(
      (await call('renewAuthorityCertificate', below.id, { type: 'existing', notAfter: year(2036) })).status,
    ).to.equal(200);
  });

  it('accepts a certificate without a key identifier, and still signs verifiable revocation lists', async () => {
    const { authority, csr, send, call } = await setting();
    const certificate = externalRoot.sign(csr, 'basicConstraints=critical,CA:TRUE');
    expect((await send(certificate)).status).to.equal(200);
    expect(listText((await call('listRevocationLists', authority.id)).body[0].crl, certificate)).to.match(
      /CRL Number:\s+1/,
    );
  });

  it('applies path length limits of the authorities above', async () => {
    const { authority, csr, send, call } = await setting();
    const narrow = newExternalRoot('-addext', 'basicConstraints=critical,CA:TRUE,pathlen:3');
    expect((await send(narrow.sign(csr), narrow.pem)).status).to.equal(200);
    expect((await call('getCertificateAuthority', authority.id)).body.configuration.maxPathLength).to.equal(2);
    const none = newExternalRoot('-addext', 'basicConstraints=critical,CA:TRUE,pathlen:0');
    expectIssues(await send(none.sign(csr), none.pem), 'body certificateChain invalid');
  });

  it('refuses invalid chains, and changes nothing', async () => {
    const { csr, send, rows, events, authority, call } = await setting();
    const before = [await rows(), await events()];
    const certificate = externalRoot.sign(csr);
    const garbled = certificate.replace(/\n[\w+/]{20}/, `\n${'A'.repeat(20)}`);
    const headed = certificate.replace('\n', '\nComment: not a part of it\n\n');
    for (const bad of [
      'nothing',
      garbled,
      headed,
      certificate + certificate,
      externalRoot.sign(csr, 'basicConstraints=CA:FALSE'),
      externalRoot.sign(csr, 'basicConstraints=critical,CA:TRUE\nkeyUsage=digitalSignature'),
      externalRoot.sign(csr, authorityExtensions, 1),
    ]) {
      expectIssues(await send(bad), 'body certificate invalid');
    }
    const another = newExternalRoot();
    for (const chain of [
      'nothing',
      certificate,
      another.pem,
      externalRoot.pem + another.pem,
      externalRoot.pem.repeat(11),
    ])
      expectIssues(await send(certificate, chain), 'body certificateChain invalid');
    expectIssues(
      await call('importAuthorityCertificate', authority.id, {}),
      'body certificate required',
      'body certificateChain required',
    );
    expectIssues(await send('', ''), 'body certificate too_small', 'body certificateChain too_small');
    expectIssues(
      await send('x'.repeat(16385), 'x'.repeat(131_073)),
      'body certificate too_big',
      'body certificateChain too_big',
    );
    expectIssues(await send('x'.repeat(16384), 'x'.repeat(131_072)), 'body certificate invalid');
    expect([await rows(), await events()]).to.deep.equal(before);
  });

  it('refuses a certificate for another key or name, for a root, and for a disabled authority', async () => {
    const made = await setting();
    const { csr, send, created, call, authority } = made;
    const certificate = externalRoot.sign(csr);
    const other = await created(intermediate, { name: 'other' });
    expectError(
      await send(externalRoot.sign(await csrOf(made, other))),
      400,
      'BadRequest',
      /key of the certificate is not that of/,
    );
    expectError(
      await send(externalRoot.sign(csr, undefined, undefined, '/CN=Somebody else')),
      400,
      'BadRequest',
      /certificate is "CN=Somebody else"/,
    );
    expectError(
      await send(certificate, externalRoot.pem, (await created(undefined, { name: 'top' })).id),
      400,
      'BadRequest',
      /is a root/,
    );
    await call('updateCertificateAuthority', authority.id, { status: 'disabled' });
    expectError(await send(certificate), 400, 'BadRequest', /disabled/);
  });

  testAccess(world, {
    operation: 'importAuthorityCertificate',
    action: 'issue-ca-certificate',
    configuration: intermediate,
    body: async (made, authority) => ({
      certificate: externalRoot.sign(await csrOf(made, authority)),
      certificateChain: externalRoot.pem,
    }),
  });
});
