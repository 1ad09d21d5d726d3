import type { Handler } from '../../contract.ts';
import { membershipRoleView } from '../project-memberships/view.ts';
import { addGroup, changeGroupRoles, groupOf, groupsOf, removeGroup } from '../project-groups/service.ts';
import { groupMembershipView, projectGroupView } from '../project-groups/view.ts';

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
