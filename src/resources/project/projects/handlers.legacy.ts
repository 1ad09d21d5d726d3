import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Handler, Request } from '../../../contract.ts';
import type { Scope } from '../../../scope.ts';
import { visibleIgnoreValues } from '../ignore-values/service.ts';
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
  return { project: projectWithEnvironmentsView(await addProject(scope, body), []) };
};

export const listWorkspaces: Handler<'listWorkspaces'> = async (scope, { query }) => {
  const projects = await listOwnProjects(scope, query.type);
  return { workspaces: projects.map((details) => projectWithEnvironmentsView(details, [])) };
};

const oneWorkspaceView = async (scope: Scope, project: ProjectAccess) => {
  const [details] = await withEnvironments(scope, [project.row]);
  return projectWithEnvironmentsView(details!, await visibleIgnoreValues(scope, project));
};

export const getWorkspace: Handler<'getWorkspace'> = async (scope, { project }) => ({
  workspace: await oneWorkspaceView(scope, project),
});

export const getWorkspaceBySlug: Handler<'getWorkspaceBySlug'> = async (scope, { project }) => {
  return { ...(await oneWorkspaceView(scope, project)), kmsSecretManagerKeyId: null };
};

const changedProjectView = async (scope: Scope, project: ProjectAccess, body: Request<'updateProject'>['body']) => {
  const changed = await changeProject(scope, project.row, readSettings(body));
  return projectView(changed, await visibleIgnoreValues(scope, project, changed));
};

export const updateWorkspace: Handler<'updateWorkspace'> = async (scope, { project, body }) => {
  return { workspace: await changedProjectView(scope, project, body) };
};

export const updateWorkspaceBySlug: Handler<'updateWorkspaceBySlug'> = async (scope, { project, body }) => {
  return changedProjectView(scope, project, body);
};

export const deleteWorkspace: Handler<'deleteWorkspace'> = async (scope, { project }) => {
  return { workspace: projectView(await removeProject(scope, project.row), []) };
};

export const deleteWorkspaceBySlug: Handler<'deleteWorkspaceBySlug'> = async (scope, { project }) => {
  return projectView(await removeProject(scope, project.row), []);
};

export const setWorkspaceAuditLogsRetention: Handler<'setWorkspaceAuditLogsRetention'> = async (
  scope,
  { project, body },
) => {
  await requireProjectAdministrator(scope, project);
  const changed = await changeRetention(scope, project.row, body.auditLogsRetentionDays);
  return {
    message: 'The retention of the audit log was changed.',
    workspace: projectView(changed, await visibleIgnoreValues(scope, project, changed)),
  };
};
