import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newGroup } from '../../support/fixtures/groups.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getGroup', (world) => {
  it('returns the group and its role, without an envelope', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'member');
    const role = await world().newRole(organization, []);
    const at = '2030-01-01T00:00:00.000Z';
    const plain = await newGroup(world(), organization, { role: 'admin' });
    const custom = await newGroup(world(), organization, { role });
    const get = (id: string) => world().call('getGroup', { as, params: { id } });
    const common = {
      orgId: organization.id,
      name: 'Test group',
      providerGroupName: null,
      createdAt: at,
      updatedAt: at,
    };
    expect((await get(plain.id)).body).to.deep.equal({
      ...common,
      id: plain.id,
      slug: plain.slug,
      role: 'admin',
      roleId: null,
      customRoleSlug: null,
    });
    expect((await get(custom.id)).body).to.deep.equal({
      ...common,
      id: custom.id,
      slug: custom.slug,
      role: 'custom',
      roleId: role.id,
      customRoleSlug: role.slug,
    });
  });

  it('refuses callers without the permission, for any id', async () => {
    const organization = await world().newOrganization();
    const { id } = await newGroup(world(), organization);
    const as = await world().newIdentity(organization, 'no-access');
    for (const asked of [id, 'not-an-id'])
      expectError(
        await world().call('getGroup', { as, params: { id: asked } }),
        403,
        'PermissionDenied',
        /read groups/,
      );
  });

  it('finds only groups of the organization, and only by id', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const own = await newGroup(world(), organization);
    const foreign = await newGroup(world(), await world().newOrganization());
    for (const id of [foreign.id, own.slug, 'not-an-id', own.id.toUpperCase()])
      expectError(await world().call('getGroup', { as, params: { id } }), 404, 'NotFound', /group/i);
  });
});
