import { rulesInOrganization } from '../../../access/abilities.ts';
import { organizationRules } from '../../../access/organization-roles.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { newMembership } from '../memberships/new.ts';
import type { MembershipWithRole } from '../memberships/store.ts';
import { requireCoverInProjects } from '../../project/project-memberships/boundary.ts';
import { findRole, type AssignedRole } from '../organization-roles/assign.ts';
import { organizationUserNotFound } from '../organization-users/guard.ts';
import type { MemberRow, UserRow } from '../organization-users/store.ts';
import { newCode } from './codes.ts';
import { findProjects, joinProjects } from './projects.ts';

export interface Link {
  readonly email: string;
  readonly link: string;
}

const linkFor = ({ config }: Pick<Scope, 'config'>, code: string, email: string, organizationId: string): Link => {
  const url = new URL('/signupinvite', config.siteUrl);
  url.search = new URLSearchParams({ token: code, to: email, organization_id: organizationId }).toString();
  return { email, link: url.href };
};

/** An account that its owner has yet to finish, not yet stored. */
const newAccount = ({ ids, clock }: Scope, email: string): UserRow => {
  const now = timestamp(clock.now());
  return {
    id: ids.uuid(),
    username: email,
    email,
    firstName: null,
    lastName: null,
    passwordHash: null,
    superAdmin: false,
    createdAt: now,
    updatedAt: now,
  };
};

/** A new link for whoever has not joined yet; it makes its holder that member. */
const newLink = async (tx: Scope, membership: MembershipWithRole, email: string): Promise<Link> => {
  const now = timestamp(tx.clock.now());
  const { code, kept } = newCode(tx);
  await tx.stores.invitations.put({ membershipId: membership.id, ...kept, createdAt: now });
  await tx.stores.memberships.update(membership.id, { inviteEmail: email, lastInvitedAt: now, updatedAt: now });
  return linkFor(tx, code, email, membership.organizationId);
};

/** Refuses whom the caller may not make a link for; in the caller's transaction. */
export type MayLink = (tx: Scope, membership: MembershipWithRole) => Promise<void> | void;

/** Invites these people with the role; who has joined is left alone. */
export const inviteAll = async (
  tx: Scope,
  organizationId: string,
  emails: readonly string[],
  role: AssignedRole,
  mayLink: MayLink,
): Promise<Link[]> => {
  const links: Link[] = [];
  // In one order, so that two invitations of the same people wait for each other instead of locking up.
  for (const email of [...new Set(emails.map((address) => address.toLowerCase()))].sort()) {
    const membership = await invited(tx, organizationId, email, role);
    if (membership.status === 'accepted') continue;
    await mayLink(tx, membership);
    links.push(await newLink(tx, membership, email));
  }
  return links;
};

/** The membership of that person, who is now invited if they were not before. */
const invited = async (
  tx: Scope,
  organizationId: string,
  email: string,
  role: AssignedRole,
): Promise<MembershipWithRole> => {
  const { users, memberships } = tx.stores;
  await users.insertIfNew(newAccount(tx, email));
  const user = (await users.findByUsername(email))!;
  await memberships.insertUserIfNew({
    ...newMembership(tx, organizationId, { userId: user.id }, role),
    status: 'invited',
  });
  // A link is for the role that it is made with: that must not change in between.
  await memberships.lock({ organizationId, userId: user.id });
  return (await memberships.findOfUser(organizationId, user.id))!;
};

/**
 * A link is as good as what its holder may do, as a member of groups and projects too: the caller must hold all of it.
 */
export const requireBoundaryOfMember: MayLink = async (tx, { id, organizationId }) => {
  if ((await tx.stores.users.findMember(organizationId, id))?.superAdmin) tx.access.requireInstanceAdmin();
  await tx.access.requireCover(await rulesInOrganization(tx.stores, id));
  await requireCoverInProjects(tx, id);
};

/** Who was invited, and to which projects they could not be. */
export interface InvitedUser {
  readonly links: readonly Link[];
  readonly refusedProjects: readonly string[];
}

/**
 * Everybody gets in or nobody does; whoever has joined already is left alone. Projects that are not the caller's to
 * open stay shut.
 */
export const invite = async (
  scope: Scope,
  { inviteeEmails, organizationRoleSlug, projectIds = [] }: Request<'inviteUsers'>['body'],
): Promise<InvitedUser> => {
  const projects = await findProjects(scope, projectIds);
  return scope.transaction(async (tx) => {
    const { id: organizationId } = tx.access.organization;
    const role = await findRole(tx.stores, organizationId, organizationRoleSlug);
    await tx.access.requireCover(organizationRules(role));
    const links = await inviteAll(tx, organizationId, inviteeEmails, role, requireBoundaryOfMember);
    if (links.length > 0)
      await tx.audit.record({
        type: 'invite-organization-users',
        metadata: { emails: links.map(({ email }) => email), role: organizationRoleSlug },
      });
    return { links, refusedProjects: await joinProjects(tx, projects, inviteeEmails) };
  });
};

/** A new link instead of the old one. */
export const inviteAgain = (
  scope: Scope,
  organizationId: string,
  membershipId: string,
  mayLink: MayLink,
): Promise<{ member: MemberRow; link: Link }> =>
  scope.transaction(async (tx) => {
    await tx.stores.memberships.lock({ organizationId, id: membershipId });
    const member = await tx.stores.users.findMember(organizationId, membershipId);
    if (!member) throw organizationUserNotFound();
    if (member.status === 'accepted') throw badRequest('This user has joined already.');
    await mayLink(tx, member);
    await tx.audit.record({
      type: 'resend-organization-invitation',
      metadata: { membershipId, userId: member.userId },
      organizationId,
    });
    return { member, link: await newLink(tx, member, member.inviteEmail ?? member.username) };
  });
