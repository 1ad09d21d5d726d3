import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newInstance, type InstanceWorld } from '../../support/world/instance.ts';
import { databaseKinds } from '../../support/world/world.ts';

for (const kind of databaseKinds) {
  describe(`deleteInstanceUser [${kind}]`, () => {
    let world: InstanceWorld;
    before(async () => {
      world = await newInstance(kind);
    });

    const remove = (userId: string, as: { token: string } = world.root) =>
      world.call('deleteInstanceUser', { as, params: { userId } });

    it('deletes the user with sessions and memberships, and returns one object', async () => {
      const user = await world.newUser(await world.newOrganization(), 'member');
      const { status, body } = await remove(user.id);
      expect(status).to.equal(200);
      expect(body).to.deep.equal({
        users: {
          id: user.id,
          username: user.email,
          email: user.email,
          firstName: 'Test',
          lastName: 'User',
          isEmailVerified: true,
          isAddressProved: true,
          authMethods: ['email'],
          publicKey: null,
          superAdmin: false,
        },
      });
      expectError(await world.call('checkAuth', { as: user }), 401, 'TokenError');
      expectError(
        await world.call('login', { body: { email: user.email, password: user.password } }),
        400,
        'BadRequest',
      );
      expectError(await remove(user.id), 404, 'NotFound');
    });

    it('allows a machine identity', async () => {
      const user = await world.newUser(await world.newOrganization(), 'member');
      expect((await remove(user.id, world.machine)).status).to.equal(200);
    });

    it('does not allow users to delete themselves', async () => {
      expectError(await remove(world.root.id), 400, 'BadRequest', /own account/);
    });

    it('keeps the last instance administrator', async () => {
      expectError(
        await remove(world.root.id, world.machine),
        400,
        'BadRequest',
        /instance would have no administrator/,
      );
      expect((await world.call('checkAuth', { as: world.root })).status).to.equal(200);
    });

    it('keeps the last administrator of an organization, and names it', async () => {
      const organization = await world.newOrganization();
      const [first, second] = [await world.newUser(organization, 'admin'), await world.newUser(organization, 'admin')];
      await world.newIdentity(organization, 'admin');
      expect((await remove(first.id)).status).to.equal(200);
      expectError(await remove(second.id), 400, 'BadRequest', /"Test Organization" would have no administrator/);
      expect((await world.call('checkAuth', { as: second })).status).to.equal(200);

      const idle = await world.newUser(await world.newOrganization(), 'member');
      await world.join(organization, idle, 'admin', false);
      expectError(await remove(second.id), 400, 'BadRequest', /Test Organization/);
      expect((await remove(idle.id)).status, 'an inactive user').to.equal(200);
    });

    it('keeps one administrator of an organization under concurrent requests', async () => {
      const organization = await world.newOrganization();
      const users = [
        await world.newUser(organization, 'admin'),
        await world.newUser(organization, 'admin'),
        await world.newUser(organization, 'admin'),
      ];
      const answers = await Promise.all(users.map(({ id }) => remove(id)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 400]);
    });

    it('creates no session for a concurrent login', async () => {
      const user = await world.newUser(await world.newOrganization(), 'member');
      const [login] = await Promise.all([
        world.call('login', { body: { email: user.email, password: user.password } }),
        remove(user.id),
      ]);
      if (login.status === 200)
        expectError(await world.call('checkAuth', { as: { token: login.body.accessToken } }), 401, 'TokenError');
      else expectError(login, 400, 'BadRequest', /Invalid credentials/);
    });

    it('does not find unknown users', async () => {
      for (const id of [world.machine.id, 'not-an-id', 'a\0b', 'x'.repeat(10_000)])
        expectError(await remove(id), 404, 'NotFound');
    });

    it('is not allowed for administrators of an organization, even of the same one', async () => {
      const organization = await world.newOrganization();
      const [as, member] = [await world.newUser(organization, 'admin'), await world.newUser(organization, 'member')];
      for (const id of [member.id, as.id, 'no-such-thing']) expectError(await remove(id, as), 403, 'ForbiddenError');
      expect((await world.call('checkAuth', { as: member })).status).to.equal(200);
    });
  });
}
