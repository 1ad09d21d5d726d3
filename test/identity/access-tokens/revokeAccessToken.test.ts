import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { logIn, newLoggedIn } from '../../support/fixtures/universal-auth.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('revokeAccessToken', (world) => {
  const revoke = (accessToken: string) => world().call('revokeAccessToken', { body: { accessToken } });
  const check = (token: string) => world().call('listOrganizations', { as: { token } });

  it('immediately revokes the token with all its renewals, and no other', async () => {
    const machine = await newLoggedIn(world());
    const other = await logIn(world(), machine.clientId, machine.secret);
    const renewed = await world().call('renewAccessToken', { body: { accessToken: machine.token } });
    expect((await revoke(machine.token)).status).to.equal(200);
    for (const token of [machine.token, renewed.body.accessToken]) expectError(await check(token), 401, 'TokenError');
    expect((await check(other.body.accessToken)).status).to.equal(200);
    expectError(await revoke(machine.token), 401, 'TokenError');
  });

  it('also accepts tokens of token auth, and no other types', async () => {
    const { identity, admin } = await newLoggedIn(world());
    expect((await revoke(identity.token)).status).to.equal(200);
    expectError(await check(identity.token), 401, 'TokenError');
    expectError(await revoke(admin.token), 400, 'BadRequest');
    expectError(await revoke('nonsense'), 401, 'TokenError');
  });
});
