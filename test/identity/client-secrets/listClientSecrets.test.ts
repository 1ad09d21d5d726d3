import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newMachine, newSecret } from '../../support/fixtures/universal-auth.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listClientSecrets', (world) => {
  it('lists client secrets of this identity that are not revoked, the newest first', async () => {
    const machine = await newMachine(world());
    const other = await newMachine(world());
    await newSecret(world(), other);
    const first = await newSecret(world(), machine, { description: 'first' });
    const second = await world().clock.later(1, () => newSecret(world(), machine, { description: 'second' }));
    const revoked = await newSecret(world(), machine);
    await world().call('revokeClientSecret', {
      as: machine.admin,
      params: { ...machine.params, clientSecretId: revoked.id },
    });
    const { status, body } = await world().call('listClientSecrets', { as: machine.admin, params: machine.params });
    expect(status).to.equal(200);
    expect(body.clientSecretData.map(({ id }: { id: string }) => id)).to.deep.equal([second.id, first.id]);
    expect(JSON.stringify(body)).not.to.contain(first.secret);
  });

  it('requires the permission, and an identity of the organization', async () => {
    const { organization, params } = await newMachine(world());
    const member = await world().newUser(organization, 'member');
    expectError(await world().call('listClientSecrets', { as: member, params }), 403, 'PermissionDenied');
    const foreign = await newMachine(world());
    expectError(await world().call('listClientSecrets', { as: foreign.admin, params }), 404, 'NotFound');
  });
});
