import type { Reply } from '../../../contract.ts';
import type { ProjectMembershipRow, NamedProjectRole } from '../project-memberships/store.ts';
import { projectRoleView } from '../project-memberships/view.ts';
import { userView } from '../../organization/organization-users/view.ts';
import type { ProjectUserRow } from './store.ts';

type Membership = Reply<'removeProjectUser'>['membership'];
type Details = Reply<'findProjectUser'>['membership'];
type ProjectUser = Reply<'getProjectUser'>['membership'];

/** A user of the project with its roles. */
export interface UserWithRoles {
  readonly user: ProjectUserRow;
  readonly roles: readonly NamedProjectRole[];
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
export const detailsView = ({ user, roles }: UserWithRoles): Details => ({
  id: user.id,
  userId: user.userId,
  projectId: user.projectId,
  user: userView({ ...user, id: user.userId }),
  roles: roles.map(projectRoleView),
});

export const projectUserView = (userWithRoles: UserWithRoles): ProjectUser => ({
  createdAt: userWithRoles.user.createdAt,
  ...detailsView(userWithRoles),
});
