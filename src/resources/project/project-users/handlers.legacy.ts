import type { Handler } from '../../../contract.ts';
import { membershipRoleView } from '../project-memberships/view.ts';
import {
  addUsers,
  changeUserRoles,
  listUsers,
  findProjectMemberByUsername,
  findProjectMember,
  removeUser,
  removeUsers,
} from './service.ts';
import { detailsView, membershipView, projectUserView } from './view.ts';

export const addWorkspaceUsers: Handler<'addWorkspaceUsers'> = async (scope, { project, body }) => ({
  memberships: (await addUsers(scope, project, body)).map(membershipView),
});

export const removeWorkspaceUsers: Handler<'removeWorkspaceUsers'> = async (scope, { project, body }) => ({
  memberships: (await removeUsers(scope, project, body)).map(membershipView),
});

export const listWorkspaceUsers: Handler<'listWorkspaceUsers'> = async (scope, { project }) => ({
  memberships: (await listUsers(scope, project)).map(projectUserView),
});

export const getWorkspaceUser: Handler<'getWorkspaceUser'> = async (scope, { project, params }) => ({
  membership: projectUserView(await findProjectMember(scope, project, params)),
});

export const findWorkspaceUser: Handler<'findWorkspaceUser'> = async (scope, { project, body }) => ({
  membership: detailsView(await findProjectMemberByUsername(scope, project, body.username)),
});

export const updateWorkspaceUserRoles: Handler<'updateWorkspaceUserRoles'> = async (
  scope,
  { project, params, body },
) => ({
  roles: (await changeUserRoles(scope, project, params, body.roles)).map(membershipRoleView),
});

export const removeWorkspaceUser: Handler<'removeWorkspaceUser'> = async (scope, { project, params }) => ({
  membership: membershipView(await removeUser(scope, project, params)),
});
