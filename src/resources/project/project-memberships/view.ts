import { periodView } from '../grants/period.ts';
import type { HeldProjectRole, ProjectMembershipRoleRow } from './store.ts';

/** As lists of members show a role. */
export const heldRoleView = (role: HeldProjectRole) => ({
  id: role.id,
  role: role.role,
  customRoleId: role.customRoleId,
  customRoleName: role.customRoleName,
  customRoleSlug: role.customRoleSlug,
  ...periodView(role),
});

/** As changing roles answers it. */
export const membershipRoleView = (role: ProjectMembershipRoleRow) => ({
  id: role.id,
  role: role.role,
  projectMembershipId: role.projectMembershipId,
  customRoleId: role.customRoleId,
  createdAt: role.createdAt,
  updatedAt: role.updatedAt,
  ...periodView(role),
});
