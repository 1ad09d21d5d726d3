import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getOrganizationRole', (world) => {
  it('returns a custom role with its rules', async () => {
    const organization = await world().newOrganization();
    const permissions = [{ subject: 'member', action: ['read', 'create'] }];
    const role = await world().newRole(organization, permissions);
    for (const as of [
      await world().newUser(organization, 'member'),
      await world().newIdentity(organization, 'member'),
    ]) {
      const { status, body } = await world().call('getOrganizationRole', { as, params: { roleId: role.id } });
      expect(status).to.equal(200);
      const { organizationId: orgId, ...rest } = role;
      expect(body.role).to.deep.equal({ ...rest, orgId });
    }
  });

  it('returns a built-in role with one rule per action', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'member');
    const get = async (roleId: string) =>
      (await world().call('getOrganizationRole', { as, params: { roleId } })).body.role;
    const admin = await get('b11b49a9-09a9-4443-916a-4246f9ff2c69');
    expect(admin).to.include({
      slug: 'admin',
      name: 'Admin',
      orgId: organization.id,
      createdAt: organization.createdAt,
    });
    expect(admin.permissions).to.deep.include({ subject: 'member', action: ['delete'] });
    expect(admin.permissions.every(({ action }: any) => action.length === 1)).to.equal(true);
    expect(new Set(admin.permissions.map(({ subject }: any) => subject)).size).to.equal(33);
    const member = await get('b11b49a9-09a9-4443-916a-4246f9ff2c70');
    expect(member.permissions)
      .to.deep.include({ subject: 'role', action: ['read'] })
      .and.not.deep.include({ subject: 'role', action: ['edit'] });
    expect((await get('b10d49a9-09a9-4443-916a-4246f9ff2c72')).permissions).to.deep.equal([]);
  });

  it('does not find roles of another organization, or other ids', async () => {
    const as = await world().newUser(await world().newOrganization(), 'admin');
    const foreign = await world().newRole(await world().newOrganization(), []);
    for (const roleId of [foreign.id, 'admin', 'not-an-id', 'x'.repeat(5000)]) {
      expectError(await world().call('getOrganizationRole', { as, params: { roleId } }), 404, 'NotFound');
    }
  });

  it('refuses callers who may not read roles, for any id', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'no-access');
    for (const roleId of [(await world().newRole(organization, [])).id, 'not-an-id']) {
      expectError(
        await world().call('getOrganizationRole', { as, params: { roleId } }),
        403,
        'PermissionDenied',
        /read roles/,
      );
    }
  });
});
