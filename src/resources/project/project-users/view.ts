import type { Reply } from '../../../contract.ts';
import type { ProjectMembershipRow, HeldProjectRole } from '../project-memberships/store.ts';
import { heldRoleView } from '../project-memberships/view.ts';
import { userView } from '../../organization/organization-users/view.ts';
import type { ProjectUserRow } from './store.ts';

type Membership = Reply<'removeProjectUser'>['membership'];
type Details = Reply<'findProjectUser'>['membership'];
type ProjectUser = Reply<'getProjectUser'>['membership'];

/** A user of the project with the roles. */
export interface WithRoles {
  readonly user: ProjectUserRow;
  readonly roles: readonly HeldProjectRole[];
}

/** As clients are told of those who come and go. */
export const membershipView = ({
  id,
  userId,
  projectId,
  createdAt,
  updatedAt,
}: ProjectMembershipRow & { userId: string }): Membership => ({ id, userId, projectId, createdAt, updatedAt });

/** As one is found by username: without the date. */
export const detailsView = ({ user, roles }: WithRoles): Details => ({
  id: user.id,
  userId: user.userId,
  projectId: user.projectId,
  user: userView({ ...user, id: user.userId }),
  roles: roles.map(heldRoleView),
});

export const projectUserView = (found: WithRoles): ProjectUser => ({
  createdAt: found.user.createdAt,
  ...detailsView(found),
});
