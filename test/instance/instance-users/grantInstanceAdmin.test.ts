import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newInstance, newInvitee, type InstanceWorld } from '../../support/world/instance.ts';
import { invite, newEmail } from '../../support/fixtures/people.ts';
import { databaseKinds } from '../../support/world/world.ts';

for (const kind of databaseKinds) {
  describe(`grantInstanceAdmin [${kind}]`, () => {
    let world: InstanceWorld;
    before(async () => {
      world = await newInstance(kind);
    });

    const grant = (userId: string, as: { token: string } = world.root) =>
      world.call('grantInstanceAdmin', { as, params: { userId } });

    it('makes a user an instance administrator with the next request', async () => {
      const user = await world.newUser(await world.newOrganization(), 'no-access');
      expectError(await world.call('listInstanceUsers', { as: user }), 403, 'ForbiddenError');
      const { status, body } = await world.clock.later(60, () => grant(user.id, world.machine));
      expect(status).to.equal(200);
      expect(body.user).to.deep.include({ id: user.id, username: user.email, superAdmin: true });
      expect((await world.call('listInstanceUsers', { as: user })).status).to.equal(200);
      expect((await world.call('getOwnAccount', { as: user })).body.user).to.include({
        superAdmin: true,
        updatedAt: '2030-01-01T00:01:00.000Z',
      });

      expect((await world.clock.later(120, () => grant(user.id))).body.user.superAdmin).to.equal(true);
      expect((await world.call('getOwnAccount', { as: user })).body.user.updatedAt).to.equal(
        '2030-01-01T00:01:00.000Z',
      );
    });

    it('does not count users with an incomplete account as administrators', async () => {
      const own = await newInstance(kind);
      const userId = await newInvitee(own, 'invited@example.com');
      expect((await own.call('grantInstanceAdmin', { as: own.root, params: { userId } })).body.user).to.include({
        superAdmin: true,
        isEmailVerified: false,
      });
      expectError(
        await own.call('revokeInstanceAdmin', { as: own.root, params: { userId: own.root.id } }),
        400,
        'BadRequest',
      );
      expect((await own.call('revokeInstanceAdmin', { as: own.root, params: { userId } })).status).to.equal(200);
    });

    it('allows only instance administrators to create a link for the account of an instance administrator', async () => {
      const admin = await world.newUser(await world.newOrganization(), 'admin');
      const invitation = await invite(world, admin, newEmail(world));
      const { id: userId } = (await world.server.parts.stores.users.findByUsername(invitation.email))!;
      await grant(userId);
      expectError(await world.call('verifyInvitation', { body: invitation }), 400, 'BadRequest');
      const { id: membershipId } = (await world.server.parts.stores.memberships.findOfUser(
        invitation.organizationId,
        userId,
      ))!;
      expectError(await world.call('resendInvitation', { as: admin, body: { membershipId } }), 403, 'ForbiddenError');
      const others = [admin, await world.newUser(await world.newOrganization(), 'admin')];
      for (const as of others)
        expectError(
          await world.call('inviteUsers', {
            as,
            body: { inviteeEmails: [invitation.email], organizationRoleSlug: 'no-access' },
          }),
          403,
          'ForbiddenError',
        );
      await grant(admin.id);
      expect((await world.call('resendInvitation', { as: admin, body: { membershipId } })).status).to.equal(200);
    });

    it('does not find unknown users', async () => {
      for (const id of [world.machine.id, 'not-an-id', 'x'.repeat(10_000)])
        expectError(await grant(id), 404, 'NotFound');
    });

    it('is not allowed for administrators of an organization, even for themselves', async () => {
      const user = await world.newUser(await world.newOrganization(), 'admin');
      for (const id of [user.id, 'no-such-thing']) expectError(await grant(id, user), 403, 'ForbiddenError');
      expect((await world.call('getOwnAccount', { as: user })).body.user.superAdmin).to.equal(false);
    });
  });
}
