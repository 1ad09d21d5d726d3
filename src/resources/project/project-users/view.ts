import type { Reply } from '../../../contract.ts';
import type { ProjectMembershipRow, HeldProjectRole } from '../project-memberships/store.ts';
import { heldRoleView } from '../project-memberships/view.ts';
import { userView } from '../../organization/organization-users/view.ts';
import type { ProjectUserRow } from './store.ts';

type Membership = Reply<'removeProjectUser'>['membership'];
type Details = Reply<'findProjectUser'>['membership'];
type ProjectUser = Reply<'getProjectUser'>['membership'];

/** A user of the project with its roles. */
export interface WithRoles {
  readonly user: ProjectUserRow;
  readonly roles: readonly HeldProjectRole[];
}

/** Shows a membership in responses of operations that add or remove it. */
export const membershipView = ({
  id,
  userId,
  projectId,
  createdAt,
  updatedAt,
}: ProjectMembershipRow & { userId: string }): Membership => ({ id, userId, projectId, createdAt, updatedAt });

/** Shows a user that was looked up by username; clients expect no date here. */
export const detailsView = ({ user, roles }: WithRoles): Details => ({
  id: user.id,
  userId: user.userId,
  projectId: user.projectId,
  user: userView({ ...user, id: user.userId }),
  roles: roles.map(heldRoleView),
});

export const projectUserView = (userWithRoles: WithRoles): ProjectUser => ({
  createdAt: userWithRoles.user.createdAt,
  ...detailsView(userWithRoles),
});
