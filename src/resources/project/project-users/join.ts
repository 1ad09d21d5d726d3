import { valuesOf } from '../../../access/abilities.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Scope } from '../../../scope.ts';
import {
  findProjectRoles,
  newProjectMembership,
  requireAssignable,
  roleRows,
  type RoleRecipient,
  type RoleToAssign,
} from '../project-memberships/assign.ts';
import type { RequestedRole } from '../project-memberships/service.ts';
import type { ProjectMembershipRow } from '../project-memberships/store.ts';
import type { MemberRow } from '../../organization/organization-users/store.ts';
import { requireEach } from './guard.ts';

/** A user of the organization; `id` is that of the membership. */
export type Person = Pick<MemberRow, 'id' | 'userId' | 'username'>;

/** Returns the user as a receiver of roles, with its subject fields and values for templates. */
export const findRecipient = async (
  { stores }: Pick<Scope, 'stores'>,
  membershipId: string,
  userEmail: string,
): Promise<RoleRecipient> => ({
  subject: 'member',
  fields: { userEmail },
  values: await valuesOf(stores, membershipId),
});

/** Returns the fields that identify a user in the audit log. */
export const auditedUserFields = ({ userId, username }: Pick<Person, 'userId' | 'username'>) => ({
  userId,
  email: username,
});

/**
 * 403 unless the caller may add all of these users with these roles. Checked before anybody is added, and before an
 * error reveals who is already a member. Returns the roles.
 */
export const requireJoinable = async (
  tx: Scope,
  project: ProjectAccess,
  people: readonly Person[],
  requested: readonly RequestedRole[],
): Promise<RoleToAssign[]> => {
  requireEach(
    project,
    'create',
    people.map(({ username }) => username),
  );
  const [roles, ...recipients] = await Promise.all([
    findProjectRoles(tx, project.row.id, requested),
    ...people.map(({ id, username }) => findRecipient(tx, id, username)),
  ]);
  for (const recipient of recipients) await requireAssignable(project, tx, recipient, [], roles);
  return roles;
};

/** Adds these users, who are joinable with the roles and not in the project; runs in `tx`. */
export const joinAll = async (
  tx: Scope,
  project: ProjectAccess,
  people: readonly Person[],
  requested: readonly RequestedRole[],
  roles: readonly RoleToAssign[],
): Promise<(ProjectMembershipRow & { userId: string })[]> => {
  const joined = [];
  for (const { id: membershipId, userId } of people) {
    const membership = newProjectMembership(tx, project.row.id, { membershipId });
    await tx.stores.projectMemberships.insert(membership, roleRows(tx, membership.id, roles));
    joined.push({ ...membership, userId });
  }
  await tx.audit.record({
    type: 'add-project-members',
    metadata: {
      members: people.map(auditedUserFields),
      roles: requested.map(({ role }) => role),
      ...(requested.some(({ isTemporary }) => isTemporary) && {
        temporaryRoles: requested.filter(({ isTemporary }) => isTemporary),
      }),
    },
    project: project.row,
  });
  return joined;
};
