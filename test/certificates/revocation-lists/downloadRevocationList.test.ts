import { expect } from 'chai';
import { intermediate, newAuthorities } from '../../support/fixtures/authorities.ts';
import { expectError } from '../../support/expect/expect.ts';
import { certificateText } from '../../support/clients/openssl.ts';
import { readDerList, revoke } from '../../support/fixtures/revocations.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('downloadRevocationList', (world) => {
  const setting = async () => {
    const made = await newAuthorities(world());
    const { id } = await made.created();
    const [{ id: crlId, crl }] = (await made.call('listRevocationLists', id)).body;
    return {
      ...made,
      id,
      crlId: crlId as string,
      crl: crl as string,
      download: (headers = {}) => world().call('downloadRevocationList', { params: { crlId }, headers }),
    };
  };

  it('returns the list as DER without authentication', async () => {
    const { crl, download } = await setting();
    const response = await download();
    expect(response.status).to.equal(200);
    expect(response.type).to.equal('application/pkix-crl');
    expect(response.headers['cache-control']).to.equal('public, no-cache');
    expect((response.body as Buffer).toString('base64')).to.equal(crl.replaceAll(/-----.*-----|\n/g, ''));
  });

  it('shows a revocation immediately, also to clients with an earlier ETag', async () => {
    const { id, download } = await setting();
    const { headers } = await download();
    const known = { 'If-None-Match': headers.etag! };
    expect((await download(known)).status).to.equal(304);
    const serialNumber = await revoke(world(), id);
    const { status, body } = await download(known);
    expect(status).to.equal(200);
    expect(readDerList(body as Buffer)).to.deep.include({ number: 2, serialNumbers: [serialNumber] });
  });

  it('is available at the URL in certificates, also if the authority is disabled', async () => {
    const { id, crlId, created, call, download } = await setting();
    const below = await created(
      { ...intermediate, parentCaId: id, notAfter: '2031-01-01T00:00:00Z' },
      { name: 'below' },
    );
    const { certificate } = (await call('getAuthorityCertificate', below.id)).body;
    expect(certificateText(certificate)).to.include(`/api/v1/cert-manager/crl/${crlId}/der`);
    await call('updateCertificateAuthority', id, { status: 'disabled' });
    const serialNumber = await revoke(world(), id);
    expect(readDerList((await download()).body as Buffer).serialNumbers).to.deep.equal([serialNumber]);
  });

  it('does not find other lists, or those of an authority without a certificate', async () => {
    const { created } = await newAuthorities(world());
    const waiting = await created(intermediate);
    const { id } = (await world().server.parts.stores.revocationLists.findByAuthority(waiting.id))!;
    for (const crlId of [id, 'not-an-id', waiting.id])
      expectError(
        await world().call('downloadRevocationList', { params: { crlId } }),
        404,
        'NotFound',
        /Revocation list not found/,
      );
  });
});
