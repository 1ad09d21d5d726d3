import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Handler, Reply } from '../../../contract.ts';
import type { Scope } from '../../../scope.ts';
import { findAllEnvironments } from '../environments/all.ts';
import { visibleIgnoreValues } from '../ignore-values/service.ts';
import { requireProjectAdministrator, requireProjectCreation } from './guard.ts';
import { readSettings } from './rules.ts';
import { addProject, changeProject, changeRetention, listOwnProjects, removeProject } from './service.ts';
import { projectView, projectWithDeletedEnvironmentsView, projectWithEnvironmentsView } from './view.ts';

const projectReply = async (scope: Scope, access: ProjectAccess): Promise<Reply<'getProjectBySlug'>> => {
  const { row: project } = access;
  const [{ active, deleted }, ignoreValues] = await Promise.all([
    findAllEnvironments(scope, access),
    visibleIgnoreValues(scope, access),
  ]);
  return projectWithDeletedEnvironmentsView({ project, environments: active }, deleted, ignoreValues);
};

export const createProject: Handler<'createProject'> = async (scope, { body }) => {
  requireProjectCreation(scope);
  return { project: projectWithEnvironmentsView(await addProject(scope, body), []) };
};

export const listProjects: Handler<'listProjects'> = async (scope, { query }) => {
  const projects = await listOwnProjects(scope, query.type);
  const views = projects.map((details) => projectWithEnvironmentsView(details, []));
  if (!query.includeLastChange) return { projects: views };
  const lastChanges = await scope.stores.dashboard.lastChanges(views.map(({ id }) => id));
  return { projects: views.map((view) => ({ ...view, lastSecretModified: lastChanges.get(view.id) ?? null })) };
};

export const getProject: Handler<'getProject'> = async (scope, { project }) => {
  return { project: await projectReply(scope, project) };
};

export const getProjectBySlug: Handler<'getProjectBySlug'> = async (scope, { project }) => {
  return projectReply(scope, project);
};

export const updateProject: Handler<'updateProject'> = async (scope, { project, body }) => {
  const changed = await changeProject(scope, project.row, readSettings(body));
  return { project: projectView(changed, await visibleIgnoreValues(scope, project, changed)) };
};

export const deleteProject: Handler<'deleteProject'> = async (scope, { project }) => {
  return { project: projectView(await removeProject(scope, project.row), []) };
};

export const setAuditLogsRetention: Handler<'setAuditLogsRetention'> = async (scope, { project, body }) => {
  await requireProjectAdministrator(scope, project);
  const changed = await changeRetention(scope, project.row, body.auditLogsRetentionDays);
  return {
    message: 'The retention of the audit log was changed.',
    project: projectView(changed, await visibleIgnoreValues(scope, project, changed)),
  };
};
