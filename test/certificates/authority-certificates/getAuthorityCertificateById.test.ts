import { expect } from 'chai';
import { intermediate, newAuthorities, root, year } from '../../support/fixtures/authorities.ts';
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

  it('shows the parent and the path length that a former certificate has, and no deleted parent', async () => {
    const { created, call } = await newAuthorities(world());
    const first = await created(root, { name: 'first' });
    const second = await created(root, { name: 'second' });
    const below = await created(intermediate, { name: 'below' });
    const order = { notAfter: year(2035) };
    const generate = (parentCaId: string, maxPathLength: number) =>
      call('generateAuthorityCertificate', below.id, { ...order, parentCaId, maxPathLength });
    const { certId: caCertId } = (await generate(first.id, 3)).body;
    await generate(second.id, 0);
    const former = () => call('getAuthorityCertificateById', below.id, undefined, { caCertId });
    expect((await former()).body).to.include({ certId: caCertId, parentCaId: first.id, maxPathLength: 3 });
    await call('deleteCertificateAuthority', first.id);
    expect((await former()).body).to.include({ certId: caCertId, parentCaId: null, maxPathLength: 3 });
  });

  testAccess(world, {
    operation: 'getAuthorityCertificateById',
    action: 'read',
    params: ({ configuration }) => ({ caCertId: configuration.activeCaCertId }),
  });
});
