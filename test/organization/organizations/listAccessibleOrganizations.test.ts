import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listAccessibleOrganizations', (world) => {
  it('lists the organizations that the user has joined, also before one is selected', async () => {
    const first = await world().newOrganization();
    const user = await world().newUser(first, 'member');
    const second = await world().newOrganization();
    await world().join(second, user, 'admin');
    await world().join(await world().newOrganization(), user, 'admin', false);
    for (const token of [user.token, user.loginToken]) {
      const { status, body } = await world().call('listAccessibleOrganizations', { as: { token } });
      expect(status).to.equal(200);
      expect(body.organizations.map(({ id }: any) => id)).to.have.members([first.id, second.id]);
      const joined = await world().call('listOrganizations', { as: { token } });
      expect(body.organizations).to.deep.equal(
        joined.body.organizations.map(({ userRole: _, ...organization }: any) => ({
          ...organization,
          subOrganizations: [],
        })),
      );
    }
  });

  it('is allowed only for users', async () => {
    const as = await world().newIdentity(await world().newOrganization(), 'admin');
    expectError(await world().call('listAccessibleOrganizations', { as }), 403, 'ForbiddenError', /machine identity/i);
  });
});
