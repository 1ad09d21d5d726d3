import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:tls';
import { expect } from 'chai';
import type { Response } from 'supertest';
import { certificateSetting, successful } from '../../support/fixtures/certificates.ts';
import { newOcspRequest, ocspText, readOcspResponse } from '../../support/clients/ocsp.ts';
import { revoke } from '../../support/fixtures/revocations.ts';
import { onDatabase } from '../../support/world/world.ts';

const day = 86_400;

onDatabase('sqlite', 'getOcspResponse', (world) => {
  const setting = async (changes = {}) => {
    const { authority, issued } = await certificateSetting(world());
    const certificate = await issued(changes);
    const { certificate: issuer } = authority.certificate;
    const get = (request: Buffer, headers = {}): Promise<Response> =>
      world().call('getOcspResponse', {
        params: { caId: authority.row.id, request: request.toString('base64') },
        headers,
      });
    return {
      ...certificate,
      ...{ authority, issuer, get },
      request: newOcspRequest(issuer, [certificate.serialNumber]),
      read: (response: Response, at?: string) =>
        readOcspResponse(response.body as Buffer, { issuer, root: issuer }, [certificate.serialNumber], at),
    };
  };

  it('returns a response that caches may keep, until a revocation changes it', async () => {
    const { authority, serialNumber, request, get, read } = await setting();
    const first = successful(await get(request));
    expect(await read(first))
      .to.include('Response verify OK')
      .and.include(': good');
    expect(first.headers).to.include({
      'cache-control': 'public, max-age=60, no-transform, must-revalidate',
      'last-modified': 'Tue, 01 Jan 2030 00:00:00 GMT',
      expires: 'Tue, 01 Jan 2030 12:00:00 GMT',
    });
    expect((await get(request)).body).to.deep.equal(first.body);
    const known = { 'If-None-Match': first.headers.etag! };
    expect((await get(request, known)).status).to.equal(304);
    await revoke(world(), authority.row.id, { serialNumber });
    expect(await read(successful(await get(request, known)))).to.include(': revoked');
  });

  it('repeats a nonce, and then nobody caches the response', async () => {
    const { issuer, serialNumber, get } = await setting();
    const response = await get(newOcspRequest(issuer, [serialNumber], { nonce: true }));
    expect(ocspText(response.body as Buffer)).to.match(/OCSP Nonce:\s+0410[0-9A-F]{32}/);
    expect(response.headers).to.include({ 'cache-control': 'no-store' }).and.not.to.have.property('etag');
  });

  it('is signed by a responder that may do nothing else, and is replaced before its certificate ends', async () => {
    const { request, get, read } = await setting();
    const text = ocspText((await get(request)).body as Buffer);
    expect(text).to.include('OCSP Signing').and.include('OCSP No Check').and.include('CA:FALSE');
    expect(text).to.include('Not Before: Dec 31 23:00:00 2029 GMT').and.include('Not After : Jan  8 00:00:00 2030 GMT');
    const later = await world().clock.later(7.5 * day, () => get(request));
    expect(await read(later, '2030-01-08T12:00:01Z'))
      .to.include('Response verify OK')
      .and.include(': good');
  });

  it('can be stapled to a TLS handshake', async () => {
    const { certificate, privateKey, issuer, request, get, serialNumber } = await setting({
      altNames: 'web.example.com',
      notBefore: '2026-01-01T00:00:00Z',
      ttl: '20y',
    });
    const server = createServer({ cert: certificate, key: privateKey }).listen(0, '127.0.0.1');
    server.on('OCSPRequest', (_certificate, _issuer, staple: (error: null, response: Buffer) => void) => {
      void get(request).then(({ body }) => staple(null, body as Buffer));
    });
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    // The types of Node do not know `requestOCSP` here.
    const options = { port, ca: issuer, servername: 'web.example.com', requestOCSP: true };
    const client = connect(options);
    const [response] = (await once(client, 'OCSPResponse')) as [Buffer];
    client.destroy();
    server.close();
    expect(await readOcspResponse(response, { issuer, root: issuer }, [serialNumber])).to.include(': good');
  });
});
