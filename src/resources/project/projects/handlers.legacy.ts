import type { Handler } from '../../../contract.ts';
import { requireProjectAdministrator, requireProjectCreation } from './guard.ts';
import { readSettings } from './rules.ts';
import {
  addProject,
  changeProject,
  changeRetention,
  listOwnProjects,
  removeProject,
  withEnvironments,
} from './service.ts';
import { projectView, projectWithEnvironmentsView } from './view.ts';

export const createWorkspace: Handler<'createWorkspace'> = async (scope, { body }) => {
  requireProjectCreation(scope);
  return { project: projectWithEnvironmentsView(await addProject(scope, body)) };
};

export const listWorkspaces: Handler<'listWorkspaces'> = async (scope, { query }) => {
  const projects = await listOwnProjects(scope, query.type);
  return { workspaces: projects.map(projectWithEnvironmentsView) };
};

export const getWorkspace: Handler<'getWorkspace'> = async (scope, { project }) => {
  const [details] = await withEnvironments(scope, [project.project]);
  return { workspace: projectWithEnvironmentsView(details!) };
};

export const getWorkspaceBySlug: Handler<'getWorkspaceBySlug'> = async (scope, { project }) => {
  const [details] = await withEnvironments(scope, [project.project]);
  return { ...projectWithEnvironmentsView(details!), kmsSecretManagerKeyId: null };
};

export const updateWorkspace: Handler<'updateWorkspace'> = async (scope, { project, body }) => {
  return { workspace: projectView(await changeProject(scope, project.project, readSettings(body))) };
};

export const updateWorkspaceBySlug: Handler<'updateWorkspaceBySlug'> = async (scope, { project, body }) => {
  return projectView(await changeProject(scope, project.project, readSettings(body)));
};

export const deleteWorkspace: Handler<'deleteWorkspace'> = async (scope, { project }) => {
  return { workspace: projectView(await removeProject(scope, project.project)) };
};

export const deleteWorkspaceBySlug: Handler<'deleteWorkspaceBySlug'> = async (scope, { project }) => {
  return projectView(await removeProject(scope, project.project));
};

export const setWorkspaceAuditLogsRetention: Handler<'setWorkspaceAuditLogsRetention'> = async (
  scope,
  { project, body },
) => {
  await requireProjectAdministrator(scope, project);
  const changed = await changeRetention(scope, project.project, body.auditLogsRetentionDays);
  return { message: 'The retention of the audit log was changed.', workspace: projectView(changed) };
};
