import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newGroup } from '../../support/fixtures/groups.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listGroups', (world) => {
  it('lists all groups of the organization by name, without an envelope', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'member');
    expect((await world().call('listGroups', { as })).body).to.deep.equal([]);

    const role = await world().newRole(organization, []);
    const later = await newGroup(world(), organization, { name: 'Beta', role });
    const earlier = await newGroup(world(), organization, { name: 'Alpha', role: 'member' });
    await newGroup(world(), await world().newOrganization(), { name: 'Foreign' });
    const at = '2030-01-01T00:00:00.000Z';
    const { status, body } = await world().call('listGroups', { as });
    expect(status).to.equal(200);
    expect(body).to.deep.equal([
      {
        id: earlier.id,
        orgId: organization.id,
        name: 'Alpha',
        slug: earlier.slug,
        providerGroupName: null,
        createdAt: at,
        updatedAt: at,
        role: 'member',
        roleId: null,
        customRoleSlug: null,
      },
      {
        id: later.id,
        orgId: organization.id,
        name: 'Beta',
        slug: later.slug,
        providerGroupName: null,
        createdAt: at,
        updatedAt: at,
        role: 'custom',
        roleId: role.id,
        customRoleSlug: role.slug,
      },
    ]);
  });

  it('sorts groups of the same name by id', async () => {
    const organization = await world().newOrganization();
    const as = await world().newIdentity(organization, 'member');
    const groups = [
      await newGroup(world(), organization),
      await newGroup(world(), organization),
      await newGroup(world(), organization),
    ];
    const { body } = await world().call('listGroups', { as });
    expect(body.map(({ id }: { id: string }) => id)).to.deep.equal(groups.map(({ id }) => id).sort());
  });

  it('refuses callers without the permission', async () => {
    const as = await world().newUser(await world().newOrganization(), 'no-access');
    expectError(await world().call('listGroups', { as }), 403, 'PermissionDenied', /read groups/);
  });
});
