import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listOrganizationRoles', (world) => {
  it('lists the built-in roles, then the custom roles of the organization by slug, without permissions', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'member');
    const administrator = await world().newUser(organization, 'admin');
    for (const slug of ['zebra', 'ant', 'mole']) {
      const body = { slug, name: `The ${slug}`, permissions: [{ subject: 'member', action: 'read' }] };
      await world().call('createOrganizationRole', { as: administrator, body });
    }
    await world().newRole(await world().newOrganization(), []);

    const { status, body } = await world().call('listOrganizationRoles', { as });
    expect(status).to.equal(200);
    expect(body.roles.map(({ name }: any) => name)).to.deep.equal([
      'Admin',
      'Member',
      'No Access',
      'The ant',
      'The mole',
      'The zebra',
    ]);
    expect(body.roles.slice(0, 3).map(({ id, slug }: any) => [id, slug])).to.deep.equal([
      ['b11b49a9-09a9-4443-916a-4246f9ff2c69', 'admin'],
      ['b11b49a9-09a9-4443-916a-4246f9ff2c70', 'member'],
      ['b10d49a9-09a9-4443-916a-4246f9ff2c72', 'no-access'],
    ]);
    for (const role of body.roles) {
      expect(role).to.have.all.keys('id', 'name', 'description', 'slug', 'createdAt', 'updatedAt', 'orgId');
      expect(role.orgId).to.equal(organization.id);
    }
  });

  it('allows machine identities', async () => {
    const as = await world().newIdentity(await world().newOrganization(), 'member');
    expect((await world().call('listOrganizationRoles', { as })).body.roles).to.have.length(3);
  });

  it('refuses callers who may not read roles', async () => {
    const organization = await world().newOrganization();
    const writer = await world().newRole(organization, [{ subject: 'role', action: ['create', 'edit', 'delete'] }]);
    for (const role of ['no-access', writer]) {
      expectError(
        await world().call('listOrganizationRoles', { as: await world().newUser(organization, role) }),
        403,
        'PermissionDenied',
        /read roles/,
      );
    }
  });
});
