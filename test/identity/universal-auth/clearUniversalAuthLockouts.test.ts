import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { logIn, newMachine, newSecret } from '../../support/fixtures/universal-auth.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('clearUniversalAuthLockouts', (world) => {
  it('removes the lock and the counted failures', async () => {
    const machine = await newMachine(world(), { lockoutThreshold: 1 });
    const { secret } = await newSecret(world(), machine);
    const clear = () => world().call('clearUniversalAuthLockouts', { as: machine.admin, params: machine.params });
    expect((await clear()).body).to.deep.equal({ deleted: 0 });
    await logIn(world(), machine.clientId, 'wrong');
    expectError(await logIn(world(), machine.clientId, secret), 401, 'UnauthorizedError', /locked/);
    expect((await clear()).body).to.deep.equal({ deleted: 1 });
    expect((await logIn(world(), machine.clientId, secret)).status).to.equal(200);
  });

  it('requires the permission to edit identities, and does not find other identities', async () => {
    const { organization, params } = await newMachine(world());
    const as = await world().newUser(organization, 'no-access');
    expectError(await world().call('clearUniversalAuthLockouts', { as, params }), 403, 'PermissionDenied');
    const foreign = await newMachine(world());
    expectError(await world().call('clearUniversalAuthLockouts', { as: foreign.admin, params }), 404, 'NotFound');
  });
});
