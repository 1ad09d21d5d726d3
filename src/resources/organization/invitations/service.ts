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
import type { MemberRow, UserRow } from '../organization-users/store.ts';
import { newCode } from './codes.ts';
import { findProjects, joinProjects } from './projects.ts';

export interface Link {
  readonly email: string;
  readonly link: string;
}

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

/** Builds the row of an incomplete account; does not store it. */
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

/** Creates a link with which its holder joins as this member. */
const createLink = async (tx: Scope, membership: MembershipWithRole, email: string): Promise<Link> => {
  const now = timestamp(tx.clock.now());
  const { code, stored } = newCode(tx);
  await tx.stores.invitations.put({
    membershipId: membership.id,
    ...stored,
    invitedBy: actorName(tx.actor),
    createdAt: now,
  });
  await tx.stores.memberships.update(membership.id, { inviteEmail: email, lastInvitedAt: now, updatedAt: now });
  await tx.mailer?.enqueue(tx, {
    organizationId: membership.organizationId,
    kind: 'invitation',
    mails: [{ recipient: email, content: { membershipId: membership.id, code } }],
  });
  return buildLink(tx, code, email, membership.organizationId);
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
): Promise<Link[]> => {
  const links: Link[] = [];
  // Sorted, so that two invitations of the same people cannot deadlock.
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
  // The role must not change between the check and the creation of the link.
  await memberships.lock({ organizationId, userId: user.id });
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
  readonly links: readonly Link[];
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
  return scope.transaction(async (tx) => {
    const { id: organizationId } = tx.access.organization;
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
): Promise<{ member: MemberRow; link: Link }> =>
  scope.transaction(async (tx) => {
    await tx.stores.memberships.lock({ organizationId, id: membershipId });
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
