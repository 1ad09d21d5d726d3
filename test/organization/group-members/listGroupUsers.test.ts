import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { invite, newEmail } from '../../support/fixtures/people.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('listGroupUsers', (world) => {
  const setting = async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const group = await newGroup(world(), organization);
    const rename = (id: string, changes: Record<string, string | null>) =>
      world().server.parts.database.transaction(ofInstance, ({ db }) => db('users').where({ id }).update(changes));
    await rename(as.id, { firstName: 'Zoe', lastName: null });
    const newUser = async (firstName: string | null, lastName: string | null = null) => {
      const user = await world().newUser(organization, 'no-access');
      await rename(user.id, { firstName, lastName });
      return user;
    };
    const list = (query: Record<string, string> = {}) =>
      world().call('listGroupUsers', { as, params: { id: group.id }, query });
    const names = async (query?: Record<string, string>): Promise<string[]> => {
      const { status, body } = await list(query);
      expect(status, JSON.stringify(body)).to.equal(200);
      return body.users.map(({ firstName, username }: any) => firstName ?? username);
    };
    return { organization, as, group, newUser, list, names };
  };

  it('lists all users of the organization, with the time of joining for members of the group', async () => {
    const { organization, as, group, newUser, list } = await setting();
    const ada = await newUser('Ada', 'Lovelace');
    await addToGroup(world(), group, ada, await world().newIdentity(organization, 'member'));
    await addToGroup(world(), await newGroup(world(), organization), as);
    await world().newUser(await world().newOrganization(), 'member');
    const { status, body } = await list();
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({
      users: [
        {
          id: ada.id,
          username: ada.email,
          email: ada.email,
          firstName: 'Ada',
          lastName: 'Lovelace',
          isPartOfGroup: true,
          joinedGroupAt: '2030-01-01T00:00:00.000Z',
        },
        {
          id: as.id,
          username: as.email,
          email: as.email,
          firstName: 'Zoe',
          lastName: null,
          isPartOfGroup: false,
          joinedGroupAt: null,
        },
      ],
      totalCount: 2,
    });
  });

  it('lists invited users, by their usernames', async () => {
    const { as, newUser, names } = await setting();
    await newUser('Ada');
    const email = newEmail(world());
    await invite(world(), as, email);
    expect(await names()).to.deep.equal(['Ada', email, 'Zoe']);
  });

  it('lists only members of the group, or only others', async () => {
    const { group, newUser, list, names } = await setting();
    await addToGroup(world(), group, await newUser('Ada'), await newUser('Charles'));
    await newUser('Grace');
    expect(await names({ filter: 'existingMembers' })).to.deep.equal(['Ada', 'Charles']);
    expect(await names({ filter: 'nonMembers' })).to.deep.equal(['Grace', 'Zoe']);
    expect((await list({ filter: 'existingMembers', limit: '1' })).body.totalCount).to.equal(2);
    expectIssues(await list({ filter: 'everybody' }), 'query filter enum');
  });

  it('searches email, username and full name, or only the username', async () => {
    const { group, newUser, names } = await setting();
    const ada = await newUser('Ada', 'Lovelace');
    await newUser('Grace', 'Hopper');
    await addToGroup(world(), group, ada);
    expect(await names({ search: 'ADA LOVE' })).to.deep.equal(['Ada']);
    expect(await names({ search: ada.id.toUpperCase() })).to.deep.equal(['Ada']);
    expect(await names({ search: '_' })).to.deep.equal([]);
    expect(await names({ username: ada.email.toUpperCase() })).to.deep.equal(['Ada']);
    expect(await names({ username: 'lovelace' })).to.deep.equal([]);
    expect(await names({ username: 'example.com', search: 'hopper' })).to.deep.equal(['Grace']);
    expect(await names({ username: 'example.com', filter: 'existingMembers' })).to.deep.equal(['Ada']);
  });

  it('has 10 users per page by default, and always the total count', async () => {
    const { newUser, list, names } = await setting();
    const all = [...Array.from({ length: 11 }, (_, number) => `user-${String(number).padStart(2, '0')}`), 'Zoe'];
    for (const name of all.slice(0, -1)) await newUser(name);
    expect(await names()).to.deep.equal(all.slice(0, 10));
    expect(await names({ offset: '10', limit: '100' })).to.deep.equal(all.slice(10));
    expect((await list({ offset: '100' })).body).to.deep.equal({ users: [], totalCount: 12 });
  });

  it('validates the request', async () => {
    const { list } = await setting();
    expectIssues(await list({ offset: '-1', limit: '0' }), 'query offset too_small', 'query limit too_small');
    expectIssues(
      await list({ offset: '9007199254740992', limit: '101' }),
      'query offset too_big',
      'query limit too_big',
    );
    expectIssues(
      await list({ search: 'x'.repeat(256), username: 'x'.repeat(256) }),
      'query search too_big',
      'query username too_big',
    );
    for (const query of [
      { offset: '0', limit: '1' },
      { offset: '2147483647', limit: '100' },
      { search: 'x'.repeat(255), username: 'x'.repeat(255) },
    ]) {
      expect((await list(query)).status).to.equal(200);
    }
  });

  it('refuses callers without the permission, and does not find groups of another organization', async () => {
    const { organization, as, group } = await setting();
    const outsider = await world().newIdentity(organization, 'no-access');
    for (const id of [group.id, 'not-an-id'])
      expectError(
        await world().call('listGroupUsers', { as: outsider, params: { id } }),
        403,
        'PermissionDenied',
        /read groups/,
      );
    const foreign = await newGroup(world(), await world().newOrganization());
    for (const id of [foreign.id, 'not-an-id'])
      expectError(await world().call('listGroupUsers', { as, params: { id } }), 404, 'NotFound', /group/i);
  });
});
