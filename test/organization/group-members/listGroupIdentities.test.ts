import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('listGroupIdentities', (world) => {
  const setting = async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'member');
    const group = await newGroup(world(), organization);
    const newIdentity = async (name: string) => {
      const identity = await world().newIdentity(organization, 'no-access');
      await world().server.parts.database.transaction(ofInstance, ({ db }) =>
        db('identities').where({ id: identity.id }).update({ name }),
      );
      return identity;
    };
    const list = (query: Record<string, string> = {}) =>
      world().call('listGroupIdentities', { as, params: { id: group.id }, query });
    const names = async (query?: Record<string, string>): Promise<string[]> => {
      const { status, body } = await list(query);
      expect(status, JSON.stringify(body)).to.equal(200);
      return body.machineIdentities.map(({ name }: { name: string }) => name);
    };
    return { organization, as, group, newIdentity, list, names };
  };

  it('lists all machine identities of the organization, with the time of joining for members of the group', async () => {
    const { organization, as, group, newIdentity, list } = await setting();
    expect((await list()).body).to.deep.equal({ machineIdentities: [], totalCount: 0 });
    const member = await newIdentity('beta');
    const other = await newIdentity('Alpha');
    await addToGroup(world(), group, member, as);
    await addToGroup(world(), await newGroup(world(), organization), other);
    await world().newIdentity(await world().newOrganization(), 'member');
    const { status, body } = await list();
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.equal({
      machineIdentities: [
        { id: member.id, name: 'beta', isPartOfGroup: true, joinedGroupAt: '2030-01-01T00:00:00.000Z' },
        { id: other.id, name: 'Alpha', isPartOfGroup: false, joinedGroupAt: null },
      ],
      totalCount: 2,
    });
  });

  it('lists members of the group before all others, each ordered by name and id, on all pages', async () => {
    const { group, newIdentity, list, names } = await setting();
    const others = Array.from({ length: 11 }, (_, number) => `a-${String(number).padStart(2, '0')}`);
    for (const name of others) await newIdentity(name);
    const members = [await newIdentity('twin'), await newIdentity('Twin'), await newIdentity('mine')];
    await addToGroup(world(), group, ...members);
    const twins = members
      .slice(0, 2)
      .map(({ id }) => id)
      .sort();
    const { body } = await list();
    expect(body.machineIdentities.slice(0, 3).map(({ id }: { id: string }) => id)).to.deep.equal([
      members[2]!.id,
      ...twins,
    ]);
    expect(await names({ offset: '3', limit: '100' })).to.deep.equal(others);
    expect((await names({ search: 'i' })).map((name) => name.toLowerCase())).to.deep.equal(['mine', 'twin', 'twin']);
  });

  it('lists only members of the group, or only others, by part of their names', async () => {
    const { group, newIdentity, list, names } = await setting();
    await addToGroup(world(), group, await newIdentity('build-1'), await newIdentity('deploy'));
    await newIdentity('Build_2');
    expect(await names({ filter: 'existingMembers' })).to.deep.equal(['build-1', 'deploy']);
    expect(await names({ filter: 'nonMembers' })).to.deep.equal(['Build_2']);
    expect((await names({ search: 'BUILD' })).sort()).to.deep.equal(['Build_2', 'build-1']);
    expect(await names({ search: '_' })).to.deep.equal(['Build_2']);
    expect(await names({ search: 'build', filter: 'existingMembers' })).to.deep.equal(['build-1']);
    expect((await list({ search: 'build', limit: '1' })).body.totalCount).to.equal(2);
    expectIssues(await list({ filter: 'everything' }), 'query filter enum');
  });

  it('has 10 identities per page by default, and always the total count', async () => {
    const { newIdentity, list, names } = await setting();
    const all = Array.from({ length: 11 }, (_, number) => `runner-${String(number).padStart(2, '0')}`);
    for (const name of all) await newIdentity(name);
    expect(await names()).to.deep.equal(all.slice(0, 10));
    expect(await names({ offset: '9', limit: '100' })).to.deep.equal(all.slice(9));
    expect((await list({ offset: '11' })).body).to.deep.equal({ machineIdentities: [], totalCount: 11 });
  });

  it('validates the request', async () => {
    const { list } = await setting();
    expectIssues(await list({ offset: '-1', limit: '0' }), 'query offset too_small', 'query limit too_small');
    expectIssues(
      await list({ offset: '9007199254740992', limit: '101', search: 'x'.repeat(256) }),
      'query offset too_big',
      'query limit too_big',
      'query search too_big',
    );
    for (const query of [
      { offset: '0', limit: '1' },
      { offset: '2147483647', limit: '100', search: 'x'.repeat(255) },
    ])
      expect((await list(query)).status).to.equal(200);
  });

  it('refuses callers without the permission, and does not find groups of another organization', async () => {
    const { organization, as, group } = await setting();
    const outsider = await world().newIdentity(organization, 'no-access');
    for (const id of [group.id, 'not-an-id'])
      expectError(
        await world().call('listGroupIdentities', { as: outsider, params: { id } }),
        403,
        'PermissionDenied',
        /read groups/,
      );
    const foreign = await newGroup(world(), await world().newOrganization());
    for (const id of [foreign.id, 'not-an-id'])
      expectError(await world().call('listGroupIdentities', { as, params: { id } }), 404, 'NotFound', /group/i);
  });
});
