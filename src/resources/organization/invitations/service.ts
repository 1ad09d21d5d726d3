import { rulesInOrganization } from '../../../access/abilities.ts';
import { actorName } from '../../../access/actor.ts';
import { organizationRules } from '../../../access/organization-roles.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { newMembership } from '../memberships/new.ts';
import type { MembershipWithRole } from '../memberships/store.ts';
import { requireBoundaryInProjects } from '../../project/project-memberships/boundary.ts';
import { findRole, type AssignedRole } from '../organization-roles/assign.ts';
import { organizationUserNotFound } from '../organization-users/rules.ts';
import { newAccount } from '../organization-users/new.ts';
import type { MemberRow } from '../organization-users/store.ts';
import { newCode } from './codes.ts';
import { findProjects, joinProjects } from './projects.ts';
import { ofOrganization } from '../../../transaction-keys.ts';

export interface Link {
  readonly email: string;
  readonly link: string;
}

/** The link of a new invitation. */
export interface NewLink extends Link {
  /** Whether it was mailed, and must be shown to nobody. */
  readonly isOnlyMailed: boolean;
}

const notMailed = (email: string) =>
  badRequest(
    `No invitation can be mailed to ${email}: it is not an address for mail, or too many mails wait or were sent to it today. Try again tomorrow.`,
  );

export const buildLink = (
  { config }: Pick<Scope, 'config'>,
  code: string,
  email: string,
  organizationId: string,
): Link => {
  const url = new URL('/signupinvite', config.siteUrl);
  url.search = new URLSearchParams({ token: code, to: email, organization_id: organizationId }).toString();
  return { email, link: url.href };
};

/**
 * Creates a link with which its holder joins as this member. Whoever has the link of an account without an owner becomes
 * its owner; so if there is a mail server, it goes to the owner of the address and to nobody else.
 */
const createLink = async (tx: Scope, membership: MembershipWithRole, email: string): Promise<NewLink> => {
  const now = timestamp(tx.clock.now());
  const isOnlyMailed = tx.mailer !== undefined && !(await tx.stores.users.isOwned(membership.userId!));
  const { code, stored } = newCode(tx);
  await tx.stores.invitations.put({
    membershipId: membership.id,
    ...stored,
    invitedBy: actorName(tx.actor),
    isOnlyMailed,
    createdAt: now,
  });
  await tx.stores.memberships.update(membership.id, { inviteEmail: email, lastInvitedAt: now, updatedAt: now });
  const mailed = await tx.mailer?.enqueue(tx, {
    organizationId: membership.organizationId,
    kind: 'invitation',
    mails: [{ recipient: email, content: { membershipId: membership.id, code } }],
  });
  if (isOnlyMailed && mailed !== 1) throw notMailed(email);
  return { ...buildLink(tx, code, email, membership.organizationId), isOnlyMailed };
};

/** Throws 403 if the caller may not create a link for the member; runs in the caller's transaction. */
export type RequireMayLink = (tx: Scope, membership: MembershipWithRole) => Promise<void> | void;

/** Invites the people with the role; those who have joined are not changed. */
export const inviteAll = async (
  tx: Scope,
  organizationId: string,
  emails: readonly string[],
  role: AssignedRole,
  requireMayLink: RequireMayLink,
): Promise<NewLink[]> => {
  const links: NewLink[] = [];
  // Sorted, because organizations that invite the same new people at once wait for each other's insertions.
  for (const email of [...new Set(emails.map((address) => address.toLowerCase()))].sort()) {
    const membership = await inviteUser(tx, organizationId, email, role);
    if (membership.status === 'accepted') continue;
    await requireMayLink(tx, membership);
    links.push(await createLink(tx, membership, email));
  }
  return links;
};

/** Returns the membership of the person, after inviting them if they are not a member. */
const inviteUser = async (
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
  return (await memberships.findOfUser(organizationId, user.id))!;
};

/**
 * 403 unless the caller has every permission of the member, through groups and projects too: a link grants them all.
 */
export const requireBoundaryOfMember: RequireMayLink = async (tx, { id, organizationId }) => {
  if ((await tx.stores.users.findMember(organizationId, id))?.superAdmin) tx.access.requireInstanceAdmin();
  await tx.access.requirePermissionBoundary(await rulesInOrganization(tx.stores, id));
  await requireBoundaryInProjects(tx, id);
};

/** The links of the invited users, and the projects that the caller may not add them to. */
export interface InvitationResult {
  readonly links: readonly NewLink[];
  readonly refusedProjects: readonly string[];
}

/**
 * Invites all users or none; those who have joined already are not changed. Skips the projects that the caller may not
 * add users to.
 */
export const invite = async (
  scope: Scope,
  { inviteeEmails, organizationRoleSlug, projectIds = [] }: Request<'inviteUsers'>['body'],
): Promise<InvitationResult> => {
  const projects = await findProjects(scope, projectIds);
  const { id: organizationId } = scope.access.organization;
  return scope.transaction(ofOrganization(organizationId), async (tx) => {
    const role = await findRole(tx.stores, organizationId, organizationRoleSlug);
    await tx.access.requirePermissionBoundary(organizationRules(role));
    const links = await inviteAll(tx, organizationId, inviteeEmails, role, requireBoundaryOfMember);
    if (links.length > 0)
      await tx.audit.record({
        type: 'invite-organization-users',
        metadata: { emails: links.map(({ email }) => email), role: organizationRoleSlug },
      });
    return { links, refusedProjects: await joinProjects(tx, projects, inviteeEmails) };
  });
};

/** Replaces the link of a user who has not joined yet. */
export const recreateLink = (
  scope: Scope,
  organizationId: string,
  membershipId: string,
  requireMayLink: RequireMayLink,
): Promise<{ member: MemberRow; link: NewLink }> =>
  scope.transaction(ofOrganization(organizationId), async (tx) => {
    const member = await tx.stores.users.findMember(organizationId, membershipId);
    if (!member) throw organizationUserNotFound();
    if (member.status === 'accepted') throw badRequest('This user has joined already.');
    await requireMayLink(tx, member);
    await tx.audit.record({
      type: 'resend-organization-invitation',
      metadata: { membershipId, userId: member.userId },
      organizationId,
    });
    return { member, link: await createLink(tx, member, member.inviteEmail ?? member.username) };
  });
