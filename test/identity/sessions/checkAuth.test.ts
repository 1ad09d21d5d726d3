import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('checkAuth', (world) => {
  it('accepts a user with or without an organization', async () => {
    const user = await world().newUser(await world().newOrganization(), 'no-access');
    for (const token of [user.token, user.loginToken]) {
      const { status, body } = await world().call('checkAuth', { as: { token } });
      expect({ status, body }).to.deep.equal({ status: 200, body: { message: 'Authenticated' } });
    }
  });

  it('is not allowed for machine identities', async () => {
    const as = await world().newIdentity(await world().newOrganization(), 'admin');
    expectError(await world().call('checkAuth', { as }), 403, 'ForbiddenError');
  });

  it('refuses an expired session', async () => {
    const as = await world().newUser(await world().newOrganization(), 'admin');
    await world().clock.later(864_000 - 1, async () =>
      expect((await world().call('checkAuth', { as })).status).to.equal(200),
    );
    await world().clock.later(864_000, async () =>
      expectError(await world().call('checkAuth', { as }), 401, 'TokenError', /expired/),
    );
  });
});
