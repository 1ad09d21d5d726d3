import { valuesOf } from '../../../access/abilities.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Scope } from '../../../scope.ts';
import { findProjectRoles, requireAssignable, type RoleRecipient } from '../project-memberships/assign.ts';
import { join, type RequestedRole } from '../project-memberships/service.ts';
import type { ProjectMembershipRow } from '../project-memberships/store.ts';
import type { MemberRow } from '../../organization/organization-users/store.ts';
import { requireEach } from './guard.ts';

/** A user of the organization; `id` is that of the membership. */
export type Person = Pick<MemberRow, 'id' | 'userId' | 'username'>;

/** Returns the user as a receiver of roles, with its subject fields and values for templates. */
export const recipientOf = async (
  { stores }: Pick<Scope, 'stores'>,
  membershipId: string,
  userEmail: string,
): Promise<RoleRecipient> => ({
  subject: 'member',
  thing: { userEmail },
  values: await valuesOf(stores, membershipId),
});

/** Returns the fields that identify a user in the audit log. */
export const audited = ({ userId, username }: Pick<Person, 'userId' | 'username'>) => ({ userId, email: username });

/**
 * 403 unless the caller may add all of these users with these roles. Checked before anybody is added, and before an
 * error reveals who is already a member.
 */
export const requireJoinable = async (
  tx: Scope,
  project: ProjectAccess,
  people: readonly Person[],
  wanted: readonly RequestedRole[],
): Promise<void> => {
  requireEach(
    project,
    'create',
    people.map(({ username }) => username),
  );
  const chosen = await findProjectRoles(tx, project.project.id, wanted);
  for (const { id, username } of people)
    await requireAssignable(project, tx, await recipientOf(tx, id, username), [], chosen);
};

/** Adds these users to the project with the roles, which the caller must be allowed to assign; runs in `tx`. */
export const joinAll = async (
  tx: Scope,
  project: ProjectAccess,
  people: readonly Person[],
  wanted: readonly RequestedRole[],
): Promise<(ProjectMembershipRow & { userId: string })[]> => {
  const joined = [];
  for (const { id: membershipId, userId, username } of people) {
    const { membership } = await join(
      tx,
      project,
      { membershipId },
      await recipientOf(tx, membershipId, username),
      wanted,
    );
    joined.push({ ...membership, userId });
  }
  await tx.audit.record({
    type: 'add-project-members',
    metadata: { members: people.map(audited), roles: wanted.map(({ role }) => role) },
    project: project.project,
  });
  return joined;
};
