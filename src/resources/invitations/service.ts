import { organizationRules } from '../../access/organization-roles.ts';
import type { Request } from '../../contract.ts';
import { timestamp } from '../../platform/clock.ts';
import { badRequest } from '../../platform/errors.ts';
import type { Scope } from '../../scope.ts';
import { newMembership } from '../memberships/new.ts';
import type { MembershipWithRole } from '../memberships/store.ts';
import { findRole, type AssignedRole } from '../roles/assign.ts';
import { noSuchUser } from '../users/guard.ts';
import type { UserRow } from '../users/store.ts';
import { newCode } from './codes.ts';

export interface Link {
  readonly email: string;
  readonly link: string;
}

const linkFor = ({ config }: Scope, code: string, email: string, organizationId: string): Link => {
  const url = new URL('/signupinvite', config.siteUrl);
  url.search = new URLSearchParams({ token: code, to: email, organization_id: organizationId }).toString();
  return { email, link: url.href };
};

/** An account that its owner has yet to finish, not yet stored. */
const newAccount = ({ ids, clock }: Scope, email: string): UserRow => {
  const now = timestamp(clock.now());
  return { id: ids.uuid(), username: email, email, firstName: null, lastName: null, passwordHash: null, superAdmin: false, createdAt: now, updatedAt: now };
};

/** A new link for whoever has not joined yet. It makes its holder that member, so the caller must hold what the member's role allows. */
const newLink = async (tx: Scope, membership: MembershipWithRole, email: string): Promise<Link> => {
  tx.access.requireCover(organizationRules(membership));
  const now = timestamp(tx.clock.now());
  const { code, kept } = newCode(tx);
  await tx.stores.invitations.put({ membershipId: membership.id, ...kept, createdAt: now });
  await tx.stores.memberships.update(membership.id, { inviteEmail: email, lastInvitedAt: now, updatedAt: now });
  return linkFor(tx, code, email, membership.organizationId);
};

const inviteOne = async (tx: Scope, email: string, role: AssignedRole): Promise<Link[]> => {
  const { users, memberships } = tx.stores;
  const { id: organizationId } = tx.access.organization;
  await users.insertIfNew(newAccount(tx, email));
  const user = (await users.findByUsername(email))!;
  await memberships.insertUserIfNew({ ...newMembership(tx, organizationId, { userId: user.id }, role), status: 'invited' });
  const membership = (await memberships.findOfUser(organizationId, user.id))!;
  return membership.status === 'accepted' ? [] : [await newLink(tx, membership, email)];
};

/** Everybody gets in or nobody does; whoever has joined already is left alone. */
export const invite = (scope: Scope, { inviteeEmails, organizationRoleSlug }: Request<'inviteUsers'>['body']): Promise<Link[]> =>
  scope.transaction(async (tx) => {
    const role = await findRole(tx.stores, tx.access.organization.id, organizationRoleSlug);
    tx.access.requireCover(organizationRules(role));
    const links: Link[] = [];
    // In one order, so that two invitations of the same people wait for each other instead of locking up.
    const emails = [...new Set(inviteeEmails.map((email) => email.toLowerCase()))].sort();
    for (const email of emails) links.push(...(await inviteOne(tx, email, role)));
    return links;
  });

export const inviteAgain = (scope: Scope, membershipId: string): Promise<Link> =>
  scope.transaction(async (tx) => {
    const member = await tx.stores.users.findMember(tx.access.organization.id, membershipId);
    if (!member) throw noSuchUser();
    if (member.status === 'accepted') throw badRequest('This user has joined already.');
    return newLink(tx, member, member.inviteEmail ?? member.username);
  });
