import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newInstance, newInvitee, type InstanceWorld } from '../../support/world/instance.ts';
import { databaseKinds } from '../../support/world/world.ts';

for (const kind of databaseKinds) {
  describe(`deleteInstanceUsers [${kind}]`, () => {
    let world: InstanceWorld;
    before(async () => {
      world = await newInstance(kind);
    });

    const remove = (userIds: unknown, as: { token: string } = world.root) =>
      world.call('deleteInstanceUsers', { as, body: { userIds } });
    const isThere = async (username: string): Promise<boolean> =>
      (await world.call('listInstanceUsers', { as: world.root, query: { searchTerm: username } })).body.total === 1;

    it('deletes all users, and returns them in the order of the request', async () => {
      const ids: string[] = [];
      for (let i = 0; i < 100; i += 1) ids.push(await newInvitee(world, `many-${i}@example.com`));
      const { status, body } = await remove([...ids].reverse(), world.machine);
      expect(status).to.equal(200);
      expect(body.users.map(({ id }: { id: string }) => id)).to.deep.equal(ids.reverse());
      expect(await isThere('many-')).to.equal(false);
    });

    it('handles a repeated id once', async () => {
      const id = await newInvitee(world, 'twice@example.com');
      expect((await remove([id, id])).body.users).to.have.length(1);
    });

    it('deletes all users or none', async () => {
      const id = await newInvitee(world, 'stays@example.com');
      expectError(await remove([id, 'no-such-thing']), 404, 'NotFound', /no-such-thing/);
      expectError(await remove([id, world.root.id]), 400, 'BadRequest', /own account/);
      expectError(
        await remove([id, world.root.id], world.machine),
        400,
        'BadRequest',
        /instance would have no administrator/,
      );
      expect(await isThere('stays@example.com')).to.equal(true);
    });

    it('keeps one instance administrator, whatever ids are given', async () => {
      const own = await newInstance(kind);
      const other = await own.newUser(await own.newOrganization(), 'member');
      await own.call('grantInstanceAdmin', { as: own.root, params: { userId: other.id } });
      const both = await own.call('deleteInstanceUsers', {
        as: own.machine,
        body: { userIds: [own.root.id, other.id] },
      });
      expectError(both, 400, 'BadRequest', /instance would have no administrator/);
    });

    it('keeps an administrator of each organization, considering all given users', async () => {
      const organization = await world.newOrganization();
      const [first, second, third] = [
        await world.newUser(organization, 'admin'),
        await world.newUser(organization, 'admin'),
        await world.newUser(organization, 'member'),
      ];
      expectError(await remove([first.id, second.id]), 400, 'BadRequest', /"Test Organization"/);
      for (const as of [first, second]) expect((await world.call('checkAuth', { as })).status).to.equal(200);
      expect((await remove([first.id, third.id])).status).to.equal(200);
    });

    it('reports all problems of a request', async () => {
      expectIssues(await world.call('deleteInstanceUsers', { as: world.root }), 'body userIds required');
      expectIssues(await remove([]), 'body userIds too_small');
      expectIssues(await remove(Array.from({ length: 101 }, (_, i) => String(i))), 'body userIds too_big');
      expectIssues(await remove(['', 7]), 'body userIds.0 too_small', 'body userIds.1 type');
      expectIssues(await remove('all'), 'body userIds type');
    });

    it('is not allowed for administrators of an organization', async () => {
      const organization = await world.newOrganization();
      const [as, member] = [await world.newUser(organization, 'admin'), await world.newUser(organization, 'member')];
      expectError(await remove([member.id], as), 403, 'ForbiddenError');
      expect((await world.call('checkAuth', { as: member })).status).to.equal(200);
    });
  });
}
