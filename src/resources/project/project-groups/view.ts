import type { Reply } from '../../../contract.ts';
import { projectRoleView } from '../project-memberships/view.ts';
import type { ProjectMembershipRow } from '../project-memberships/store.ts';
import type { GroupInProject } from './service.ts';

type Membership = Reply<'removeProjectGroup'>['groupMembership'];
type ProjectGroup = Reply<'getProjectGroup'>['groupMembership'];

export const groupMembershipView = ({
  id,
  projectId,
  groupId,
  createdAt,
  updatedAt,
}: ProjectMembershipRow): Membership => ({ id, projectId, groupId: groupId!, createdAt, updatedAt });

export const projectGroupView = ({ membership, roles }: GroupInProject): ProjectGroup => ({
  roles: roles.map((role) => ({ ...projectRoleView(role), createdAt: role.createdAt, updatedAt: role.updatedAt })),
  group: { id: membership.groupId, name: membership.groupName, slug: membership.groupSlug },
  ...groupMembershipView(membership),
});
