import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('endOwnSession', (world) => {
  it('immediately ends this session only', async () => {
    const user = await world().newUser(await world().newOrganization(), 'no-access');
    const login = await world().call('login', { body: { email: user.email, password: user.password } });
    const [latest] = (await world().call('listOwnSessions', { as: user })).body.filter(
      ({ id }: { id: string }) => id !== user.sessionId,
    );

    expect((await world().call('endOwnSession', { as: user, params: { sessionId: latest.id } })).status).to.equal(200);
    expectError(await world().call('checkAuth', { as: { token: login.body.accessToken } }), 401, 'TokenError');
    expect((await world().call('listOwnSessions', { as: user })).body).to.have.length(1);
    expectError(await world().call('endOwnSession', { as: user, params: { sessionId: latest.id } }), 404, 'NotFound');
  });

  it('can end the current session', async () => {
    const user = await world().newUser(await world().newOrganization(), 'admin');
    expect((await world().call('endOwnSession', { as: user, params: { sessionId: user.sessionId } })).status).to.equal(
      200,
    );
    for (const token of [user.token, user.loginToken])
      expectError(await world().call('checkAuth', { as: { token } }), 401, 'TokenError');
  });

  it('does not find sessions of other users, or invalid ids', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const other = await world().newUser(organization, 'admin');
    for (const sessionId of [other.sessionId, other.id, 'not-an-id', "' or 1=1 --", 'a\0b', 'x'.repeat(10_000)]) {
      expectError(await world().call('endOwnSession', { as, params: { sessionId } }), 404, 'NotFound');
    }
    for (const { token } of [as, other])
      expect((await world().call('checkAuth', { as: { token } })).status).to.equal(200);
  });
});
