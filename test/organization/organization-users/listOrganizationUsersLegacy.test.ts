import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listOrganizationUsersLegacy', (world) => {
  it('lists the same users in a slightly different format', async () => {
    const organization = await world().newOrganization();
    const params = { organizationId: organization.id };
    const user = await world().newUser(organization, 'member');
    const { body: current } = await world().call('listOrganizationUsers', { as: user, params });
    for (const as of [user, await world().newIdentity(organization, 'member')]) {
      const { status, body } = await world().call('listOrganizationUsersLegacy', { as, params });
      expect(status).to.equal(200);
      const { isEmailVerified: _, authMethods: __, ...shown } = current.users[0].user;
      expect(body).to.deep.equal({ users: [{ ...current.users[0], user: { ...shown, superAdmin: false } }] });
    }
  });

  it('requires member:read', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'no-access');
    expectError(
      await world().call('listOrganizationUsersLegacy', { as, params: { organizationId: organization.id } }),
      403,
      'PermissionDenied',
    );
  });

  it('does not find other organizations', async () => {
    const as = await world().newUser(await world().newOrganization(), 'admin');
    const foreign = await world().newOrganization();
    expectError(
      await world().call('listOrganizationUsersLegacy', { as, params: { organizationId: foreign.id } }),
      404,
      'NotFound',
    );
  });
});
