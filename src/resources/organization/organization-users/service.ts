import { rulesInOrganization } from '../../../access/abilities.ts';
import { organizationRules } from '../../../access/organization-roles.ts';
import { grantedBy } from '../../../access/granted-rules.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { metadataValues, replaceMetadata } from '../memberships/metadata.ts';
import { requireCoverInProjects, requireBoundaryOfValues } from '../../project/project-memberships/boundary.ts';
import { findRole } from '../organization-roles/assign.ts';
import { organizationUserNotFound } from './guard.ts';
import { requireAdministrator } from './rules.ts';
import type { MemberRow } from './store.ts';

type Change = Request<'updateOrganizationUser'>;

/** All of them, in the order of the ids; and nobody does this to themselves. */
const findOthers = async (
  { actor, stores }: Scope,
  organizationId: string,
  membershipIds: readonly string[],
): Promise<MemberRow[]> => {
  const ids = [...new Set(membershipIds)];
  const found = new Map((await stores.users.findMembers(organizationId, ids)).map((member) => [member.id, member]));
  const members = ids.map((id) => {
    const member = found.get(id);
    if (!member) throw organizationUserNotFound();
    return member;
  });
  if (actor.type === 'user' && members.some(({ userId }) => userId === actor.id)) {
    throw badRequest('You cannot change or end your own membership. Ask another administrator.');
  }
  return members;
};

/** 403 unless the caller holds what the member has again with its groups and in its projects. */
const requireCoverOfAwake = async (tx: Scope, membershipId: string): Promise<void> => {
  await tx.access.requireCover(await rulesInOrganization(tx.stores, membershipId));
  await requireCoverInProjects(tx, membershipId);
};

/** Changes what is sent of a member, within what the caller may hand out. */
export const changeMember = (
  scope: Scope,
  { organizationId, membershipId }: Change['params'],
  { role: slug, isActive: active, metadata }: Change['body'],
): Promise<MemberRow> =>
  scope.transaction(async (tx) => {
    const { memberships, users } = tx.stores;
    const administrators = await memberships.lockAdministrators(organizationId);
    // Whoever makes a link holds this, too, so that there is none for a role that is about to go.
    await memberships.lock({ organizationId, id: membershipId });
    const [member] = (await findOthers(tx, organizationId, [membershipId])) as [MemberRow];

    const role = slug === undefined ? member : await findRole(tx.stores, organizationId, slug);
    const isActive = active ?? member.isActive;
    // Whoever is active again has their role again, as if it were handed to them now.
    if (slug !== undefined || (isActive && !member.isActive))
      await tx.access.requireCover(grantedBy(organizationRules(member), organizationRules(role)));
    if (role.role !== 'admin' || !isActive) requireAdministrator(administrators, [member.id]);

    if (slug === undefined && active === undefined && metadata === undefined) return member;
    if (metadata) await requireBoundaryOfValues(tx, member.id, { metadata: metadataValues(metadata) });
    // A link was for the role it was made with; its holder must not come in with another.
    if (slug !== undefined) await tx.stores.invitations.cancel(member.id);
    await memberships.update(member.id, {
      role: role.role,
      roleId: role.roleId,
      isActive,
      updatedAt: timestamp(tx.clock.now()),
    });
    if (isActive && !member.isActive) await requireCoverOfAwake(tx, member.id);
    if (metadata) await replaceMetadata(tx, member.id, metadata);
    const changes = {
      ...(slug !== undefined && { role: slug }),
      ...(active !== undefined && { isActive }),
      ...(metadata && { metadata }),
    };
    await tx.audit.record({
      type: 'update-organization-membership',
      metadata: { membershipId, userId: member.userId, ...changes },
    });
    return (await users.findMember(organizationId, member.id))!;
  });

/** Ends memberships, all of them or none; answers with what they were. */
export const removeMembers = (
  scope: Scope,
  organizationId: string,
  membershipIds: readonly string[],
): Promise<MemberRow[]> =>
  scope.transaction(async (tx) => {
    const { memberships } = tx.stores;
    const administrators = await memberships.lockAdministrators(organizationId);
    const members = await findOthers(tx, organizationId, membershipIds);
    const ids = members.map(({ id }) => id);
    requireAdministrator(administrators, ids);
    for (const id of ids) await memberships.delete(id);
    await tx.audit.record({
      type: 'remove-organization-members',
      metadata: { members: members.map(({ id, userId, username }) => ({ membershipId: id, userId, username })) },
    });
    return members;
  });
