import type { Rule } from '../../../src/access/rule.ts';
import { membershipOf } from '../../support/fixtures/people.ts';
import type { World } from '../../support/world/world.ts';

export const mayEdit: Rule = { subject: 'member', action: ['read', 'edit'] };

/** An organization with an administrator, and a user with this role to update. */
export const updateUserSetting =
  (world: () => World) =>
  async (role = 'member') => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const user = await world().newUser(organization, role);
    const params = { organizationId: organization.id, membershipId: await membershipOf(world(), organization, user) };
    const update = (body?: unknown, as: { token: string } = admin) =>
      world().call('updateOrganizationUser', { as, params, body });
    const current = async (): Promise<any> =>
      (await world().call('getOrganizationUser', { as: admin, params })).body.membership;
    return { organization, admin, user, params, update, current };
  };
