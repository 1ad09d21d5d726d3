import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('logout', (world) => {
  it('immediately ends the session of the token, and no other', async () => {
    const user = await world().newUser(await world().newOrganization(), 'admin');
    const other = await world().call('login', { body: { email: user.email, password: user.password } });

    expect((await world().call('logout', { as: user })).status).to.equal(200);
    expectError(await world().call('checkAuth', { as: user }), 401, 'TokenError');
    expectError(await world().call('logout', { as: user }), 401, 'TokenError');
    expect((await world().call('checkAuth', { as: { token: other.body.accessToken } })).status).to.equal(200);
  });

  it('is not allowed for machine identities', async () => {
    const as = await world().newIdentity(await world().newOrganization(), 'admin');
    expectError(await world().call('logout', { as }), 403, 'ForbiddenError');
  });
});
