import { expect } from 'chai';
import { newAuthorities } from '../../support/fixtures/authorities.ts';
import { testAccess } from '../access-checks.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getCertificateAuthority', (world) => {
  it('returns all fields, except its key', async () => {
    const { created, call } = await newAuthorities(world());
    const authority = await created();
    const { status, body } = await call('getCertificateAuthority', authority.id);
    expect(status).to.equal(200);
    expect(body).to.deep.equal(authority);
    expect(JSON.stringify(body)).not.to.match(/sealed|dataKey|PRIVATE/);
  });

  testAccess(world, { operation: 'getCertificateAuthority', action: 'read' });
});
