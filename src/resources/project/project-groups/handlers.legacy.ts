import type { Handler } from '../../../contract.ts';
import { userCandidateViews } from '../../organization/group-members/view.ts';
import { membershipRoleView } from '../project-memberships/view.ts';
import { addGroup, changeGroupRoles, groupOf, groupsOf, removeGroup } from './service.ts';
import { groupMembershipView, projectGroupView } from './view.ts';

export const listProjectGroupsLegacy: Handler<'listProjectGroupsLegacy'> = async (scope, { params }) => ({
  groupMemberships: (await groupsOf(scope, params.projectId)).map(projectGroupView),
});

export const getProjectGroupLegacy: Handler<'getProjectGroupLegacy'> = async (scope, { params }) => ({
  groupMembership: projectGroupView(await groupOf(scope, params)),
});

export const addProjectGroupLegacy: Handler<'addProjectGroupLegacy'> = async (scope, { params, body }) => ({
  groupMembership: groupMembershipView(await addGroup(scope, params, body)),
});

export const updateProjectGroupRolesLegacy: Handler<'updateProjectGroupRolesLegacy'> = async (
  scope,
  { params, body },
) => ({
  roles: (await changeGroupRoles(scope, params, body.roles)).map(membershipRoleView),
});

export const removeProjectGroupLegacy: Handler<'removeProjectGroupLegacy'> = async (scope, { params }) => ({
  groupMembership: groupMembershipView(await removeGroup(scope, params)),
});

export const listWorkspaceGroups: Handler<'listWorkspaceGroups'> = async (scope, { params }) => ({
  groupMemberships: (await groupsOf(scope, params.projectId)).map(projectGroupView),
});

export const getWorkspaceGroup: Handler<'getWorkspaceGroup'> = async (scope, { params }) => ({
  groupMembership: projectGroupView(await groupOf(scope, params)),
});

export const addWorkspaceGroup: Handler<'addWorkspaceGroup'> = async (scope, { params, body }) => ({
  groupMembership: groupMembershipView(await addGroup(scope, params, body)),
});

export const updateWorkspaceGroupRoles: Handler<'updateWorkspaceGroupRoles'> = async (scope, { params, body }) => ({
  roles: (await changeGroupRoles(scope, params, body.roles)).map(membershipRoleView),
});

export const removeWorkspaceGroup: Handler<'removeWorkspaceGroup'> = async (scope, { params }) => ({
  groupMembership: groupMembershipView(await removeGroup(scope, params)),
});

export const listWorkspaceGroupUsers: Handler<'listWorkspaceGroupUsers'> = async (scope, { params, query }) => {
  const { membership } = await groupOf(scope, params);
  const group = { id: membership.groupId, organizationId: scope.access.organization.id };
  const { rows, totalCount } = await scope.stores.groupMembers.search(
    group,
    { kind: 'user', isMember: true, search: query.search },
    query,
  );
  return { users: userCandidateViews(rows), totalCount };
};
