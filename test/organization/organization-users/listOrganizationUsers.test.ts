import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { invite, membershipOf, newEmail, newUserWith } from '../../support/fixtures/people.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listOrganizationUsers', (world) => {
  it('lists all joined and invited users, and no machine identities', async () => {
    const organization = await world().newOrganization();
    const params = { organizationId: organization.id };
    const user = await world().newUser(organization, 'admin');
    const machine = await world().newIdentity(organization, 'member');
    const guest = await invite(world(), user, newEmail(world()));
    await world().newUser(await world().newOrganization(), 'admin');

    for (const as of [user, machine]) {
      const { status, body } = await world().call('listOrganizationUsers', { as, params });
      expect(status).to.equal(200);
      expect(body.users.map((each: any) => each.user.username)).to.deep.equal([guest.email, user.email]);
      const [invited, joined] = body.users;
      expect(joined).to.deep.equal({
        id: await membershipOf(world(), organization, user),
        role: 'admin',
        roleId: null,
        status: 'accepted',
        isActive: true,
        inviteEmail: null,
        userId: user.id,
        orgId: organization.id,
        projectFavorites: [],
        lastInvitedAt: null,
        lastLoginAuthMethod: null,
        lastLoginTime: null,
        user: {
          id: user.id,
          username: user.email,
          email: user.email,
          firstName: 'Test',
          lastName: 'User',
          publicKey: null,
          isEmailVerified: true,
          authMethods: ['email'],
        },
      });
      expect(invited).to.include({
        role: 'member',
        status: 'invited',
        inviteEmail: guest.email,
        lastInvitedAt: '2030-01-01T00:00:00.000Z',
      });
      expect(invited.user).to.include({
        username: guest.email,
        email: guest.email,
        firstName: null,
        lastName: null,
        isEmailVerified: false,
      });
    }
  });

  it('shows a custom role with its id', async () => {
    const organization = await world().newOrganization();
    const user = await newUserWith(world(), organization, [{ subject: 'member', action: ['read'] }]);
    const { body } = await world().call('listOrganizationUsers', {
      as: user,
      params: { organizationId: organization.id },
    });
    expect(body.users[0]).to.include({ role: 'custom', roleId: user.roleId });
  });

  it('shows when a user last selected the organization', async () => {
    const organization = await world().newOrganization();
    const user = await world().newUser(organization, 'member');
    await world().clock.later(60, () =>
      world().call('selectOrganization', { as: { token: user.loginToken }, body: { organizationId: organization.id } }),
    );
    const { body } = await world().call('listOrganizationUsers', {
      as: user,
      params: { organizationId: organization.id },
    });
    expect(body.users[0]).to.include({ lastLoginAuthMethod: 'email', lastLoginTime: '2030-01-01T00:01:00.000Z' });
  });

  it('requires member:read', async () => {
    const organization = await world().newOrganization();
    const as = await newUserWith(world(), organization, [{ subject: 'member', action: ['create', 'edit', 'delete'] }]);
    expectError(
      await world().call('listOrganizationUsers', { as, params: { organizationId: organization.id } }),
      403,
      'PermissionDenied',
      /read members/,
    );
  });

  it('does not find other organizations', async () => {
    const as = await world().newUser(await world().newOrganization(), 'admin');
    for (const organizationId of [(await world().newOrganization()).id, 'not-an-id']) {
      expectError(await world().call('listOrganizationUsers', { as, params: { organizationId } }), 404, 'NotFound');
    }
  });
});
