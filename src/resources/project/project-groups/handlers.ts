import type { Handler } from '../../../contract.ts';
import { membershipRoleView } from '../project-memberships/view.ts';
import { addGroup, changeGroupRoles, findProjectGroup, listGroupsOf, removeGroup } from './service.ts';
import { groupMembershipView, projectGroupView } from './view.ts';

export const listProjectGroups: Handler<'listProjectGroups'> = async (scope, { project }) => ({
  groupMemberships: (await listGroupsOf(scope, project)).map(projectGroupView),
});

export const getProjectGroup: Handler<'getProjectGroup'> = async (scope, { project, params }) => ({
  groupMembership: projectGroupView(await findProjectGroup(scope, project, params)),
});

export const addProjectGroup: Handler<'addProjectGroup'> = async (scope, { project, params, body }) => ({
  groupMembership: projectGroupView(await addGroup(scope, project, params, body)),
});

export const updateProjectGroupRoles: Handler<'updateProjectGroupRoles'> = async (
  scope,
  { project, params, body },
) => ({
  roles: (await changeGroupRoles(scope, project, params, body.roles)).map(membershipRoleView),
});

export const removeProjectGroup: Handler<'removeProjectGroup'> = async (scope, { project, params }) => ({
  groupMembership: groupMembershipView(await removeGroup(scope, project, params)),
});
