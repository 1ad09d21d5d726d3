import { expect } from 'chai';
import { intermediate, newAuthorities, year } from '../../support/fixtures/authorities.ts';
import { testAccess } from '../access-checks.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listAuthorityCertificates', (world) => {
  it('lists all certificates, the newest first', async () => {
    const { created, call } = await newAuthorities(world());
    const { id } = await created();
    const { body: first } = await call('getAuthorityCertificate', id);
    const { body: second } = await call('renewAuthorityCertificate', id, { type: 'existing', notAfter: year(2041) });
    const { status, body } = await call('listAuthorityCertificates', id);
    expect(status).to.equal(200);
    expect(body).to.deep.equal([second, first]);
    expect(
      (await call('listAuthorityCertificates', (await created(intermediate, { name: 'waiting' })).id)).body,
    ).to.deep.equal([]);
  });

  testAccess(world, { operation: 'listAuthorityCertificates', action: 'read' });
});
