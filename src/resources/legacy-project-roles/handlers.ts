import type { Handler } from '../../contract.ts';
import { getRoleBySlug, listRoles } from '../project-roles/find.ts';
import { checkLegacyRole } from '../project-roles/rules.ts';
import { changeRole, createRole, removeRole } from '../project-roles/service.ts';
import { roleSummary, roleView } from '../project-roles/view.ts';

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
