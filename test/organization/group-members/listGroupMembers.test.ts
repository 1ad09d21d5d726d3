import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const at = '2030-01-01T00:00:00.000Z';

onEachDatabase('listGroupMembers', (world) => {
  const rename = (table: 'users' | 'identities', id: string, changes: Record<string, string | null>) =>
    world().server.parts.database.transaction(ofInstance, ({ db }) => db(table).where({ id }).update(changes));

  const setting = async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'member');
    const group = await newGroup(world(), organization);
    const list = (query: Record<string, any> = {}) =>
      world().call('listGroupMembers', { as, params: { id: group.id }, query });
    const names = async (query?: Record<string, any>): Promise<string[]> => {
      const { status, body } = await list(query);
      expect(status, JSON.stringify(body)).to.equal(200);
      return body.members.map(
        (member: any) =>
          member.machineIdentity?.name ??
          ([member.user.firstName, member.user.lastName].filter(Boolean).join(' ') || 'nameless'),
      );
    };
    const addUser = async (firstName: string | null, lastName: string | null, username?: string) => {
      const user = await world().newUser(organization, 'no-access');
      await rename('users', user.id, {
        firstName,
        lastName,
        ...(username && { username: `${username}-${user.id}@example.com` }),
      });
      await addToGroup(world(), group, user);
      return user;
    };
    const addIdentity = async (name: string) => {
      const identity = await world().newIdentity(organization, 'no-access');
      await rename('identities', identity.id, { name });
      await addToGroup(world(), group, identity);
      return identity;
    };
    return { organization, as, group, list, names, addUser, addIdentity };
  };

  it('lists users and machine identities, each in its format', async () => {
    const { list, addUser, addIdentity } = await setting();
    expect((await list()).body).to.deep.equal({ members: [], totalCount: 0 });
    const nameless = await addUser(null, null, 'aaa');
    await rename('users', nameless.id, { email: null });
    const ada = await addUser('Ada', 'Lovelace');
    const runner = await addIdentity('Runner');
    const { status, body } = await list();
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({
      members: [
        {
          id: nameless.id,
          joinedGroupAt: at,
          type: 'user',
          user: {
            id: nameless.id,
            username: `aaa-${nameless.id}@example.com`,
            firstName: null,
            lastName: null,
            email: null,
          },
        },
        {
          id: ada.id,
          joinedGroupAt: at,
          type: 'user',
          user: { id: ada.id, username: ada.email, firstName: 'Ada', lastName: 'Lovelace', email: ada.email },
        },
        {
          id: runner.id,
          joinedGroupAt: at,
          type: 'machineIdentity',
          machineIdentity: { id: runner.id, name: 'Runner' },
        },
      ],
      totalCount: 3,
    });
  });

  it('shows when they joined, and lists only members', async () => {
    const { organization, group, list } = await setting();
    await addToGroup(world(), await newGroup(world(), organization), await world().newUser(organization, 'member'));
    const user = await world().newUser(organization, 'member');
    await world().clock.later(3600, () => addToGroup(world(), group, user));
    const { body } = await list();
    expect(body.members.map(({ id, joinedGroupAt }: any) => ({ id, joinedGroupAt }))).to.deep.equal([
      { id: user.id, joinedGroupAt: '2030-01-01T01:00:00.000Z' },
    ]);
  });

  it('sorts by name in lower case, users without one by username, then by id', async () => {
    const { names, list, addUser, addIdentity } = await setting();
    await addIdentity('delta');
    await addUser('Charlie', null);
    await addUser(null, 'bravo');
    await addUser(null, null, 'echo');
    await addIdentity('Alpha');
    expect(await names()).to.deep.equal(['Alpha', 'bravo', 'Charlie', 'delta', 'nameless']);
    expect(await names({ orderBy: 'name', orderDirection: 'asc' })).to.deep.equal([
      'Alpha',
      'bravo',
      'Charlie',
      'delta',
      'nameless',
    ]);
    expect(await names({ orderDirection: 'desc' })).to.deep.equal(['nameless', 'delta', 'Charlie', 'bravo', 'Alpha']);

    const sameNames = [await addIdentity('Twin'), await addUser('twin', null), await addUser('Twin', null)]
      .map(({ id }) => id)
      .sort();
    for (const orderDirection of ['asc', 'desc']) {
      const { body } = await list({ search: 'twin', orderDirection });
      expect(body.members.map(({ id }: { id: string }) => id)).to.deep.equal(sameNames);
    }
  });

  it('lists the requested types, once or several', async () => {
    const { names, list, addUser, addIdentity } = await setting();
    await addUser('Ada', null);
    await addIdentity('Runner');
    expect(await names({ memberTypeFilter: 'users' })).to.deep.equal(['Ada']);
    expect(await names({ memberTypeFilter: 'machineIdentities' })).to.deep.equal(['Runner']);
    expect(await names({ memberTypeFilter: ['users', 'machineIdentities'] })).to.deep.equal(['Ada', 'Runner']);
    expect(await names({ memberTypeFilter: ['users', 'users'] })).to.deep.equal(['Ada']);
    expect(await names({ memberTypeFilter: '' })).to.deep.equal(['Ada', 'Runner']);
    expect((await list({ memberTypeFilter: 'users' })).body.totalCount).to.equal(1);
    expectIssues(await list({ memberTypeFilter: 'ghosts' }), 'query memberTypeFilter.0 enum');
    expectIssues(await list({ memberTypeFilter: ['users', 'ghosts'] }), 'query memberTypeFilter.1 enum');
    expect(await names({ memberTypeFilter: Array.from({ length: 10 }, () => 'users') })).to.deep.equal(['Ada']);
    expectIssues(
      await list({ memberTypeFilter: Array.from({ length: 11 }, () => 'users') }),
      'query memberTypeFilter too_big',
    );
  });

  it('searches email, username, full name and name case-insensitively, with any characters', async () => {
    const { names, list, addUser, addIdentity } = await setting();
    const ada = await addUser('Ada', 'Lovelace', 'countess');
    await rename('users', ada.id, { email: 'ada_byron+x@example.org' });
    await addUser('Émile', 'Dupont');
    await addIdentity('build_100% (Love)');
    expect(await names({ search: 'ADA LOVE' })).to.deep.equal(['Ada Lovelace']);
    expect(await names({ search: 'Countess' })).to.deep.equal(['Ada Lovelace']);
    expect(await names({ search: '_BYRON+' })).to.deep.equal(['Ada Lovelace']);
    expect(await names({ search: 'émile d' })).to.deep.equal(['Émile Dupont']);
    expect(await names({ search: 'love' })).to.deep.equal(['Ada Lovelace', 'build_100% (Love)']);
    expect(await names({ search: '0%' })).to.deep.equal(['build_100% (Love)']);
    expect(await names({ search: '%' })).to.deep.equal(['build_100% (Love)']);
    expect(await names({ search: 'love', memberTypeFilter: 'users' })).to.deep.equal(['Ada Lovelace']);
    expect((await list({ search: 'no such member' })).body).to.deep.equal({ members: [], totalCount: 0 });
    expect((await list({ search: '' })).body.totalCount).to.equal(3);
    expect((await list({ search: 'x'.repeat(1024) })).body.totalCount).to.equal(0);
    expectIssues(await list({ search: 'x'.repeat(1025) }), 'query search too_big');
  });

  it('has 10 members per page by default, and always the total count', async () => {
    const { names, list, addIdentity } = await setting();
    const all = Array.from({ length: 12 }, (_, number) => `runner-${String(number).padStart(2, '0')}`);
    for (const name of all) await addIdentity(name);
    expect(await names()).to.deep.equal(all.slice(0, 10));
    expect(await names({ offset: '10' })).to.deep.equal(all.slice(10));
    expect(await names({ offset: '1', limit: '2' })).to.deep.equal(all.slice(1, 3));
    expect(await names({ limit: '100' })).to.deep.equal(all);
    expect((await list({ limit: '1' })).body.totalCount).to.equal(12);
    expect((await list({ offset: '12' })).body).to.deep.equal({ members: [], totalCount: 12 });
    expect((await list({ offset: '5', search: '-1' })).body).to.deep.equal({ members: [], totalCount: 2 });
  });

  it('validates the request', async () => {
    const { list } = await setting();
    expectIssues(await list({ offset: '-1', limit: '0' }), 'query offset too_small', 'query limit too_small');
    expectIssues(
      await list({ offset: '9007199254740992', limit: '101' }),
      'query offset too_big',
      'query limit too_big',
    );
    expectIssues(await list({ offset: 'x', limit: '1.5' }), 'query offset type', 'query limit type');
    for (const limit of ['0x10', '1e1', '+1', ' 10', '10 ', '1_0'])
      expectIssues(await list({ limit }), 'query limit type');
    expectIssues(
      await list({ orderBy: 'age', orderDirection: 'up' }),
      'query orderBy enum',
      'query orderDirection enum',
    );
    for (const query of [
      { offset: '0', limit: '1' },
      { offset: '9007199254740991', limit: '100' },
    ])
      expect((await list(query)).status).to.equal(200);
  });

  it('refuses callers without the permission, and does not find groups of another organization', async () => {
    const { organization, as, group } = await setting();
    const outsider = await world().newIdentity(organization, 'no-access');
    for (const id of [group.id, 'not-an-id'])
      expectError(
        await world().call('listGroupMembers', { as: outsider, params: { id } }),
        403,
        'PermissionDenied',
        /read groups/,
      );
    const foreign = await newGroup(world(), await world().newOrganization());
    for (const id of [foreign.id, 'not-an-id'])
      expectError(await world().call('listGroupMembers', { as, params: { id } }), 404, 'NotFound', /group/i);
  });
});
