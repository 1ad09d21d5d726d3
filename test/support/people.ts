import type { Rule } from '../../src/access/rule.ts';
import { expect } from 'chai';
import type { OrganizationRow } from '../../src/resources/organization/organizations/store.ts';
import { timestamp } from '../../src/platform/clock.ts';
import { createStores } from '../../src/stores.ts';
import type { TestUser } from './members.ts';
import type { World } from './world.ts';

export const membershipOf = async (
  world: World,
  organization: OrganizationRow,
  user: { id: string },
): Promise<string> => (await world.server.parts.stores.memberships.findOfUser(organization.id, user.id))!.id;

/** A user with a custom role of just these rules. */
export const newUserWith = async (
  world: World,
  organization: OrganizationRow,
  permissions: readonly Rule[],
): Promise<TestUser & { roleId: string; slug: string }> => {
  const user = await world.newUser(organization, 'no-access');
  const { clock, ids, database } = world.server.parts;
  const now = timestamp(clock.now());
  const roleId = ids.uuid();
  const slug = `role-${roleId}`;
  const membershipId = await membershipOf(world, organization, user);
  await database.transaction(async ({ db }) => {
    const stores = createStores(db);
    await stores.roles.insert({
      id: roleId,
      organizationId: organization.id,
      slug,
      name: slug,
      description: null,
      permissions,
      createdAt: now,
      updatedAt: now,
    });
    await stores.memberships.update(membershipId, { role: 'custom', roleId });
  });
  return { ...user, roleId, slug };
};

export interface Invitation {
  readonly email: string;
  readonly organizationId: string;
  readonly code: string;
}

/** What the invited person's browser would read from the link. */
export const readLink = (link: string): Invitation => {
  const { searchParams } = new URL(link);
  return {
    email: searchParams.get('to')!,
    organizationId: searchParams.get('organization_id')!,
    code: searchParams.get('token')!,
  };
};

export const newEmail = (world: World): string => `guest-${world.server.parts.ids.uuid()}@example.com`;

/** Invites one person, and takes the invitation from the link. */
export const invite = async (
  world: World,
  as: { token: string },
  email: string,
  organizationRoleSlug = 'member',
): Promise<Invitation> => {
  const { status, body } = await world.call('inviteUsers', {
    as,
    body: { inviteeEmails: [email], organizationRoleSlug },
  });
  expect(status, JSON.stringify(body)).to.equal(200);
  expect(body.completeInviteLinks).to.have.length(1);
  return readLink(body.completeInviteLinks[0].link as string);
};

/** The token that the invitation is good for; null when its account is finished, a login of which is then needed. */
export const verify = async (
  world: World,
  invitation: Invitation,
  login: { accessToken?: string } = {},
): Promise<{ token: string }> => {
  const { status, body } = await world.call('verifyInvitation', { body: { ...invitation, ...login } });
  expect(status, JSON.stringify(body)).to.equal(200);
  return { token: body.token as string };
};

export const goodPassword = 'correct horse battery 5taple';
