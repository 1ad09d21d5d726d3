import { organizationRules } from '../../../access/organization-roles.ts';
import { grantedBy } from '../../../access/granted-rules.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { metadataValues, replaceMetadata } from '../memberships/metadata.ts';
import { requireBoundaryOfMember, requireBoundaryOfValues } from '../../project/project-memberships/boundary.ts';
import { findRole } from '../organization-roles/assign.ts';
import { organizationUserNotFound, requireAdministrator, requireNotBreakGlass } from './rules.ts';
import type { MemberRow } from './store.ts';
import { ofOrganization } from '../../../transaction-keys.ts';

type Change = Request<'updateOrganizationUser'>;

/** Finds the members in the order of the ids; 404 if one does not exist, 400 if one is the caller. */
const findOthers = async (
  { actor, stores }: Scope,
  organizationId: string,
  membershipIds: readonly string[],
): Promise<MemberRow[]> => {
  const ids = [...new Set(membershipIds)];
  const membersById = new Map(
    (await stores.users.findMembers(organizationId, ids)).map((member) => [member.id, member]),
  );
  const members = ids.map((id) => {
    const member = membersById.get(id);
    if (!member) throw organizationUserNotFound();
    return member;
  });
  if (actor.type === 'user' && members.some(({ userId }) => userId === actor.id)) {
    throw badRequest('You cannot change or end your own membership. Ask another administrator.');
  }
  return members;
};

/** Changes the sent fields of a member; 403 unless the caller has every permission that this grants or takes. */
export const changeMember = (
  scope: Scope,
  { organizationId, membershipId }: Change['params'],
  { role: slug, isActive: active, metadata }: Change['body'],
): Promise<MemberRow> =>
  scope.transaction(ofOrganization(organizationId), async (tx) => {
    const { memberships, users } = tx.stores;
    const administrators = await memberships.listAdministrators(organizationId);
    const [member] = (await findOthers(tx, organizationId, [membershipId])) as [MemberRow];

    const role = slug === undefined ? member : await findRole(tx.stores, organizationId, slug);
    const isActive = active ?? member.isActive;
    // Deactivating a member takes everything, and a new role takes the former one.
    if (!isActive && member.isActive) await requireBoundaryOfMember(tx, member.id);
    if (slug !== undefined) await tx.access.requirePermissionBoundary(organizationRules(member));
    // Reactivating a member grants the role again.
    if (slug !== undefined || (isActive && !member.isActive))
      await tx.access.requirePermissionBoundary(grantedBy(organizationRules(member), organizationRules(role)));
    if (role.role !== 'admin' || !isActive) {
      requireAdministrator(administrators, [member.id]);
      requireNotBreakGlass(await tx.stores.organizations.findById(organizationId), [member.userId]);
    }

    if (slug === undefined && active === undefined && metadata === undefined) return member;
    if (metadata) await requireBoundaryOfValues(tx, member.id, { metadata: metadataValues(metadata) });
    // An invitation link grants the role that it was created for.
    if (slug !== undefined) await tx.stores.invitations.cancel(member.id);
    await memberships.update(member.id, {
      role: role.role,
      roleId: role.roleId,
      isActive,
      updatedAt: timestamp(tx.clock.now()),
    });
    if (isActive && !member.isActive) await requireBoundaryOfMember(tx, member.id);
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

/** Ends all of the memberships or none, and returns them; 403 unless the caller has every permission of the members. */
export const removeMembers = (
  scope: Scope,
  organizationId: string,
  membershipIds: readonly string[],
): Promise<MemberRow[]> =>
  scope.transaction(ofOrganization(organizationId), async (tx) => {
    const { memberships } = tx.stores;
    const administrators = await memberships.listAdministrators(organizationId);
    const members = await findOthers(tx, organizationId, membershipIds);
    const ids = members.map(({ id }) => id);
    for (const id of ids) await requireBoundaryOfMember(tx, id);
    requireAdministrator(administrators, ids);
    const userIds = members.map(({ userId }) => userId);
    requireNotBreakGlass(await tx.stores.organizations.findById(organizationId), userIds);
    for (const id of ids) await memberships.delete(id);
    await tx.audit.record({
      type: 'remove-organization-members',
      metadata: { members: members.map(({ id, userId, username }) => ({ membershipId: id, userId, username })) },
    });
    return members;
  });
