import type { ProjectWithRevisions } from '../../../access/project.ts';
import type { Scope } from '../../../scope.ts';
import { privilegeNotFound, authorizeMember, userMember, type PrivilegeTarget } from '../privileges/find.ts';
import type { PrivilegeListItem, PrivilegeRow } from '../privileges/store.ts';
import { projectUserNotFound } from '../project-users/guard.ts';
import type { ProjectUserRow } from '../project-users/store.ts';

export interface UserPrivilegeTarget extends PrivilegeTarget {
  readonly user: ProjectUserRow;
}

const authorizeUser = async (
  { access }: Scope,
  action: 'read' | 'edit',
  user: ProjectUserRow,
  project: ProjectWithRevisions | undefined,
): Promise<UserPrivilegeTarget> => ({
  ...authorizeMember(await access.inFoundProject(project), action, userMember(user)),
  user,
});

/** Finds the direct membership of a user in a project; 404 for that of a group or a machine identity. */
export const findMembershipTarget = async (
  scope: Scope,
  action: 'read' | 'edit',
  projectMembershipId: string,
): Promise<UserPrivilegeTarget> => {
  const { access, stores } = scope;
  const [user, project] = await Promise.all([
    stores.projectUsers.findInOrganization(access.organization.id, projectMembershipId),
    stores.projects.findOfMembership(access.organization.id, projectMembershipId),
  ]);
  if (!user) throw projectUserNotFound();
  return authorizeUser(scope, action, user, project);
};

/** How many approvers of requested privileges are shown at most. */
const maxApprovers = 1_000;

/** Returns who approves the requests that have granted privileges. */
export const findApprovers = async (
  { stores }: Scope,
  items: readonly PrivilegeListItem[],
): Promise<(item: PrivilegeListItem) => string[]> => {
  const requestIds = items.flatMap(({ accessRequestId }) => accessRequestId ?? []);
  const approvers = requestIds.length > 0 ? await stores.accessRequests.listApproverIds(requestIds, maxApprovers) : [];
  return ({ accessRequestId }) => [
    ...new Set(approvers.filter(({ requestId }) => requestId === accessRequestId).map(({ userId }) => userId)),
  ];
};

/** Finds the privilege by id with its target; 403 unless the caller may do the action in its project. */
export const findUserPrivilege = async (
  scope: Scope,
  action: 'read' | 'edit',
  id: string,
): Promise<{ target: UserPrivilegeTarget; privilege: PrivilegeRow }> => {
  const { access, stores } = scope;
  const [privilege, user, project] = await Promise.all([
    stores.privileges.findById(id),
    stores.projectUsers.findOfPrivilege(access.organization.id, id),
    stores.projects.findOfPrivilege(access.organization.id, id),
  ]);
  if (!privilege || !user) throw privilegeNotFound();
  return { target: await authorizeUser(scope, action, user, project), privilege };
};
