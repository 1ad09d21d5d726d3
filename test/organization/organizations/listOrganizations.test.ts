import { expect } from 'chai';
import { invite } from '../../support/fixtures/people.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listOrganizations', (world) => {
  it('lists the organizations with an active membership of the user, with or without a selected one', async () => {
    const first = await world().newOrganization();
    const user = await world().newUser(first, 'admin');
    const second = await world().newOrganization();
    await world().join(second, user, 'member');
    await world().join(await world().newOrganization(), user, 'member', false);
    await world().newOrganization();
    await invite(world(), await world().newUser(await world().newOrganization(), 'admin'), user.email);

    for (const token of [user.token, user.loginToken]) {
      const { status, body } = await world().call('listOrganizations', { as: { token } });
      expect(status).to.equal(200);
      const roles = Object.fromEntries(
        body.organizations.map((organization: any) => [organization.id, organization.userRole]),
      );
      expect(roles).to.deep.equal({ [first.id]: 'admin', [second.id]: 'member' });
    }
  });

  it('lists the single organization of a machine identity', async () => {
    const organization = await world().newOrganization();
    const as = await world().newIdentity(organization, 'no-access');
    const { body } = await world().call('listOrganizations', { as });
    expect(body.organizations).to.have.length(1);
    expect(body.organizations[0]).to.include({
      id: organization.id,
      name: organization.name,
      slug: organization.slug,
      orgAuthMethod: '',
      userRole: 'no-access',
      userJoinedAt: '2030-01-01T00:00:00.000Z',
      createdAt: '2030-01-01T00:00:00.000Z',
    });
  });
});
