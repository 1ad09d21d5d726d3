import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newOperator, newRole } from '../../support/fixtures/identities.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('searchIdentities', (world) => {
  const setting = async (roles: Record<string, string>) => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    await newRole(world(), organization, 'auditor', []);
    for (const [name, role] of Object.entries(roles))
      await world().call('createIdentity', { as, body: { name, role } });
    const search = (body?: unknown) => world().call('searchIdentities', { as, body });
    const names = async (body?: unknown): Promise<string> =>
      (await search(body)).body.identities.map(({ identity }: any) => identity.name).join(' ');
    return { organization, search, names };
  };
  const roles = { Alpha: 'no-access', beta: 'auditor', gamma: 'member', alpha_2: 'no-access' };

  it('returns all identities of the organization without filters', async () => {
    const { search } = await setting(roles);
    await setting({ elsewhere: 'no-access' });
    for (const body of [undefined, {}, { search: {} }, { search: { name: {} } }])
      expect((await search(body)).body.totalCount).to.equal(4);
  });

  it('filters by name: exact, by a substring in any case, or one of several', async () => {
    const { names } = await setting(roles);
    expect(await names({ search: { name: 'beta' } })).to.equal('beta');
    expect(await names({ search: { name: 'bet' } })).to.equal('');
    expect(await names({ search: { name: { $eq: 'Alpha' } } })).to.equal('Alpha');
    expect(await names({ search: { name: { $contains: 'A_' } } })).to.equal('alpha_2');
    expect(await names({ search: { name: { $contains: '%' } } })).to.equal('');
    expect((await names({ search: { name: { $contains: 'ALPHA' } } })).split(' ')).to.have.members([
      'Alpha',
      'alpha_2',
    ]);
    expect(await names({ search: { name: { $in: ['gamma', 'beta', 'nobody'] } } })).to.equal('beta gamma');
    expect(await names({ search: { name: { $in: ['gamma', 'beta'], $contains: 'mm' } } })).to.equal('gamma');
  });

  it('filters by role, custom roles by slug', async () => {
    const { names } = await setting(roles);
    expect(await names({ search: { role: 'auditor' } })).to.equal('beta');
    expect(await names({ search: { role: 'custom' } })).to.equal('');
    expect(await names({ search: { role: { $in: ['member', 'auditor'] } } })).to.equal('beta gamma');
    expect(await names({ search: { role: { $contains: 'ACC' }, name: 'alpha_2' } })).to.equal('alpha_2');
  });

  it('supports sorting and pagination', async () => {
    const { names, search } = await setting({ one: 'member', two: 'auditor', three: 'no-access' });
    expect(await names({ orderBy: 'name', orderDirection: 'desc' })).to.equal('two three one');
    expect(await names({ orderBy: 'role' })).to.equal('two one three');
    expect(await names({ orderBy: 'role', orderDirection: 'desc', limit: 1, offset: 1 })).to.equal('one');
    expect((await search({ limit: 1, offset: 5 })).body).to.deep.equal({ identities: [], totalCount: 3 });
  });

  it('refuses callers who may not read, and values beyond the limits', async () => {
    const { organization, search } = await setting({});
    const as = await newOperator(world(), organization, 'create');
    expectError(await world().call('searchIdentities', { as }), 403, 'PermissionDenied');
    expectIssues(
      await search({ limit: 0, offset: -1, orderBy: 'age', orderDirection: 'up' }),
      'body limit too_small',
      'body offset too_small',
      'body orderBy enum',
      'body orderDirection enum',
    );
    expectIssues(await search({ limit: 101 }), 'body limit too_big');
    expect((await search({ limit: 100 })).status).to.equal(200);
    for (const name of [5, '', 'x'.repeat(256), { $eq: '' }, { $in: [] }, { $contains: 7 }])
      expect((await search({ search: { name } })).status).to.equal(422);
  });
});
