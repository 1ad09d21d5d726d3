import type { Handler } from '../../contract.ts';
import { getRoleBySlug, listRoles } from '../project-roles/find.ts';
import { checkRole } from '../project-roles/rules.ts';
import { changeRole, createRole, removeRole } from '../project-roles/service.ts';
import { roleSummary, roleView } from '../project-roles/view.ts';

export const listWorkspaceRoles: Handler<'listWorkspaceRoles'> = async (scope, { params }) => {
  const project = await scope.access.inProject(params.projectId);
  project.require('read', 'role');
  return { roles: (await listRoles(scope, project)).map(roleSummary) };
};

export const createWorkspaceRole: Handler<'createWorkspaceRole'> = async (scope, { params, body }) => {
  checkRole(body);
  const project = await scope.access.inProject(params.projectId);
  project.require('create', 'role');
  return { role: roleView(await createRole(scope, project, body)) };
};

export const updateWorkspaceRole: Handler<'updateWorkspaceRole'> = async (scope, { params, body }) => {
  checkRole(body);
  const project = await scope.access.inProject(params.projectId);
  project.require('edit', 'role');
  return { role: roleView(await changeRole(scope, project, params.projectRoleId, body)) };
};

export const deleteWorkspaceRole: Handler<'deleteWorkspaceRole'> = async (scope, { params }) => {
  const project = await scope.access.inProject(params.projectId);
  project.require('delete', 'role');
  return { role: roleView(await removeRole(scope, project, params.projectRoleId)) };
};

export const getWorkspaceRoleBySlug: Handler<'getWorkspaceRoleBySlug'> = async (scope, { params }) => {
  const project = await scope.access.inProject(params.projectId);
  project.require('read', 'role');
  return { role: roleView(await getRoleBySlug(scope, project, params.slug)) };
};
