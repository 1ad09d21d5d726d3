import type { Handler } from '../../../contract.ts';
import { membershipRoleView } from '../project-memberships/view.ts';
import {
  addUsers,
  changeUserRoles,
  leaveAsUser,
  listUsers,
  readByUsername,
  readMembership,
  readMembershipOf,
  removeUser,
  removeUsers,
} from './service.ts';
import { detailsView, membershipView, projectUserView } from './view.ts';

export const addProjectUsers: Handler<'addProjectUsers'> = async (scope, { params, body }) => ({
  memberships: (await addUsers(scope, params.projectId, body)).map(membershipView),
});

export const removeProjectUsers: Handler<'removeProjectUsers'> = async (scope, { params, body }) => ({
  memberships: (await removeUsers(scope, params.projectId, body)).map(membershipView),
});

export const listProjectUsers: Handler<'listProjectUsers'> = async (scope, { params }) => ({
  memberships: (await listUsers(scope, params.projectId)).map(projectUserView),
});

export const getProjectUser: Handler<'getProjectUser'> = async (scope, { params }) => ({
  membership: projectUserView(await readMembership(scope, params)),
});

export const getProjectMembershipOfUser: Handler<'getProjectMembershipOfUser'> = async (scope, { params }) => ({
  membership: projectUserView(await readMembershipOf(scope, params.projectId, params.userId)),
});

export const findProjectUser: Handler<'findProjectUser'> = async (scope, { params, body }) => ({
  membership: detailsView(await readByUsername(scope, params.projectId, body.username)),
});

export const updateProjectUserRoles: Handler<'updateProjectUserRoles'> = async (scope, { params, body }) => ({
  roles: (await changeUserRoles(scope, params, body.roles)).map(membershipRoleView),
});

export const removeProjectUser: Handler<'removeProjectUser'> = async (scope, { params }) => ({
  membership: membershipView(await removeUser(scope, params)),
});

export const leaveProject: Handler<'leaveProject'> = async (scope, { params }) => ({
  membership: membershipView(await leaveAsUser(scope, params.projectId)),
});
