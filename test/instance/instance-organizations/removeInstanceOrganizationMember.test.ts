import { expect } from 'chai';
import type { OrganizationRow } from '../../../src/access/organization.ts';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('removeInstanceOrganizationMember', (world) => {
  const membershipOf = async (organization: OrganizationRow, { id }: { id: string }): Promise<string> =>
    (await world().server.parts.stores.memberships.findOfUser(organization.id, id))!.id;

  const setting = async () => {
    const as = await world().newUser(await world().newOrganization(), 'no-access');
    await world().makeInstanceAdmin(as);
    const organization = await world().newOrganization();
    const remove = (membershipId: string, organizationId = organization.id) =>
      world().call('removeInstanceOrganizationMember', { as, params: { organizationId, membershipId } });
    return { as, organization, remove };
  };

  it('immediately removes a user from the organization', async () => {
    const { organization, remove } = await setting();
    const role = await world().newRole(organization, [{ subject: 'role', action: ['read'] }]);
    const user = await world().newUser(organization, role);
    const id = await membershipOf(organization, user);
    const { status, body } = await remove(id);
    expect(status).to.equal(200);
    expect(body.organizationMembership).to.include({
      id,
      userId: user.id,
      orgId: organization.id,
      role: 'custom',
      roleId: role.id,
    });
    expectError(await world().call('listOrganizationRoles', { as: user }), 403, 'ForbiddenError');
    expectError(await remove(id), 404, 'NotFound');
  });

  it('is allowed for machine identities that are instance administrators', async () => {
    const { organization } = await setting();
    const as = await world().newIdentity(organization, 'no-access');
    await world().makeInstanceAdmin(as);
    const membershipId = await membershipOf(organization, await world().newUser(organization, 'member'));
    const { status } = await world().call('removeInstanceOrganizationMember', {
      as,
      params: { organizationId: organization.id, membershipId },
    });
    expect(status).to.equal(200);
  });

  it('keeps the last administrator, also under concurrent requests', async () => {
    const { organization, remove } = await setting();
    const first = await membershipOf(organization, await world().newUser(organization, 'admin'));
    await world().newIdentity(organization, 'admin');
    await world().newUser(organization, 'member');
    await world().join(organization, await world().newUser(await world().newOrganization(), 'member'), 'admin', false);
    expectError(await remove(first), 400, 'BadRequest', /administrator/);

    const others = await Promise.all(
      [1, 2].map(async () => membershipOf(organization, await world().newUser(organization, 'admin'))),
    );
    const answers = await Promise.all([first, ...others].map((id) => remove(id)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 400]);
  });

  it('removes an inactive administrator, and others if there is no administrator', async () => {
    const { organization, remove } = await setting();
    const inactiveUser = await world().newUser(await world().newOrganization(), 'member');
    await world().join(organization, inactiveUser, 'admin', false);
    const member = await world().newUser(organization, 'member');
    for (const user of [inactiveUser, member])
      expect((await remove(await membershipOf(organization, user))).status).to.equal(200);
  });

  it('does not remove the caller', async () => {
    const { as, organization, remove } = await setting();
    await world().join(organization, as, 'member');
    expectError(await remove(await membershipOf(organization, as)), 400, 'BadRequest', /yourself/);
  });

  it('finds only users of this organization', async () => {
    const { organization, remove } = await setting();
    const otherOrganization = await world().newOrganization();
    const foreign = await membershipOf(otherOrganization, await world().newUser(otherOrganization, 'member'));
    const machine = await world().newIdentity(organization, 'member');
    const { id } = (await world().server.parts.stores.memberships.findOfIdentity(organization.id, machine.id))!;
    for (const membershipId of [foreign, id, 'not-an-id']) expectError(await remove(membershipId), 404, 'NotFound');
    expectError(await remove(foreign, 'not-an-id'), 404, 'NotFound');
  });

  it('refuses callers who are not instance administrators', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const membershipId = await membershipOf(organization, await world().newUser(organization, 'member'));
    const params = { organizationId: organization.id, membershipId };
    expectError(await world().call('removeInstanceOrganizationMember', { as, params }), 403, 'ForbiddenError');
  });
});
