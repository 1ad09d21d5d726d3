import type { Period } from '../../../access/granted.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { projectRules } from '../../../access/project-roles.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest, refuseIssues } from '../../../platform/errors.ts';
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
  recipient: RoleRecipient | Promise<RoleRecipient>,
  requested: readonly RequestedRole[],
): Promise<ProjectMembershipRow> => {
  const { id: projectId } = project.row;
  const { projectMemberships } = tx.stores;
  const [assignable, current, to] = await Promise.all([
    findProjectRoles(tx, projectId, requested),
    'groupId' in member
      ? projectMemberships.findOfGroup(projectId, member.groupId)
      : projectMemberships.findOfMember(projectId, member.membershipId),
    recipient,
  ]);
  await requireAssignable(project, tx, to, [], assignable);
  if (current) throw badRequest('This is a member of the project already. Change its roles instead.');
  const membership = newProjectMembership(tx, projectId, member);
  await projectMemberships.insert(membership, roleRows(tx, membership.id, assignable));
  return membership;
};

/** Replaces the roles of a membership; 403 unless the caller may assign them. Says whether some denied something. */
export const replaceRoles = async (
  tx: Scope,
  project: ProjectAccess,
  membership: ProjectMembershipRow,
  recipient: RoleRecipient | Promise<RoleRecipient>,
  requested: readonly RequestedRole[],
): Promise<{ membership: ProjectMembershipRow; roles: ProjectMembershipRoleRow[]; hadDenies: boolean }> => {
  const [assignable, before, to] = await Promise.all([
    findProjectRoles(tx, project.row.id, requested),
    tx.stores.projectMemberships.listRolesWithRules(membership.id),
    recipient,
  ]);
  await requireAssignable(project, tx, to, before, assignable);
  const roles = roleRows(tx, membership.id, assignable);
  const updatedAt = timestamp(tx.clock.now());
  await tx.stores.projectMemberships.replaceRoles(membership, roles, updatedAt);
  const hadDenies = before.some((role) => hasDenies(projectRules(role)));
  return { membership: { ...membership, updatedAt }, roles, hadDenies };
};

/**
 * Ends a membership with its roles and privileges; 403 unless the caller may take them away and remove their
 * denies. Returns whether there were any denies.
 */
export const endMembership = async (
  tx: Scope,
  project: ProjectAccess,
  membership: ProjectMembershipRow,
  recipient: RoleRecipient | Promise<RoleRecipient>,
  by: EndedBy = 'manager',
): Promise<boolean> => {
  const { projectMemberships } = tx.stores;
  const [roles, privileges, from] = await Promise.all([
    projectMemberships.listRolesWithRules(membership.id),
    projectMemberships.listPrivileges(membership.id),
    recipient,
  ]);
  await requireRemovable(project, tx, from, roles, privileges, by);
  await projectMemberships.delete(membership);
  return [...roles.map(projectRules), ...privileges.map(({ permissions }) => permissions)].some(hasDenies);
};
