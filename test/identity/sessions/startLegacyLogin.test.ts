import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('startLegacyLogin', (world) => {
  it('gives every request the same response: 400, like a failed login', async () => {
    const user = await world().newUser(await world().newOrganization(), 'admin');
    const failed = await world().call('login', { body: { email: user.email, password: 'wrong' } });
    for (const body of [
      { email: user.email, clientPublicKey: 'ab' },
      { email: 'nobody@example.com', clientPublicKey: 'ab'.repeat(512) },
      {},
      undefined,
    ]) {
      const response = await world().call('startLegacyLogin', { body });
      expectError(response, 400, 'BadRequest', /^Invalid credentials\.$/);
      expect({ ...response.body, reqId: '' }).to.deep.equal({ ...failed.body, reqId: '' });
      expect(Object.keys(response.headers)).not.to.include('set-cookie');
    }
  });
});
