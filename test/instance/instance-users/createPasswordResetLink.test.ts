import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newEmail } from '../../support/fixtures/people.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('createPasswordResetLink', (world) => {
  it('returns a link once, for administrators of the instance only, and records who created it', async () => {
    const organization = await world().newOrganization();
    const user = await world().newUser(organization, 'member');
    const [admin, organizationAdmin] = [
      await world().newUser(await world().newOrganization(), 'member'),
      await world().newUser(organization, 'admin'),
    ];
    await world().makeInstanceAdmin(admin);
    const create = (as: { token: string }, userId = user.id) =>
      world().call('createPasswordResetLink', { as, params: { userId } });

    const response = await create(admin);
    expect(response.body).to.have.keys('email', 'link', 'expiresAt');
    expect(response.body).to.include({ email: user.email, expiresAt: '2030-01-02T00:00:00.000Z' });
    expect(response.body.link).to.match(/\/account-recovery-reset\?token=[0-9a-f]{64}&to=/);
    const [entry] = await entriesOf(world(), response);
    expect(entry).to.include({ eventType: 'create-password-reset-link', actorId: admin.id });
    expect(entry!.eventMetadata).to.deep.equal({ userId: user.id, username: user.email });
    expect((await world().call('checkAuth', { as: user })).status, 'nothing changes yet').to.equal(200);

    expectError(await create(organizationAdmin), 403, 'ForbiddenError');
    expectError(await create(organizationAdmin, admin.id), 403, 'ForbiddenError');
    expectError(await create(admin, organization.id), 404, 'NotFound');
  });

  it('refuses an account that is not complete', async () => {
    const admin = await world().newUser(await world().newOrganization(), 'admin');
    await world().makeInstanceAdmin(admin);
    const email = newEmail(world());
    await world().call('inviteUsers', { as: admin, body: { inviteeEmails: [email] } });
    const { id } = (await world().server.parts.stores.users.findByUsername(email))!;
    const response = await world().call('createPasswordResetLink', { as: admin, params: { userId: id } });
    expectError(response, 400, 'BadRequest', /Send a new invitation/);
  });
});
