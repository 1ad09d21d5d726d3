import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listOwnOrganizationsPlain', (world) => {
  it('lists the same organizations as the other list, without the role', async () => {
    const first = await world().newOrganization();
    const user = await world().newUser(first, 'member');
    const second = await world().newOrganization();
    await world().join(second, user, 'admin');
    await world().join(await world().newOrganization(), user, 'admin', false);
    for (const token of [user.token, user.loginToken]) {
      const { status, body } = await world().call('listOwnOrganizationsPlain', { as: { token } });
      expect(status).to.equal(200);
      expect(body.organizations.map(({ id }: any) => id)).to.have.members([first.id, second.id]);
      const joined = await world().call('listOrganizations', { as: { token } });
      const plain = joined.body.organizations.map(
        ({ orgAuthMethod: _, userRole: __, userJoinedAt: ___, ...organization }: any) => organization,
      );
      expect(body.organizations).to.deep.equal(plain);
    }
  });

  it('is allowed only for users', async () => {
    const as = await world().newIdentity(await world().newOrganization(), 'admin');
    expectError(await world().call('listOwnOrganizationsPlain', { as }), 403, 'ForbiddenError', /machine identity/i);
  });
});
