import type { Handler } from '../../../contract.ts';
import { membershipRoleView } from '../project-memberships/view.ts';
import {
  addUsers,
  changeUserRoles,
  listUsers,
  readByUsername,
  readMembership,
  removeUser,
  removeUsers,
} from './service.ts';
import { detailsView, membershipView, projectUserView } from './view.ts';

export const addWorkspaceUsers: Handler<'addWorkspaceUsers'> = async (scope, { params, body }) => ({
  memberships: (await addUsers(scope, params.projectId, body)).map(membershipView),
});

export const removeWorkspaceUsers: Handler<'removeWorkspaceUsers'> = async (scope, { params, body }) => ({
  memberships: (await removeUsers(scope, params.projectId, body)).map(membershipView),
});

export const listWorkspaceUsers: Handler<'listWorkspaceUsers'> = async (scope, { params }) => ({
  memberships: (await listUsers(scope, params.projectId)).map(projectUserView),
});

export const getWorkspaceUser: Handler<'getWorkspaceUser'> = async (scope, { params }) => ({
  membership: projectUserView(await readMembership(scope, params)),
});

export const findWorkspaceUser: Handler<'findWorkspaceUser'> = async (scope, { params, body }) => ({
  membership: detailsView(await readByUsername(scope, params.projectId, body.username)),
});

export const updateWorkspaceUserRoles: Handler<'updateWorkspaceUserRoles'> = async (scope, { params, body }) => ({
  roles: (await changeUserRoles(scope, params, body.roles)).map(membershipRoleView),
});

export const removeWorkspaceUser: Handler<'removeWorkspaceUser'> = async (scope, { params }) => ({
  membership: membershipView(await removeUser(scope, params)),
});
