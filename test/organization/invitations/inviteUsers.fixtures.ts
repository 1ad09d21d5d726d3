import type { Rule } from '../../../src/access/rule.ts';
import type { World } from '../../support/world/world.ts';

export const mayInvite: Rule = { subject: 'member', action: ['create'] };

/** An organization with an administrator, who invites users. */
export const newInviteSetting = async (world: World) => {
  const organization = await world.newOrganization();
  const admin = await world.newUser(organization, 'admin');
  const call = (body: object, as: { token: string } = admin) => world.call('inviteUsers', { as, body });
  const members = () => world.server.parts.stores.users.listMembers(organization.id);
  return { organization, admin, call, members };
};
