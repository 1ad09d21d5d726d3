import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newGroup } from '../../support/fixtures/groups.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listOrganizationGroups', (world) => {
  const setting = async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'member');
    const role = await world().newRole(organization, []);
    await newGroup(world(), await world().newOrganization(), { name: 'Foreign' });
    const groups = {
      beta: await newGroup(world(), organization, { name: 'Beta', role }),
      alpha: await newGroup(world(), organization, { name: 'Alpha', role: 'member' }),
      gamma: await newGroup(world(), organization, { name: 'Gamma 100%' }),
    };
    const list = (query: Record<string, string | string[]> = {}) =>
      world().call('listOrganizationGroups', { as, query: query as Record<string, string> });
    const found = async (query?: Record<string, string | string[]>) => {
      const { body } = await list(query);
      return [...body.groupMemberships.map(({ group }: any) => group.name), body.totalCount];
    };
    return { organization, role, groups, list, found };
  };

  it('lists the groups of the organization with their roles', async () => {
    const { list, groups } = await setting();
    const { status, body } = await list({ limit: '1' });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.totalCount).to.equal(3);
    expect(body.groupMemberships.map(({ id, groupId }: any) => [id, groupId])).to.deep.equal([
      [groups.alpha.id, groups.alpha.id],
    ]);
  });

  it('sorts by name, slug and role, and supports pagination', async () => {
    const { found } = await setting();
    expect(await found()).to.deep.equal(['Alpha', 'Beta', 'Gamma 100%', 3]);
    expect(await found({ orderDirection: 'desc', limit: '2' })).to.deep.equal(['Gamma 100%', 'Beta', 3]);
    expect(await found({ offset: '2', limit: '2' })).to.deep.equal(['Gamma 100%', 3]);
    expect(await found({ offset: '7' })).to.deep.equal([3]);
    expect(await found({ orderBy: 'role' }), 'member, no-access, role-…').to.deep.equal([
      'Alpha',
      'Gamma 100%',
      'Beta',
      3,
    ]);
    expect(await found({ orderBy: 'slug' })).to.have.length(4);
  });

  it('filters by part of name or slug, and by role', async () => {
    const { found, role, groups } = await setting();
    expect(await found({ search: 'ALPH' })).to.deep.equal(['Alpha', 1]);
    expect(await found({ search: '0%' })).to.deep.equal(['Gamma 100%', 1]);
    expect(await found({ search: groups.beta.slug.slice(6) })).to.deep.equal(['Beta', 1]);
    expect(await found({ roles: 'member' })).to.deep.equal(['Alpha', 1]);
    expect(await found({ roles: ['member', role.slug] })).to.deep.equal(['Alpha', 'Beta', 2]);
    expect(await found({ roles: 'custom' })).to.deep.equal([0]);
  });

  it('limits the query', async () => {
    const { list } = await setting();
    expectIssues(await list({ limit: '0' }), 'query limit too_small');
    expectIssues(
      await list({ limit: '101', orderBy: 'id', orderDirection: 'up' }),
      'query limit too_big',
      'query orderBy enum',
      'query orderDirection enum',
    );
    expectIssues(await list({ search: 'x'.repeat(257) }), 'query search too_big');
  });

  it('refuses callers who may not read groups', async () => {
    const as = await world().newIdentity(await world().newOrganization(), 'no-access');
    expectError(await world().call('listOrganizationGroups', { as }), 403, 'PermissionDenied', /read groups/);
  });
});
