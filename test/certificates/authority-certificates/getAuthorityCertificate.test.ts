import { expect } from 'chai';
import { intermediate, newAuthorities, start, year } from '../../support/fixtures/authorities.ts';
import { testBorders } from '../borders.ts';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getAuthorityCertificate', (world) => {
  it('has the present one, with those above it', async () => {
    const { created, call } = await newAuthorities(world());
    const top = await created();
    const { status, body } = await call('getAuthorityCertificate', top.id);
    expect(status).to.equal(200);
    const { activeCaCertId: id, serialNumber } = top.configuration;
    expect(body).to.deep.equal({
      id,
      version: 1,
      serialNumber,
      notBefore: start,
      notAfter: year(2040),
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

  it('is not there before there is one', async () => {
    const { created, call } = await newAuthorities(world());
    expectError(
      await call('getAuthorityCertificate', (await created(intermediate)).id),
      404,
      'NotFound',
      /no certificate yet/,
    );
  });

  testBorders(world, { operation: 'getAuthorityCertificate', action: 'read' });
});
