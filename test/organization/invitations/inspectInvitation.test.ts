import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { invite, newEmail, verify } from '../../support/fixtures/people.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('inspectInvitation', (world) => {
  const setting = async (email = newEmail(world())) => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    return { organization, admin, invitation: await invite(world(), admin, email) };
  };
  const inspect = (body: object) => world().call('inspectInvitation', { body });

  it('shows the invitation, and leaves the code valid', async () => {
    const { organization, admin, invitation } = await setting();
    for (const email of [invitation.email, invitation.email.toUpperCase()]) {
      const { status, body } = await inspect({ ...invitation, email });
      expect(status).to.equal(200);
      const { passwordPolicy, ...rest } = body;
      expect(rest).to.deep.equal({
        organizationName: organization.name,
        email: invitation.email,
        invitedBy: admin.email,
        hasAccount: false,
        expiresAt: '2030-01-04T00:00:00.000Z',
      });
      expect(passwordPolicy.requirements).to.include('must have at least 14 characters');
    }
    await verify(world(), invitation);
  });

  it('tells whether the invited user has an account', async () => {
    const user = await world().newUser(await world().newOrganization(), 'member');
    const { invitation } = await setting(user.email);
    expect((await inspect({ ...invitation })).body.hasAccount).to.equal(true);
  });

  it('gives the same response for every invitation that is not valid', async () => {
    const { invitation } = await setting();
    const { invitation: used } = await setting();
    await verify(world(), used);
    const invalid = [
      used,
      { ...invitation, code: used.code },
      { ...invitation, email: used.email },
      { ...invitation, organizationId: used.organizationId },
      { ...invitation, organizationId: 'not-an-id' },
    ];
    for (const body of invalid) expectError(await inspect(body), 400, 'BadRequest', /not valid: it is unknown/);
    await world().clock.later(3 * 86_400, async () =>
      expectError(await inspect(invitation), 400, 'BadRequest', /not valid/),
    );
    expectIssues(await inspect({}), 'body email required', 'body organizationId required', 'body code required');
  });
});
