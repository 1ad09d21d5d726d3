import type { Handler } from '../../../contract.ts';
import { membershipRoleView } from '../project-memberships/view.ts';
import { addGroup, changeGroupRoles, groupOf, groupsOf, removeGroup } from './service.ts';
import { groupMembershipView, projectGroupView } from './view.ts';

export const listProjectGroups: Handler<'listProjectGroups'> = async (scope, { params }) => ({
  groupMemberships: (await groupsOf(scope, params.projectId)).map(projectGroupView),
});

export const getProjectGroup: Handler<'getProjectGroup'> = async (scope, { params }) => ({
  groupMembership: projectGroupView(await groupOf(scope, params)),
});

export const addProjectGroup: Handler<'addProjectGroup'> = async (scope, { params, body }) => ({
  groupMembership: groupMembershipView(await addGroup(scope, params, body)),
});

export const updateProjectGroupRoles: Handler<'updateProjectGroupRoles'> = async (scope, { params, body }) => ({
  roles: (await changeGroupRoles(scope, params, body.roles)).map(membershipRoleView),
});

export const removeProjectGroup: Handler<'removeProjectGroup'> = async (scope, { params }) => ({
  groupMembership: groupMembershipView(await removeGroup(scope, params)),
});
