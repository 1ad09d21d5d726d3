import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { certificateSetting, newRequest, successful } from '../../support/fixtures/certificates.ts';
import { intermediate, newAuthorities, year } from '../../support/fixtures/authorities.ts';
import { askWithOpenssl, newOcspRequest, ocspText, readOcspResponse } from '../../support/clients/ocsp.ts';
import { certificateText } from '../../support/clients/openssl.ts';
import { expectError } from '../../support/expect/expect.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { onDatabase, type World } from '../../support/world/world.ts';

const ask = async (world: World, caId: string, body: Uint8Array) =>
  world.call('askOcspResponder', {
    params: { caId },
    body,
    headers: { 'Content-Type': 'application/ocsp-request' },
  });

const derive = promisify(pbkdf2);

const unknownSerial = '4a'.repeat(16);

onEitherDatabase('askOcspResponder', (world) => {
  const setting = async () => {
    const { authority, admin, issued, project } = await certificateSetting(world());
    const { id: caId } = authority.row;
    const chain = { issuer: authority.certificate.certificate, root: authority.certificate.certificate };
    return {
      ...{ admin, caId, chain, issued, project },
      send: (body: Uint8Array) => ask(world(), caId, body),
      revoke: async (id: string) =>
        successful(
          await world().call('revokeCertificate', {
            as: admin,
            params: { id },
            body: { revocationReason: 'KEY_COMPROMISE' },
          }),
        ),
    };
  };

  it('tells openssl that a certificate is good, at once that it was revoked and why, and which are unknown', async () => {
    const { caId, chain, issued, revoke } = await setting();
    const { serialNumber, certificateId, certificate } = await issued();
    const url = `${world().server.url}/api/v1/cert-manager/ocsp/${caId}`;
    expect(certificateText(certificate)).to.match(new RegExp(`OCSP - URI:\\S+/api/v1/cert-manager/ocsp/${caId}\n`));

    const good = await askWithOpenssl(url, chain, serialNumber);
    expect(good).to.include('Response verify OK').and.include(`0x${serialNumber}: good`);
    expect(good).not.to.include('WARNING');
    await revoke(certificateId);
    const revoked = await askWithOpenssl(url, chain, serialNumber);
    expect(revoked).to.include('Response verify OK').and.include(`0x${serialNumber}: revoked`);
    expect(revoked).to.include('Reason: keyCompromise').and.include('Revocation Time: Jan  1 00:00:00 2030 GMT');
    expect(await askWithOpenssl(url, chain, unknownSerial)).to.include(`0x${unknownSerial}: unknown`);
  });

  it('answers for several certificates at once, and knows the deleted ones that were revoked', async () => {
    const { admin, chain, issued, revoke, send } = await setting();
    const [first, second, third] = [await issued(), await issued(), await issued()];
    await revoke(first.certificateId);
    for (const { certificateId: id } of [first, third])
      successful(await world().call('deleteCertificate', { as: admin, params: { id } }));
    const numbers = [first, second, third].map(({ serialNumber }) => serialNumber);
    const response = successful(await send(newOcspRequest(chain.issuer, numbers, { hash: 'sha256' })));
    expect(response.type).to.equal('application/ocsp-response');
    expect(response.headers['cache-control']).to.equal('no-store');
    expect(ocspText(response.body as Buffer).match(/Cert Status: \w+/g)).to.deep.equal([
      'Cert Status: revoked',
      'Cert Status: good',
      'Cert Status: unknown',
    ]);
  });

  it('knows the authorities that an authority signed, wherever their keys are', async () => {
    const { created, call } = await newAuthorities(world());
    const { id } = await created();
    const { certificate: root } = (await call('getAuthorityCertificate', id)).body;
    const below = await created({ ...intermediate, parentCaId: id, notAfter: year(2035) }, { name: 'below' });
    const renewed = await call('renewAuthorityCertificate', below.id, { type: 'existing', notAfter: year(2036) });
    const body = { csr: newRequest('/CN=Elsewhere').csr, notAfter: year(2035) };
    const elsewhere = successful(await call('signIntermediate', id, body));
    const numbers = [below.configuration, renewed.body, elsewhere.body].map(({ serialNumber }) => serialNumber);
    const response = await ask(world(), id, newOcspRequest(root, numbers));
    expect(await readOcspResponse(response.body as Buffer, { issuer: root, root }, numbers)).to.match(
      /OK(\s+0x\w+: good\s+This.*\s+Next.*){3}/,
    );
  });

  it('refuses what it cannot parse, and what is about another authority', async () => {
    const { caId, chain, issued, send } = await setting();
    const { chain: other } = await setting();
    const { serialNumber } = await issued();
    const good = newOcspRequest(chain.issuer, [serialNumber]);
    const tooMany = newOcspRequest(chain.issuer, Array<string>(21).fill(serialNumber));
    for (const malformed of [Buffer.from('OCSP'), Buffer.alloc(0), good.subarray(0, -1), tooMany])
      expect((await send(malformed)).body).to.deep.equal(Buffer.from('30030a0101', 'hex'));
    const foreign = newOcspRequest(other.issuer, [serialNumber]);
    expect((await send(foreign)).body).to.deep.equal(Buffer.from('30030a0106', 'hex'));
    expectError(await send(Buffer.alloc(4097)), 413, 'PayloadTooLarge', /4096 bytes/);
    const json = await world().call('askOcspResponder', { params: { caId }, body: {} });
    expectError(json, 415, 'UnsupportedMediaType', /application\/ocsp-request/);
  });

  it('does not find authorities without a certificate, and answers for those that are disabled', async () => {
    const { created, call } = await newAuthorities(world());
    const waiting = await created(intermediate);
    for (const caId of [waiting.id, 'unknown-id'])
      expectError(await ask(world(), caId, Buffer.alloc(1)), 404, 'NotFound', /certificate authority does not exist/);
    const { id } = await created(undefined, { name: 'other', status: 'disabled' });
    const { certificate: issuer } = (await call('getAuthorityCertificate', id)).body;
    const response = await ask(world(), id, newOcspRequest(issuer, [unknownSerial]));
    expect(ocspText(response.body as Buffer)).to.include('Cert Status: unknown');
  });
});

onDatabase('sqlite', 'askOcspResponder under load', (world) => {
  it('is 503 with the time to wait for a caller with too many requests at once, and answers the others', async () => {
    const { authority } = await certificateSetting(world());
    const body = newOcspRequest(authority.certificate.certificate, [unknownSerial], { nonce: true });
    let isBusy = true;
    // As many as the threads that sign, so that signatures wait for them.
    const work = Array.from({ length: 4 }, async () => {
      while (isBusy) await derive('password', 'salt', 100_000, 64, 'sha512');
    });
    const responses = await Promise.all(Array.from({ length: 300 }, () => ask(world(), authority.row.id, body)));
    isBusy = false;
    await Promise.all(work);
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused).to.have.length.within(1, responses.length - 64);
    for (const response of refused) {
      expectError(response, 503, 'ServiceUnavailable', /Too many OCSP requests/);
      expect(response.headers['retry-after']).to.equal('2');
    }
    expect((await ask(world(), authority.row.id, body)).status).to.equal(200);
  });
});
