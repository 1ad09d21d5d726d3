import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newMachine, newSecret } from '../../support/fixtures/universal-auth.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getClientSecret', (world) => {
  it('returns its fields, also after it was revoked', async () => {
    const machine = await newMachine(world());
    const { id, secret } = await newSecret(world(), machine, { description: 'known' });
    const params = { ...machine.params, clientSecretId: id };
    await world().call('revokeClientSecret', { as: machine.admin, params });
    const { status, body } = await world().call('getClientSecret', { as: machine.admin, params });
    expect(status).to.equal(200);
    expect(body.clientSecretData).to.include({ id, description: 'known', isClientSecretRevoked: true });
    expect(JSON.stringify(body)).not.to.contain(secret);
  });

  it('returns 404 for a client secret of another identity', async () => {
    const machine = await newMachine(world());
    const other = await newMachine(world());
    const { id } = await newSecret(world(), other);
    for (const clientSecretId of [id, 'nonsense']) {
      expectError(
        await world().call('getClientSecret', { as: machine.admin, params: { ...machine.params, clientSecretId } }),
        404,
        'NotFound',
      );
    }
  });

  it('requires the permission', async () => {
    const machine = await newMachine(world());
    const { id } = await newSecret(world(), machine);
    const as = await world().newUser(machine.organization, 'member');
    expectError(
      await world().call('getClientSecret', { as, params: { ...machine.params, clientSecretId: id } }),
      403,
      'PermissionDenied',
    );
  });
});
