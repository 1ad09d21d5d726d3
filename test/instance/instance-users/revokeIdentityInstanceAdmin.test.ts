import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newInstance, type InstanceWorld } from '../../support/world/instance.ts';
import { databaseKinds } from '../../support/world/world.ts';

for (const kind of databaseKinds) {
  describe(`revokeIdentityInstanceAdmin [${kind}]`, () => {
    let world: InstanceWorld;
    before(async () => {
      world = await newInstance(kind);
    });

    const revoke = (identityId: string, as: { token: string } = world.root) =>
      world.call('revokeIdentityInstanceAdmin', { as, params: { identityId } });

    it('is not allowed for administrators of an organization, and reveals nothing to them', async () => {
      const as = await world.newUser(await world.newOrganization(), 'admin');
      for (const id of [world.machine.id, 'no-such-thing']) expectError(await revoke(id, as), 403, 'ForbiddenError');
      expect((await world.call('listInstanceIdentities', { as: world.machine })).status).to.equal(200);
    });

    it('does not find invalid ids', async () => {
      for (const id of [world.root.id, 'not-an-id', 'x'.repeat(10_000)]) expectError(await revoke(id), 404, 'NotFound');
    });

    it('takes effect immediately, and changes nothing else', async () => {
      const expected = { identity: { id: world.machine.id, name: 'Instance Admin Identity', isInstanceAdmin: false } };
      const { status, body } = await revoke(world.machine.id, world.machine);
      expect(status).to.equal(200);
      expect(body).to.deep.equal(expected);
      expectError(await world.call('listInstanceIdentities', { as: world.machine }), 403, 'ForbiddenError');
      expect((await world.call('listOrganizations', { as: world.machine })).body.organizations[0].userRole).to.equal(
        'admin',
      );
      expect((await revoke(world.machine.id)).body).to.deep.equal(expected);
    });
  });
}
