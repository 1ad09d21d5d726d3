import type { HeldProjectRole, ProjectMembershipRoleRow } from './store.ts';

const period = (role: ProjectMembershipRoleRow) => ({
  isTemporary: role.isTemporary,
  temporaryMode: role.temporaryMode,
  temporaryRange: role.temporaryRange,
  temporaryAccessStartTime: role.temporaryAccessStartTime,
  temporaryAccessEndTime: role.temporaryAccessEndTime,
});

/** As lists of members show a role. */
export const heldRoleView = (role: HeldProjectRole) => ({
  id: role.id,
  role: role.role,
  customRoleId: role.customRoleId,
  customRoleName: role.customRoleName,
  customRoleSlug: role.customRoleSlug,
  ...period(role),
});

/** As changing roles answers it. */
export const membershipRoleView = (role: ProjectMembershipRoleRow) => ({
  id: role.id,
  role: role.role,
  projectMembershipId: role.projectMembershipId,
  customRoleId: role.customRoleId,
  createdAt: role.createdAt,
  updatedAt: role.updatedAt,
  ...period(role),
});
