import type { Period } from '../../../access/granted.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { timestamp } from '../../../platform/clock.ts';
import { orTaken } from '../../../platform/db/errors.ts';
import { refuseIssues } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { periodOf, type PeriodInput } from '../grants/period.ts';
import {
  findProjectRoles,
  newProjectMembership,
  requireAssignable,
  requireRemovable,
  roleRows,
  type RoleRecipient,
} from './assign.ts';
import type { ProjectMembershipRoleRow, ProjectMembershipRow } from './store.ts';

/** A role as requests choose it. */
export type RoleInput = PeriodInput & { readonly role: string };

/** A role with its period, worked out; not yet known to exist. */
export type RequestedRole = Period & { readonly role: string };

/** Every request of the member looks at all of them. The contract allows more since before there was this limit. */
const maxPerMember = 50;

/** 422 for more roles than a member may have, and for a period that cannot be understood. */
export const requestedRoles = (roles: readonly RoleInput[], field = 'roles'): RequestedRole[] => {
  if (roles.length > maxPerMember)
    refuseIssues([
      { code: 'too_big', in: 'body', path: [field], message: `must not have more than ${maxPerMember} items` },
    ]);
  return roles.map((input, index) => ({ role: input.role, ...periodOf(input, field, `${index}`) }));
};

/** Of a new member; `roles` wins over `role`. */
export const wantedOnJoining = ({
  role = 'no-access',
  roles,
}: {
  readonly role?: string;
  readonly roles?: readonly RoleInput[];
}): RequestedRole[] => requestedRoles(roles ?? [{ role, isTemporary: false }]);

/** Makes somebody a member of the project, within what the caller may hand out; in the caller's transaction. */
export const join = async (
  tx: Scope,
  project: ProjectAccess,
  member: { membershipId: string } | { groupId: string },
  recipient: RoleRecipient,
  wanted: readonly RequestedRole[],
): Promise<{ membership: ProjectMembershipRow; roles: ProjectMembershipRoleRow[] }> => {
  const chosen = await findProjectRoles(tx, project.project.id, wanted);
  await requireAssignable(project, tx, recipient, [], chosen);
  const membership = newProjectMembership(tx, project.project.id, member);
  const roles = roleRows(tx, membership.id, chosen);
  await orTaken(
    tx.stores.projectMemberships.insert(membership, roles),
    'This is a member of the project already. Change its roles instead.',
  );
  return { membership, roles };
};

/** Replaces the roles of a membership that is locked, within what the caller may hand out. */
export const changeRoles = async (
  tx: Scope,
  project: ProjectAccess,
  membership: ProjectMembershipRow,
  recipient: RoleRecipient,
  wanted: readonly RequestedRole[],
): Promise<ProjectMembershipRoleRow[]> => {
  const chosen = await findProjectRoles(tx, project.project.id, wanted);
  await requireAssignable(
    project,
    tx,
    recipient,
    await tx.stores.projectMemberships.ruledRolesOf(membership.id),
    chosen,
  );
  const roles = roleRows(tx, membership.id, chosen);
  await tx.stores.projectMemberships.replaceRoles(membership, roles, timestamp(tx.clock.now()));
  return roles;
};

/** Ends a membership that is locked, with its roles and privileges. */
export const leave = async (
  tx: Scope,
  project: ProjectAccess,
  membership: ProjectMembershipRow,
  recipient: RoleRecipient,
): Promise<void> => {
  const { projectMemberships } = tx.stores;
  const privileges = await projectMemberships.privilegesOf(membership.id);
  await requireRemovable(project, tx, recipient, await projectMemberships.ruledRolesOf(membership.id), privileges);
  await projectMemberships.delete(membership);
};
