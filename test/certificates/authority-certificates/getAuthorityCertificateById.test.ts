import { expect } from 'chai';
import { newAuthorities, root, year } from '../../support/fixtures/authorities.ts';
import { testAccess } from '../access-checks.ts';
import { expectError } from '../../support/expect/expect.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('getAuthorityCertificateById', (world) => {
  it('finds former and current certificates, and none of another authority', async () => {
    const { created, call } = await newAuthorities(world());
    const { id } = await created();
    const { body: first } = await call('getAuthorityCertificate', id);
    const { body: second } = await call('renewAuthorityCertificate', id, { type: 'existing', notAfter: year(2041) });
    for (const certificate of [first, second]) {
      const { status, body } = await call('getAuthorityCertificateById', id, undefined, { caCertId: certificate.id });
      expect(status).to.equal(200);
      expect(body).to.deep.equal(certificate);
    }
    const other = await created(root, { name: 'other' });
    for (const caCertId of [other.configuration.activeCaCertId, 'not-an-id'])
      expectError(
        await call('getAuthorityCertificateById', id, undefined, { caCertId }),
        404,
        'NotFound',
        /Certificate not found/,
      );
  });

  testAccess(world, {
    operation: 'getAuthorityCertificateById',
    action: 'read',
    params: ({ configuration }) => ({ caCertId: configuration.activeCaCertId }),
  });
});
