import { expect } from 'chai';
import { intermediate, newAuthorities } from '../../support/fixtures/authorities.ts';
import { testAccess } from '../access-checks.ts';
import { expectError } from '../../support/expect/expect.ts';
import { asFile, openssl } from '../../support/clients/openssl.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('getAuthorityCsr', (world) => {
  it('returns a signing request that openssl accepts', async () => {
    const { created, call } = await newAuthorities(world());
    const { status, body } = await call(
      'getAuthorityCsr',
      (await created({ ...intermediate, organization: 'Acme' })).id,
    );
    expect(status).to.equal(200);
    expect(Object.keys(body)).to.deep.equal(['csr']);
    const text = openssl('req', '-verify', '-noout', '-text', '-in', asFile(body.csr));
    expect(text).to.include('CN = Below').and.include('O = Acme').and.include('CA:TRUE');
  });

  it('is not allowed for a root', async () => {
    const { created, call } = await newAuthorities(world());
    expectError(await call('getAuthorityCsr', (await created()).id), 400, 'BadRequest', /is a root/);
  });

  testAccess(world, { operation: 'getAuthorityCsr', action: 'read', configuration: intermediate });
});
