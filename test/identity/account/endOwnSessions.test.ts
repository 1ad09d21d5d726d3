import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('endOwnSessions', (world) => {
  it('immediately ends all sessions of the user, including the current one, and no others', async () => {
    const organization = await world().newOrganization();
    const user = await world().newUser(organization, 'no-access');
    const other = await world().newUser(organization, 'no-access');
    const credentials = { email: user.email, password: user.password };
    const login = await world().call('login', { body: credentials });

    const { status, body } = await world().call('endOwnSessions', { as: user });
    expect(status).to.equal(200);
    expect(body.message).to.be.a('string');
    for (const token of [user.token, user.loginToken, login.body.accessToken as string]) {
      expectError(await world().call('checkAuth', { as: { token } }), 401, 'TokenError');
    }
    expectError(await world().call('endOwnSessions', { as: user }), 401, 'TokenError');
    expect((await world().call('checkAuth', { as: other })).status).to.equal(200);
    expect((await world().call('login', { body: credentials })).status).to.equal(200);
  });

  it('ends all others with exceptCurrent, and leaves the refresh cookie', async () => {
    const user = await world().newUser(await world().newOrganization(), 'no-access');
    const login = await world().call('login', { body: { email: user.email, password: user.password } });
    const response = await world().call('endOwnSessions', { as: user, query: { exceptCurrent: 'true' } });
    expect(response.status).to.equal(200);
    expect(response.headers).not.to.have.property('set-cookie');
    expect((await world().call('checkAuth', { as: user })).status).to.equal(200);
    expectError(await world().call('checkAuth', { as: { token: login.body.accessToken } }), 401, 'TokenError');
  });
});
