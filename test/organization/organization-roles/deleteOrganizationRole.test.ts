import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newGroup } from '../../support/fixtures/groups.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('deleteOrganizationRole', (world) => {
  const setting = async (held = 'admin') => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, held);
    const role = await world().newRole(organization, [{ subject: 'role', action: ['read'] }]);
    const remove = () => world().call('deleteOrganizationRole', { as, params: { roleId: role.id } });
    return { organization, as, role, remove };
  };

  it('deletes the role, so that its slug can be used again', async () => {
    const { as, role, remove } = await setting();
    const { status, body } = await remove();
    expect(status).to.equal(200);
    const { organizationId: orgId, ...rest } = role;
    expect(body.role).to.deep.equal({ ...rest, orgId });
    expectError(await world().call('getOrganizationRole', { as, params: { roleId: role.id } }), 404, 'NotFound');
    expectError(await remove(), 404, 'NotFound');
    const again = await world().call('createOrganizationRole', {
      as,
      body: { slug: role.slug, name: 'Again', permissions: [] },
    });
    expect(again.status).to.equal(200);
  });

  it('refuses an assigned role, and says how often it is assigned', async () => {
    const { organization, role, remove } = await setting();
    const holder = await world().newUser(organization, role);
    expectError(await remove(), 400, 'BadRequest', /assigned to 1 member\./);
    await world().newIdentity(organization, role);
    expectError(await remove(), 400, 'BadRequest', /assigned to 2 members\./);
    expect((await world().call('listOrganizationRoles', { as: holder })).status).to.equal(200);
  });

  it('refuses a role of groups, and says how many have it', async () => {
    const { organization, role, remove } = await setting();
    const group = await newGroup(world(), organization, { role });
    expectError(await remove(), 400, 'BadRequest', /assigned to 1 group\./);
    await newGroup(world(), organization, { role });
    expectError(await remove(), 400, 'BadRequest', /assigned to 2 groups\./);
    await world().newUser(organization, role);
    expectError(await remove(), 400, 'BadRequest', /assigned to 1 member and 2 groups\./);
    expect((await world().server.parts.stores.groups.findById(organization.id, group.id))?.customRoleSlug).to.equal(
      role.slug,
    );
  });

  it('does not delete a role that is assigned concurrently', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { organization, role, remove } = await setting();
      const [removed, given] = await Promise.allSettled([remove(), world().newIdentity(organization, role)]);
      const status = removed.status === 'fulfilled' ? removed.value.status : 0;
      expect(status).to.equal(given.status === 'fulfilled' ? 400 : 200);
    }
  });

  it('allows a machine identity with the permission', async () => {
    const { organization, role } = await setting();
    const as = await world().newIdentity(
      organization,
      await world().newRole(organization, [{ subject: 'role', action: ['delete'] }]),
    );
    expect((await world().call('deleteOrganizationRole', { as, params: { roleId: role.id } })).status).to.equal(200);
  });

  it('refuses members without the permission', async () => {
    const { remove } = await setting('member');
    expectError(await remove(), 403, 'PermissionDenied', /delete roles/);
  });

  it('does not find built-in roles or those of another organization', async () => {
    const { as } = await setting();
    const foreign = await world().newRole(await world().newOrganization(), []);
    for (const roleId of [
      'b11b49a9-09a9-4443-916a-4246f9ff2c69',
      'b11b49a9-09a9-4443-916a-4246f9ff2c70',
      'b10d49a9-09a9-4443-916a-4246f9ff2c72',
      foreign.id,
      'not-an-id',
    ]) {
      expectError(await world().call('deleteOrganizationRole', { as, params: { roleId } }), 404, 'NotFound');
    }
  });
});
