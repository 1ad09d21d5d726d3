import { valuesOf } from '../../../access/abilities.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Scope } from '../../../scope.ts';
import { findProjectRoles, requireAssignable, type RoleRecipient } from '../project-memberships/assign.ts';
import { addToProject, type RequestedRole } from '../project-memberships/service.ts';
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
 * error reveals who is already a member.
 */
export const requireJoinable = async (
  tx: Scope,
  project: ProjectAccess,
  people: readonly Person[],
  requested: readonly RequestedRole[],
): Promise<void> => {
  requireEach(
    project,
    'create',
    people.map(({ username }) => username),
  );
  const roles = await findProjectRoles(tx, project.row.id, requested);
  for (const { id, username } of people)
    await requireAssignable(project, tx, await findRecipient(tx, id, username), [], roles);
};

/** Adds these users to the project with the roles, which the caller must be allowed to assign; runs in `tx`. */
export const joinAll = async (
  tx: Scope,
  project: ProjectAccess,
  people: readonly Person[],
  requested: readonly RequestedRole[],
): Promise<(ProjectMembershipRow & { userId: string })[]> => {
  const joined = [];
  for (const { id: membershipId, userId, username } of people) {
    const { membership } = await addToProject(
      tx,
      project,
      { membershipId },
      await findRecipient(tx, membershipId, username),
      requested,
    );
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
