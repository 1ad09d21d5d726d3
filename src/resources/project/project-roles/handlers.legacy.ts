import type { Handler } from '../../../contract.ts';
import { getRoleBySlug, listRoles } from './find.ts';
import { checkLegacyRole, checkRole } from './rules.ts';
import { changeRole, createRole, removeRole } from './service.ts';
import { roleSummary, roleView } from './view.ts';

export const listLegacyProjectRoles: Handler<'listLegacyProjectRoles'> = async (scope, { params }) => {
  const project = await scope.access.inProjectBySlug(params.projectSlug);
  project.require('read', 'role');
  return { roles: (await listRoles(scope, project)).map(roleSummary) };
};

export const createLegacyProjectRole: Handler<'createLegacyProjectRole'> = async (scope, { params, body }) => {
  checkLegacyRole(body);
  const project = await scope.access.inProjectBySlug(params.projectSlug);
  project.require('create', 'role');
  return { role: roleView(await createRole(scope, project, body)) };
};

export const updateLegacyProjectRole: Handler<'updateLegacyProjectRole'> = async (scope, { params, body }) => {
  checkLegacyRole(body);
  const project = await scope.access.inProjectBySlug(params.projectSlug);
  project.require('edit', 'role');
  return { role: roleView(await changeRole(scope, project, params.projectRoleId, body)) };
};

export const deleteLegacyProjectRole: Handler<'deleteLegacyProjectRole'> = async (scope, { params }) => {
  const project = await scope.access.inProjectBySlug(params.projectSlug);
  project.require('delete', 'role');
  return { role: roleView(await removeRole(scope, project, params.projectRoleId)) };
};

export const getLegacyProjectRoleBySlug: Handler<'getLegacyProjectRoleBySlug'> = async (scope, { params }) => {
  const project = await scope.access.inProjectBySlug(params.projectSlug);
  project.require('read', 'role');
  return { role: roleView(await getRoleBySlug(scope, project, params.slug)) };
};

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
