import { expect } from 'chai';
import { intermediate, newAuthorities, year } from '../../support/fixtures/authorities.ts';
import { testAccess } from '../access-checks.ts';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('deleteCertificateAuthority', (world) => {
  it('deletes the authority with all related rows, and removes it as parent of others', async () => {
    const { admin, created, call, eventsOfType, rows } = await newAuthorities(world());
    const top = await created();
    const below = await created({ ...intermediate, parentCaId: top.id, notAfter: year(2035) }, { name: 'below' });
    const [{ id: crlId }] = (await call('listRevocationLists', top.id)).body;
    const { status, body } = await call('deleteCertificateAuthority', top.id);
    expect(status).to.equal(200);
    expect(body).to.deep.equal(top);
    for (const id of ['getCertificateAuthority', 'deleteCertificateAuthority', 'listRevocationLists'] as const)
      expectError(await call(id, top.id), 404, 'NotFound', /certificate authority does not exist/);
    expectError(await world().call('downloadRevocationList', { params: { crlId } }), 404, 'NotFound');
    expectError(
      await world().call('downloadAuthorityCertificate', {
        params: { caId: top.id, caCertId: top.configuration.activeCaCertId },
      }),
      404,
      'NotFound',
    );
    expect((await call('getCertificateAuthority', below.id)).body).to.deep.equal({
      ...below,
      configuration: { ...below.configuration, parentCaId: null },
    });
    expect(((await rows()) as unknown[][]).map(({ length }) => length)).to.deep.equal([1, 1, 1]);
    expect(await eventsOfType('delete-certificate-authority')).to.deep.equal([
      {
        actorId: admin.id,
        eventType: 'delete-certificate-authority',
        eventMetadata: { caId: top.id, name: 'root', type: 'root', status: 'active' },
      },
    ]);
    await created();
  });

  testAccess(world, { operation: 'deleteCertificateAuthority', action: 'delete' });
});
