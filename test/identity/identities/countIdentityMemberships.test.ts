import { expect } from 'chai';
import { newMemberships } from '../../support/fixtures/identity-memberships.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('countIdentityMemberships', (world) => {
  it('counts the results of the search in each requested scope', async () => {
    const { organization, owner, projectAdmin } = await newMemberships(world());
    const count = async (body: unknown, as: { token: string } = owner) =>
      (await world().call('countIdentityMemberships', { as, body })).body;
    expect(await count({})).to.deep.equal({ counts: { organization: 3, project: 3 } });
    expect(await count({ scope: ['project'] })).to.deep.equal({ counts: { project: 3 } });
    expect(
      await count({
        scope: ['organization', 'organization'],
        search: { name: { $contains: 'a' }, $or: [{ role: 'auditor' }, { role: 'member' }] },
      }),
    ).to.deep.equal({ counts: { organization: 2 } });
    expect(await count({ search: { role: 'viewer' } })).to.deep.equal({ counts: { organization: 0, project: 1 } });
    expect((await count({}, projectAdmin)).counts.project, 'memberships of its own project').to.equal(2);
    expect(await count({}, await world().newIdentity(organization, 'no-access'))).to.deep.equal({
      counts: { organization: 0, project: 0 },
    });
    expect((await count({}, await world().newUser(await world().newOrganization(), 'admin'))).counts).to.deep.equal({
      organization: 0,
      project: 0,
    });
  });
});
