import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newInstance, type InstanceWorld } from '../../support/world/instance.ts';
import { databaseKinds } from '../../support/world/world.ts';

for (const kind of databaseKinds) {
  describe(`revokeInstanceAdmin [${kind}]`, () => {
    let world: InstanceWorld;
    beforeEach(async () => {
      world = await newInstance(kind);
    });

    const revoke = (userId: string, as: { token: string } = world.root) =>
      world.call('revokeInstanceAdmin', { as, params: { userId } });

    const newAdministrator = async () => {
      const user = await world.newUser(await world.newOrganization(), 'no-access');
      expect((await world.call('grantInstanceAdmin', { as: world.root, params: { userId: user.id } })).status).to.equal(
        200,
      );
      return user;
    };

    const administrators = async (): Promise<string[]> => {
      const { body } = await world.call('listInstanceUsers', { as: world.machine, query: { adminsOnly: 'true' } });
      return body.users.map(({ id }: { id: string }) => id);
    };

    it('takes effect immediately', async () => {
      const user = await newAdministrator();
      const { status, body } = await revoke(world.root.id, user);
      expect(status).to.equal(200);
      expect(body.user).to.include({ id: world.root.id, superAdmin: false });
      expectError(await world.call('listInstanceUsers', { as: world.root }), 403, 'ForbiddenError');
      expect((await world.call('getOwnAccount', { as: world.root })).body.user.superAdmin).to.equal(false);
      expect((await revoke(world.root.id, user)).body.user.superAdmin).to.equal(false);
    });

    it('is allowed for oneself while there is another administrator', async () => {
      const user = await newAdministrator();
      expect((await revoke(user.id, user)).status).to.equal(200);
      expectError(await revoke(user.id, user), 403, 'ForbiddenError');
    });

    it('keeps the last administrator', async () => {
      for (const as of [world.root, world.machine])
        expectError(await revoke(world.root.id, as), 400, 'BadRequest', /no administrator left/);
      expect(await administrators()).to.deep.equal([world.root.id]);
    });

    it('keeps one administrator under concurrent requests', async () => {
      const users = [world.root, await newAdministrator(), await newAdministrator(), await newAdministrator()];
      const answers = await Promise.all(users.map(({ id }) => revoke(id, world.machine)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 400]);
      expect(await administrators()).to.have.length(1);
    });

    it('keeps one administrator if one is demoted while the other is deleted', async () => {
      const user = await newAdministrator();
      const answers = await Promise.all([
        revoke(world.root.id, world.machine),
        world.call('deleteInstanceUser', { as: world.machine, params: { userId: user.id } }),
      ]);
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400]);
      expect(await administrators()).to.have.length(1);
    });

    it('does not find unknown users, and refuses administrators of an organization', async () => {
      for (const id of [world.machine.id, 'not-an-id', 'x'.repeat(10_000)])
        expectError(await revoke(id), 404, 'NotFound');
      const user = await world.newUser(await world.newOrganization(), 'admin');
      for (const id of [world.root.id, 'no-such-thing']) expectError(await revoke(id, user), 403, 'ForbiddenError');
    });
  });
}
