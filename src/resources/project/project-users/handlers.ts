import type { Handler } from '../../../contract.ts';
import { membershipRoleView } from '../project-memberships/view.ts';
import {
  addUsers,
  changeUserRoles,
  leaveAsUser,
  listUsers,
  findProjectMemberByUsername,
  findProjectMember,
  findProjectMemberByUserId,
  removeUser,
  removeUsers,
} from './service.ts';
import { detailsView, membershipView, projectUserView } from './view.ts';

export const addProjectUsers: Handler<'addProjectUsers'> = async (scope, { project, body }) => ({
  memberships: (await addUsers(scope, project, body)).map(membershipView),
});

export const removeProjectUsers: Handler<'removeProjectUsers'> = async (scope, { project, body }) => ({
  memberships: (await removeUsers(scope, project, body)).map(membershipView),
});

export const listProjectUsers: Handler<'listProjectUsers'> = async (scope, { project }) => ({
  memberships: (await listUsers(scope, project)).map(projectUserView),
});

export const getProjectUser: Handler<'getProjectUser'> = async (scope, { project, params }) => ({
  membership: projectUserView(await findProjectMember(scope, project, params)),
});

export const getProjectMembershipOfUser: Handler<'getProjectMembershipOfUser'> = async (
  scope,
  { project, params },
) => ({
  membership: projectUserView(await findProjectMemberByUserId(scope, project, params.userId)),
});

export const findProjectUser: Handler<'findProjectUser'> = async (scope, { project, body }) => ({
  membership: detailsView(await findProjectMemberByUsername(scope, project, body.username)),
});

export const updateProjectUserRoles: Handler<'updateProjectUserRoles'> = async (scope, { project, params, body }) => ({
  roles: (await changeUserRoles(scope, project, params, body.roles)).map(membershipRoleView),
});

export const removeProjectUser: Handler<'removeProjectUser'> = async (scope, { project, params }) => ({
  membership: membershipView(await removeUser(scope, project, params)),
});

export const leaveProject: Handler<'leaveProject'> = async (scope, { project }) => ({
  membership: membershipView(await leaveAsUser(scope, project)),
});
