import { expect } from 'chai';
import { newAuthorities, root } from '../../support/fixtures/authorities.ts';
import { expectError } from '../../support/expect/expect.ts';
import { asFile, openssl } from '../../support/clients/openssl.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('downloadAuthorityCertificate', (world) => {
  it('returns the certificate as DER without authentication, and 304 for the current ETag', async () => {
    const { created, call } = await newAuthorities(world());
    const { id: caId, configuration } = await created();
    const params = { caId, caCertId: configuration.activeCaCertId };
    const response = await world().call('downloadAuthorityCertificate', { params });
    expect(response.status).to.equal(200);
    expect(response.type).to.equal('application/pkix-cert');
    expect(response.headers['cache-control']).to.equal('public, max-age=86400');
    const { certificate } = (await call('getAuthorityCertificate', caId)).body;
    expect(openssl('x509', '-inform', 'DER', '-in', asFile(response.body as Buffer))).to.equal(certificate);
    const again = await world().call('downloadAuthorityCertificate', {
      params,
      headers: { 'If-None-Match': response.headers.etag! },
    });
    expect(again.status).to.equal(304);
  });

  it('does not find certificates of another authority', async () => {
    const { created } = await newAuthorities(world());
    const [one, other] = [await created(), await created(root, { name: 'other' })];
    for (const params of [
      { caId: one.id, caCertId: other.configuration.activeCaCertId },
      { caId: one.id, caCertId: 'none' },
      { caId: 'none', caCertId: one.configuration.activeCaCertId },
    ]) {
      expectError(
        await world().call('downloadAuthorityCertificate', { params }),
        404,
        'NotFound',
        /Certificate not found/,
      );
    }
  });
});
