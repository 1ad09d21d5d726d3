import { periodView } from '../grants/period.ts';
import type { NamedProjectRole, ProjectMembershipRoleRow } from './store.ts';

/** Shows a role in lists of members. */
export const projectRoleView = (role: NamedProjectRole) => ({
  id: role.id,
  role: role.role,
  customRoleId: role.customRoleId,
  customRoleName: role.customRoleName,
  customRoleSlug: role.customRoleSlug,
  ...periodView(role),
});

/** Shows a role in the response of a change of roles. */
export const membershipRoleView = (role: ProjectMembershipRoleRow) => ({
  id: role.id,
  role: role.role,
  projectMembershipId: role.projectMembershipId,
  customRoleId: role.customRoleId,
  createdAt: role.createdAt,
  updatedAt: role.updatedAt,
  ...periodView(role),
});
