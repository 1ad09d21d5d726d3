import type { Handler } from '../../../contract.ts';
import { findRoleBySlug, listRoles } from './find.ts';
import { checkLegacyRole, checkRole } from './rules.ts';
import { changeRole, createRole, removeRole } from './service.ts';
import { roleSummary, roleView } from './view.ts';

export const listLegacyProjectRoles: Handler<'listLegacyProjectRoles'> = async (scope, { project }) => {
  return { roles: (await listRoles(scope, project)).map(roleSummary) };
};

export const createLegacyProjectRole: Handler<'createLegacyProjectRole'> = async (scope, { project, body }) => {
  checkLegacyRole(body);
  return { role: roleView(await createRole(scope, project, body)) };
};

export const updateLegacyProjectRole: Handler<'updateLegacyProjectRole'> = async (scope, { project, params, body }) => {
  checkLegacyRole(body);
  return { role: roleView(await changeRole(scope, project, params.projectRoleId, body)) };
};

export const deleteLegacyProjectRole: Handler<'deleteLegacyProjectRole'> = async (scope, { project, params }) => {
  return { role: roleView(await removeRole(scope, project, params.projectRoleId)) };
};

export const getLegacyProjectRoleBySlug: Handler<'getLegacyProjectRoleBySlug'> = async (scope, { project, params }) => {
  return { role: roleView(await findRoleBySlug(scope, project, params.slug)) };
};

export const listWorkspaceRoles: Handler<'listWorkspaceRoles'> = async (scope, { project }) => {
  return { roles: (await listRoles(scope, project)).map(roleSummary) };
};

export const createWorkspaceRole: Handler<'createWorkspaceRole'> = async (scope, { project, body }) => {
  checkRole(body);
  return { role: roleView(await createRole(scope, project, body)) };
};

export const updateWorkspaceRole: Handler<'updateWorkspaceRole'> = async (scope, { project, params, body }) => {
  checkRole(body);
  return { role: roleView(await changeRole(scope, project, params.projectRoleId, body)) };
};

export const deleteWorkspaceRole: Handler<'deleteWorkspaceRole'> = async (scope, { project, params }) => {
  return { role: roleView(await removeRole(scope, project, params.projectRoleId)) };
};

export const getWorkspaceRoleBySlug: Handler<'getWorkspaceRoleBySlug'> = async (scope, { project, params }) => {
  return { role: roleView(await findRoleBySlug(scope, project, params.slug)) };
};
