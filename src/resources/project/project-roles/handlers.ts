import type { Handler } from '../../../contract.ts';
import { findRoleById, findRoleBySlug, listRoles } from './find.ts';
import { checkRole } from './rules.ts';
import { changeRole, createRole, removeRole } from './service.ts';
import { roleSummary, roleView } from './view.ts';

export const listProjectRoles: Handler<'listProjectRoles'> = async (scope, { project }) => {
  return { roles: (await listRoles(scope, project)).map(roleSummary) };
};

export const createProjectRole: Handler<'createProjectRole'> = async (scope, { project, body }) => {
  checkRole(body);
  return { role: roleView(await createRole(scope, project, body)) };
};

export const updateProjectRole: Handler<'updateProjectRole'> = async (scope, { project, params, body }) => {
  checkRole(body);
  return { role: roleView(await changeRole(scope, project, params.projectRoleId, body)) };
};

export const deleteProjectRole: Handler<'deleteProjectRole'> = async (scope, { project, params }) => {
  return { role: roleView(await removeRole(scope, project, params.projectRoleId)) };
};

export const getProjectRoleBySlug: Handler<'getProjectRoleBySlug'> = async (scope, { project, params }) => {
  return { role: roleView(await findRoleBySlug(scope, project, params.slug)) };
};

export const getProjectRole: Handler<'getProjectRole'> = async (scope, { params }) => {
  const role = await findRoleById(scope, params.projectRoleId);
  const project = await scope.access.inProject(role.projectId);
  project.require('read', 'role');
  return { role: roleView(role) };
};
