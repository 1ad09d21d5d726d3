import { expect } from 'chai';
import { newAuthorities } from '../../support/fixtures/authorities.ts';
import { testBorders } from '../borders.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getCertificateAuthority', (world) => {
  it('answers with all of it, and never with its key', async () => {
    const { created, call } = await newAuthorities(world());
    const authority = await created();
    const { status, body } = await call('getCertificateAuthority', authority.id);
    expect(status).to.equal(200);
    expect(body).to.deep.equal(authority);
    expect(JSON.stringify(body)).not.to.match(/sealed|dataKey|PRIVATE/);
  });

  testBorders(world, { operation: 'getCertificateAuthority', action: 'read' });
});
