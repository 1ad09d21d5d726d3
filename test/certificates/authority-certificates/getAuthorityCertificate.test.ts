import { expect } from 'chai';
import { intermediate, newAuthorities, year } from '../../support/fixtures/authorities.ts';
import { testAccess } from '../access-checks.ts';
import { expectError } from '../../support/expect/expect.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('getAuthorityCertificate', (world) => {
  it('returns the current certificate with its chain', async () => {
    const { created, call } = await newAuthorities(world());
    const top = await created();
    const { status, body } = await call('getAuthorityCertificate', top.id);
    expect(status).to.equal(200);
    const { activeCaCertId: id, serialNumber } = top.configuration;
    expect(body).to.deep.equal({
      id,
      certId: id,
      version: 1,
      serialNumber,
      notBefore: '2030-01-01T00:00:00Z',
      notAfter: '2040-01-01T00:00:00Z',
      maxPathLength: -1,
      parentCaId: null,
      certificate: body.certificate,
      certificateChain: '',
    });
    expect(body.certificate).to.match(/^-----BEGIN CERTIFICATE-----\n[\w+/=\n]+\n-----END CERTIFICATE-----\n$/);
    const middle = await created({ ...intermediate, parentCaId: top.id, notAfter: year(2035) }, { name: 'middle' });
    const last = await created({ ...intermediate, parentCaId: middle.id, notAfter: year(2034) }, { name: 'last' });
    const { certificate } = (await call('getAuthorityCertificate', middle.id)).body;
    expect((await call('getAuthorityCertificate', last.id)).body.certificateChain).to.equal(
      `${certificate}${body.certificate}`,
    );
  });

  it('returns 404 before there is a certificate', async () => {
    const { created, call } = await newAuthorities(world());
    expectError(
      await call('getAuthorityCertificate', (await created(intermediate)).id),
      404,
      'NotFound',
      /no certificate yet/,
    );
  });

  testAccess(world, { operation: 'getAuthorityCertificate', action: 'read' });
});
