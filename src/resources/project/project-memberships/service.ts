import type { Period } from '../../../access/granted.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { projectRules } from '../../../access/project-roles.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequestIfTaken } from '../../../platform/db/errors.ts';
import { refuseIssues } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { readPeriod, type PeriodInput } from '../grants/period.ts';
import { hasDenies } from '../grants/rules.ts';
import {
  findProjectRoles,
  newProjectMembership,
  requireAssignable,
  requireRemovable,
  roleRows,
  type EndedBy,
  type RoleRecipient,
} from './assign.ts';
import type { ProjectMembershipRoleRow, ProjectMembershipRow } from './store.ts';

/** A role in a request. */
export type RoleInput = PeriodInput & { readonly role: string };

/** A role of a request with its parsed period; the role may not exist. */
export type RequestedRole = Period & { readonly role: string };

/** Bounds the roles that every request of the member loads; the contract is older, and allows more. */
const maxPerMember = 50;

/** Reads the roles; 422 if there are too many, or a period is not valid. */
export const requestedRoles = (roles: readonly RoleInput[], field = 'roles'): RequestedRole[] => {
  if (roles.length > maxPerMember)
    refuseIssues([
      { code: 'too_big', in: 'body', path: [field], message: `must not have more than ${maxPerMember} items` },
    ]);
  return roles.map((input, index) => ({ role: input.role, ...readPeriod(input, field, `${index}`) }));
};

/** Reads the roles of a new member; `roles` takes precedence over `role`. */
export const rolesOnJoining = ({
  role = 'no-access',
  roles,
}: {
  readonly role?: string;
  readonly roles?: readonly RoleInput[];
}): RequestedRole[] => requestedRoles(roles ?? [{ role, isTemporary: false }]);

/** Adds a member to the project; 403 unless the caller may assign the roles. Runs in `tx`. */
export const addToProject = async (
  tx: Scope,
  project: ProjectAccess,
  member: { membershipId: string } | { groupId: string },
  recipient: RoleRecipient,
  requested: readonly RequestedRole[],
): Promise<{ membership: ProjectMembershipRow; roles: ProjectMembershipRoleRow[] }> => {
  const assignable = await findProjectRoles(tx, project.row.id, requested);
  await requireAssignable(project, tx, recipient, [], assignable);
  const membership = newProjectMembership(tx, project.row.id, member);
  const roles = roleRows(tx, membership.id, assignable);
  await badRequestIfTaken(
    tx.stores.projectMemberships.insert(membership, roles),
    'This is a member of the project already. Change its roles instead.',
  );
  return { membership, roles };
};

/** Replaces the roles of a locked membership; 403 unless the caller may assign them. Says whether some denied something. */
export const replaceRoles = async (
  tx: Scope,
  project: ProjectAccess,
  membership: ProjectMembershipRow,
  recipient: RoleRecipient,
  requested: readonly RequestedRole[],
): Promise<{ roles: ProjectMembershipRoleRow[]; hadDenies: boolean }> => {
  const assignable = await findProjectRoles(tx, project.row.id, requested);
  const before = await tx.stores.projectMemberships.listRolesWithRules(membership.id);
  await requireAssignable(project, tx, recipient, before, assignable);
  const roles = roleRows(tx, membership.id, assignable);
  await tx.stores.projectMemberships.replaceRoles(membership, roles, timestamp(tx.clock.now()));
  return { roles, hadDenies: before.some((role) => hasDenies(projectRules(role))) };
};

/**
 * Ends a locked membership with its roles and privileges; 403 unless the caller may take them away and remove their
 * denies. Returns whether there were any denies.
 */
export const endMembership = async (
  tx: Scope,
  project: ProjectAccess,
  membership: ProjectMembershipRow,
  recipient: RoleRecipient,
  by: EndedBy = 'manager',
): Promise<boolean> => {
  const { projectMemberships } = tx.stores;
  const roles = await projectMemberships.listRolesWithRules(membership.id);
  const privileges = await projectMemberships.listPrivileges(membership.id);
  await requireRemovable(project, tx, recipient, roles, privileges, by);
  await projectMemberships.delete(membership);
  return [...roles.map(projectRules), ...privileges.map(({ permissions }) => permissions)].some(hasDenies);
};
