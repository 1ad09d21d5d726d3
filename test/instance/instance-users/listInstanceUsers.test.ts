import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newInstance, newInvitee, type InstanceWorld } from '../../support/world/instance.ts';
import { databaseKinds } from '../../support/world/world.ts';

for (const kind of databaseKinds) {
  describe(`listInstanceUsers [${kind}]`, () => {
    let world: InstanceWorld;
    before(async () => {
      world = await newInstance(kind);
      await newInvitee(world, 'carol@example.com', { firstName: 'Carol', lastName: 'Özdemir' });
      await newInvitee(world, 'alice@example.com', { firstName: 'Alice', lastName: 'Under_score' });
      await newInvitee(world, 'bob@example.com', { firstName: '100%', lastName: 'Bang!' });
    });

    const list = (query?: Record<string, string>) =>
      world.call('listInstanceUsers', { as: world.root, ...(query && { query }) });
    const names = async (query: Record<string, string>): Promise<string[]> =>
      (await list(query)).body.users.map(({ username }: { username: string }) => username.split('@')[0]);

    it('lists all users of the server by username, to users and machine identities', async () => {
      const { status, body } = await list();
      expect(status).to.equal(200);
      expect(body.total).to.equal(4);
      expect(body.users.map(({ username }: { username: string }) => username)).to.deep.equal(
        ['alice', 'bob', 'carol', 'root'].map((name) => `${name}@example.com`),
      );
      expect(body.users[0]).to.deep.include({
        email: 'alice@example.com',
        firstName: 'Alice',
        lastName: 'Under_score',
        isEmailVerified: false,
        superAdmin: false,
      });
      expect(body.users[3]).to.deep.equal({
        id: world.root.id,
        username: 'root@example.com',
        email: 'root@example.com',
        firstName: 'Admin',
        lastName: 'User',
        isEmailVerified: true,
        isAddressProved: true,
        authMethods: ['email'],
        publicKey: null,
        superAdmin: true,
      });
      expect((await world.call('listInstanceUsers', { as: world.machine })).body).to.deep.equal(body);
    });

    it('searches username and names case-insensitively', async () => {
      expect(await names({ searchTerm: 'ALI' })).to.deep.equal(['alice']);
      expect(await names({ searchTerm: 'carol öz' })).to.deep.equal(['carol']);
      expect(await names({ searchTerm: 'dmin us' })).to.deep.equal(['root']);
      expect(await names({ searchTerm: '@EXAMPLE' })).to.have.length(4);
      expect(await names({ searchTerm: 'nobody' })).to.deep.equal([]);
      expect(await names({ searchTerm: '' })).to.have.length(4);
    });

    it('does not interpret SQL wildcards', async () => {
      expect(await names({ searchTerm: '_' })).to.deep.equal(['alice']);
      expect(await names({ searchTerm: '%' })).to.deep.equal(['bob']);
      expect(await names({ searchTerm: '!' })).to.deep.equal(['bob']);
      expect(await names({ searchTerm: 'a%e' })).to.deep.equal([]);
      expect(await names({ searchTerm: "' or 1=1 --" })).to.deep.equal([]);
      expect(await names({ searchTerm: '\\' })).to.deep.equal([]);
    });

    it('lists only administrators on request', async () => {
      expect(await names({ adminsOnly: 'true' })).to.deep.equal(['root']);
      expect(await names({ adminsOnly: 'true', searchTerm: 'alice' })).to.deep.equal([]);
      expect(await names({ adminsOnly: 'false' })).to.have.length(4);
    });

    it('supports pagination with the total count', async () => {
      const page = async (query: Record<string, string>) => [await names(query), (await list(query)).body.total];
      expect(await page({ limit: '1' })).to.deep.equal([['alice'], 4]);
      expect(await page({ limit: '2', offset: '1' })).to.deep.equal([['bob', 'carol'], 4]);
      expect(await page({ offset: '4' })).to.deep.equal([[], 4]);
      expect(await page({ searchTerm: 'o', limit: '1', offset: '2147483647' })).to.deep.equal([[], 4]);
      expect(await page({ searchTerm: 'öz', offset: '1' })).to.deep.equal([[], 1]);
    });

    it('has 20 users per page by default, and at most 100', async () => {
      const own = await newInstance(kind);
      for (let i = 0; i < 101; i += 1) await newInvitee(own, `user-${i}@example.com`);
      const count = async (query: Record<string, string>): Promise<number> =>
        (await own.call('listInstanceUsers', { as: own.root, query })).body.users.length;
      expect(await count({})).to.equal(20);
      expect(await count({ limit: '100' })).to.equal(100);
    });

    it('reports all problems of a request', async () => {
      expectIssues(await list({ offset: '-1', limit: '0' }), 'query offset too_small', 'query limit too_small');
      expectIssues(await list({ offset: '2147483648', limit: '101' }), 'query offset too_big', 'query limit too_big');
      expectIssues(await list({ offset: 'one', limit: '1.5' }), 'query offset type', 'query limit type');
      expectIssues(
        await list({ adminsOnly: 'yes', searchTerm: 'x'.repeat(257) }),
        'query adminsOnly enum',
        'query searchTerm too_big',
      );
      expectIssues(await list({ searchTerm: 'a\0b' }), 'query searchTerm invalid');
      expect((await list({ searchTerm: 'x'.repeat(256) })).status).to.equal(200);
    });

    it('is not allowed for administrators of an organization', async () => {
      const organization = await world.newOrganization();
      for (const as of [await world.newUser(organization, 'admin'), await world.newIdentity(organization, 'admin')]) {
        expectError(
          await world.call('listInstanceUsers', { as }),
          403,
          'ForbiddenError',
          /administrators of the instance/,
        );
      }
    });
  });
}
