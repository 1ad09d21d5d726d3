import type { Rule } from '../../../src/access/rule.ts';
import { groupsOf, newGroup } from '../../support/fixtures/groups.ts';
import type { TestRole } from '../../support/world/members.ts';
import type { World } from '../../support/world/world.ts';

export const adder: Rule = { subject: 'groups', action: ['edit', 'add-members'] };

/** An organization with a group of this role, and a user to add to it. */
export const addToGroupSetting =
  (world: () => World) =>
  async (role: TestRole = 'no-access') => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const user = await world().newUser(organization, 'no-access');
    const group = await newGroup(world(), organization, { role });
    const add = (caller: { token: string } = as, username = user.email) =>
      world().call('addUserToGroup', { as: caller, params: { id: group.id, username } });
    const state = () => groupsOf(world(), organization);
    return { organization, as, user, group, add, state };
  };
