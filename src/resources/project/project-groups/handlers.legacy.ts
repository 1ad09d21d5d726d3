import type { Handler } from '../../../contract.ts';
import { userCandidateViews } from '../../organization/group-members/view.ts';
import { membershipRoleView } from '../project-memberships/view.ts';
import { addGroup, changeGroupRoles, findProjectGroup, listGroupsOf, removeGroup } from './service.ts';
import { groupMembershipView, projectGroupView } from './view.ts';

export const listProjectGroupsLegacy: Handler<'listProjectGroupsLegacy'> = async (scope, { project }) => ({
  groupMemberships: (await listGroupsOf(scope, project)).map(projectGroupView),
});

export const getProjectGroupLegacy: Handler<'getProjectGroupLegacy'> = async (scope, { project, params }) => ({
  groupMembership: projectGroupView(await findProjectGroup(scope, project, params)),
});

export const addProjectGroupLegacy: Handler<'addProjectGroupLegacy'> = async (scope, { project, params, body }) => ({
  groupMembership: groupMembershipView((await addGroup(scope, project, params, body)).membership),
});

export const updateProjectGroupRolesLegacy: Handler<'updateProjectGroupRolesLegacy'> = async (
  scope,
  { project, params, body },
) => ({
  roles: (await changeGroupRoles(scope, project, params, body.roles)).map(membershipRoleView),
});

export const removeProjectGroupLegacy: Handler<'removeProjectGroupLegacy'> = async (scope, { project, params }) => ({
  groupMembership: groupMembershipView(await removeGroup(scope, project, params)),
});

export const listWorkspaceGroups: Handler<'listWorkspaceGroups'> = async (scope, { project }) => ({
  groupMemberships: (await listGroupsOf(scope, project)).map(projectGroupView),
});

export const getWorkspaceGroup: Handler<'getWorkspaceGroup'> = async (scope, { project, params }) => ({
  groupMembership: projectGroupView(await findProjectGroup(scope, project, params)),
});

export const addWorkspaceGroup: Handler<'addWorkspaceGroup'> = async (scope, { project, params, body }) => ({
  groupMembership: groupMembershipView((await addGroup(scope, project, params, body)).membership),
});

export const updateWorkspaceGroupRoles: Handler<'updateWorkspaceGroupRoles'> = async (
  scope,
  { project, params, body },
) => ({
  roles: (await changeGroupRoles(scope, project, params, body.roles)).map(membershipRoleView),
});

export const removeWorkspaceGroup: Handler<'removeWorkspaceGroup'> = async (scope, { project, params }) => ({
  groupMembership: groupMembershipView(await removeGroup(scope, project, params)),
});

export const listWorkspaceGroupUsers: Handler<'listWorkspaceGroupUsers'> = async (
  scope,
  { project, params, query },
) => {
  const { membership } = await findProjectGroup(scope, project, params);
  const group = { id: membership.groupId, organizationId: scope.access.organization.id };
  const { rows, totalCount } = await scope.stores.groupMembers.search(
    group,
    { kind: 'user', isMember: true, search: query.search },
    query,
  );
  return { users: userCandidateViews(rows), totalCount };
};
