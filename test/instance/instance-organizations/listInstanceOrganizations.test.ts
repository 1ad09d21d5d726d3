import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProject } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('listInstanceOrganizations', (world) => {
  const setting = async () => {
    const organization = await world().newOrganization();
    const as = await world().newIdentity(organization, 'no-access');
    await world().makeInstanceAdmin(as);
    const list = (query: Record<string, string> = {}) => world().call('listInstanceOrganizations', { as, query });
    /** Names and slugs that no other test uses. */
    const named = async (...names: string[]): Promise<string> => {
      const mark = world().server.parts.ids.uuid().slice(0, 8);
      for (const name of names) {
        const { id } = await world().newOrganization();
        await world().server.parts.database.transaction(ofInstance, async ({ db }) =>
          db('organizations')
            .where({ id })
            .update({ name: `${name}${mark}`, slug: `${mark}-${id}` }),
        );
      }
      return mark;
    };
    return { organization, as, list, named };
  };
  const names = ({ body }: { body: any }): string[] => body.organizations.map(({ name }: any) => name);

  it('returns each organization with its users, and no machine identities', async () => {
    const { organization, list } = await setting();
    const role = await world().newRole(organization, []);
    const users = [await world().newUser(organization, 'admin'), await world().newUser(organization, role)];
    await world().newUser(await world().newOrganization(), 'admin');
    const { status, body } = await list({ searchTerm: organization.slug });
    expect(status).to.equal(200);
    expect(body.total).to.equal(1);
    const [{ members, projects, ...shown }] = body.organizations;
    expect(shown).to.include({ id: organization.id, name: organization.name, slug: organization.slug });
    expect(projects).to.deep.equal([]);
    const expected = [
      { user: users[0]!, role: 'admin', roleId: null },
      { user: users[1]!, role: role.name, roleId: role.id },
    ].sort((one, other) => (one.user.email < other.user.email ? -1 : 1));
    expect(members.map(({ membershipId: _, ...member }: any) => member)).to.deep.equal(
      expected.map(({ user: { id, email }, ...rest }) => ({
        user: { id, email, username: email, firstName: 'Test', lastName: 'User' },
        status: 'accepted',
        ...rest,
      })),
    );
  });

  it('returns the projects of each organization by name', async () => {
    const { organization, list } = await setting();
    const [second, first] = [
      await newProject(world(), organization, { name: 'Second' }),
      await newProject(world(), organization, { name: 'First' }),
    ];
    await newProject(world(), await world().newOrganization());
    const { body } = await list({ searchTerm: organization.slug });
    expect(body.organizations[0].projects).to.deep.equal(
      [first, second].map(({ id, name, slug, createdAt }) => ({ id, name, slug, createdAt })),
    );
  });

  it('returns organizations without users, sorted by name case-insensitively, with pagination', async () => {
    const { list, named } = await setting();
    const mark = await named('delta', 'Alpha', 'charlie', 'Bravo');
    const all = await list({ searchTerm: mark });
    expect(names(all)).to.deep.equal(['Alpha', 'Bravo', 'charlie', 'delta'].map((name) => `${name}${mark}`));
    expect(all.body.total).to.equal(4);
    expect(names(await list({ searchTerm: mark, offset: '1', limit: '2' }))).to.deep.equal([
      `Bravo${mark}`,
      `charlie${mark}`,
    ]);
    const beyond = await list({ searchTerm: mark, offset: '4', limit: '100' });
    expect(beyond.body).to.deep.equal({ organizations: [], total: 4 });
  });

  it('has 20 organizations per page by default', async () => {
    const { list, named } = await setting();
    const mark = await named(...Array.from({ length: 21 }, (_, number) => `${number} `));
    expect(names(await list({ searchTerm: mark }))).to.have.length(20);
    expect(names(await list({ searchTerm: mark, limit: '1' }))).to.have.length(1);
    expect((await list()).body.total).to.be.at.least(21);
    expect(names(await list({ searchTerm: '', offset: '' }))).to.have.length(20);
  });

  it('searches case-insensitively, without wildcards', async () => {
    const { list, named } = await setting();
    const mark = await named('Snake_case', 'Snakescase');
    expect(names(await list({ searchTerm: `SNAKE_CASE${mark}` }))).to.deep.equal([`Snake_case${mark}`]);
    expect(names(await list({ searchTerm: mark.toUpperCase() }))).to.have.length(2);
    for (const searchTerm of [`%${mark}`, `_${mark}`, `!${mark}`, `\\${mark}`, `'${mark}`, `"${mark}`, `?${mark}`]) {
      const { status, body } = await list({ searchTerm });
      expect({ status, total: body.total }, searchTerm).to.deep.equal({ status: 200, total: 0 });
    }
  });

  it('requires parameters within their limits', async () => {
    const { list } = await setting();
    expectIssues(await list({ offset: '-1', limit: '0' }), 'query offset too_small', 'query limit too_small');
    expectIssues(
      await list({ offset: '2147483648', limit: '101', searchTerm: 'x'.repeat(256) }),
      'query offset too_big',
      'query limit too_big',
      'query searchTerm too_big',
    );
    expectIssues(await list({ offset: 'one', limit: '1.5' }), 'query offset type', 'query limit type');
    expect((await list({ offset: '2147483647', limit: '100', searchTerm: 'x'.repeat(255) })).status).to.equal(200);
  });

  it('is allowed for users and machine identities who are instance administrators, and for no others', async () => {
    const { organization } = await setting();
    const as = await world().newUser(organization, 'admin');
    expectError(
      await world().call('listInstanceOrganizations', { as }),
      403,
      'ForbiddenError',
      /administrators of the instance/,
    );
    await world().makeInstanceAdmin(as);
    expect((await world().call('listInstanceOrganizations', { as })).status).to.equal(200);
  });
});
