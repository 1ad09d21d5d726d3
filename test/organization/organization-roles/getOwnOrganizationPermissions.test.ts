import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getOwnOrganizationPermissions', (world) => {
  const ask = async (as: { token: string }): Promise<any> => {
    const { status, body } = await world().call('getOwnOrganizationPermissions', { as });
    expect(status).to.equal(200);
    return body;
  };

  it('packs the rules of a custom role, without trailing zeros', async () => {
    const organization = await world().newOrganization();
    const conditions = { connectionId: { $in: ['a'] } };
    const role = await world().newRole(organization, [
      { subject: 'member', action: ['read', 'create'] },
      { subject: 'app-connections', action: ['read'], conditions },
      { subject: 'app-connections', action: ['edit'], inverted: true },
      { subject: 'app-connections', action: ['delete'], conditions, inverted: true },
    ]);
    const user = await world().newUser(organization, role);
    const { permissions, memberships } = await ask(user);
    expect(permissions).to.deep.equal([
      ['read,create', 'member'],
      ['read', 'app-connections', conditions],
      ['edit', 'app-connections', 0, 1],
      ['delete', 'app-connections', conditions, 1],
    ]);
    const { id } = (await world().server.parts.stores.memberships.findOfUser(organization.id, user.id))!;
    expect(memberships).to.deep.equal([{ id, roles: [{ role: 'custom' }] }]);
  });

  it('supports the built-in roles', async () => {
    const organization = await world().newOrganization();
    const admin = await ask(await world().newUser(organization, 'admin'));
    expect(admin.permissions).to.have.length(33).and.deep.include(['read,create,edit,delete', 'role']);
    expect(admin.memberships[0].roles).to.deep.equal([{ role: 'admin' }]);
    expect((await ask(await world().newUser(organization, 'member'))).permissions).to.deep.include(['read', 'role']);
    expect((await ask(await world().newUser(organization, 'no-access'))).permissions).to.deep.equal([]);
  });

  it('shows a change immediately', async () => {
    const organization = await world().newOrganization();
    const role = await world().newRole(organization, []);
    const user = await world().newUser(organization, role);
    expect((await ask(user)).permissions).to.deep.equal([]);
    const as = await world().newUser(organization, 'admin');
    await world().call('updateOrganizationRole', {
      as,
      params: { roleId: role.id },
      body: { permissions: [{ subject: 'role', action: 'read' }] },
    });
    expect((await ask(user)).permissions).to.deep.equal([['read', 'role']]);
  });

  it('is about the organization of the token', async () => {
    const user = await world().newUser(await world().newOrganization(), 'no-access');
    const other = await world().newOrganization();
    await world().join(other, user, 'admin');
    const { body } = await world().call('selectOrganization', { as: user, body: { organizationId: other.id } });
    expect((await ask(body)).memberships[0].roles).to.deep.equal([{ role: 'admin' }]);
    expect((await ask(user)).memberships[0].roles).to.deep.equal([{ role: 'no-access' }]);
  });

  it('is allowed only for users, in an organization', async () => {
    const organization = await world().newOrganization();
    expectError(
      await world().call('getOwnOrganizationPermissions', { as: await world().newIdentity(organization, 'admin') }),
      403,
      'ForbiddenError',
    );
    const { loginToken } = await world().newUser(organization, 'admin');
    expectError(
      await world().call('getOwnOrganizationPermissions', { as: { token: loginToken } }),
      401,
      'UnauthorizedError',
    );
  });
});
