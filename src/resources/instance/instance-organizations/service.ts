import { ForeignKeyViolation, UniqueViolation } from '../../../platform/db/errors.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { recreateLink, inviteAll, type NewLink } from '../../organization/invitations/service.ts';
import { newMembership } from '../../organization/memberships/new.ts';
import type { OrganizationMembershipRow } from '../../organization/memberships/store.ts';
import { newOrganization, storeOrganization } from '../../organization/organizations/service.ts';
import type { OrganizationRow } from '../../../access/organization.ts';
import { administrator } from '../../organization/organization-roles/assign.ts';
import { requireAdministrator, requireNotBreakGlass } from '../../organization/organization-users/rules.ts';
import { ofInstance, ofOrganization } from '../../../transaction-keys.ts';

/** Administrators of the instance may invite with any role. */
const allowAnyMember = (): void => undefined;

/** Creates an organization, and returns the links with which its administrators join. */
export const createOrganizationWithAdmins = (
  scope: Scope,
  name: string,
  emails: readonly string[],
): Promise<{ organization: OrganizationRow; links: NewLink[] }> => {
  const row = newOrganization(scope, name);
  return scope.transaction(ofInstance, async (tx) => {
    const organization = await storeOrganization(tx, row);
    return { organization, links: await inviteAll(tx, organization.id, emails, administrator, allowAnyMember) };
  });
};

export const inviteMemberAgain = (scope: Scope, organizationId: string, membershipId: string) =>
  recreateLink(scope, organizationId, membershipId, allowAnyMember);

export const join = async (
  scope: Scope,
  organizationId: string,
  userId: string,
): Promise<OrganizationMembershipRow> => {
  const membership = newMembership(scope, organizationId, { userId }, administrator);
  try {
    await scope.transaction(ofOrganization(organizationId), async ({ stores, audit }) => {
      await stores.memberships.insert(membership);
      await audit.record({
        type: 'join-organization',
        metadata: { membershipId: membership.id, userId, role: membership.role },
        organizationId,
      });
    });
    return membership;
  } catch (error) {
    if (error instanceof UniqueViolation) throw badRequest('You belong to this organization already.');
    if (error instanceof ForeignKeyViolation) throw notFound('Organization not found.');
    throw error;
  }
};

/** Ends the membership; 400 if it is the caller's own or that of the last administrator. */
export const removeMember = (scope: Scope, organizationId: string, id: string): Promise<OrganizationMembershipRow> =>
  scope.transaction(ofOrganization(organizationId), async ({ stores, actor, audit }) => {
    const administrators = await stores.memberships.listAdministrators(organizationId);
    const membership = await stores.memberships.findUserMembership(organizationId, id);
    if (!membership) throw notFound('Membership not found.');
    if (membership.userId === actor.id) throw badRequest('You cannot remove yourself.');
    requireAdministrator(administrators, [id]);
    requireNotBreakGlass(await stores.organizations.findById(organizationId), [membership.userId]);
    const { username } = (await stores.users.findById(membership.userId!))!;
    await stores.memberships.delete(id);
    await audit.record({
      type: 'remove-organization-members',
      metadata: { members: [{ membershipId: id, userId: membership.userId, username }] },
      organizationId,
    });
    return membership;
  });
