import type { Handler } from '../../../contract.ts';
import { findActiveEnvironment, requireActiveEnvironment, requireEnvironments } from './guard.ts';
import { addEnvironment, changeEnvironment, removeEnvironment } from './service.ts';

export const createWorkspaceEnvironment: Handler<'createWorkspaceEnvironment'> = async (
  scope,
  { project, params: { workspaceId }, body },
) => {
  requireEnvironments(project);
  return {
    message: 'The environment was created.',
    workspace: workspaceId,
    environment: await addEnvironment(scope, project, body),
  };
};

export const getWorkspaceEnvironment: Handler<'getWorkspaceEnvironment'> = async (
  scope,
  { params: { workspaceId, id } },
) => {
  return { environment: await findActiveEnvironment(scope.stores, workspaceId, id) };
};

export const getEnvironmentById: Handler<'getEnvironmentById'> = async (scope, { params: { id } }) => {
  const environment = requireActiveEnvironment(
    await scope.stores.environments.findInOrganization(scope.access.organization.id, id),
  );
  const project = await scope.access.inProject(environment.projectId);
  project.require('read', 'environments');
  return { environment };
};

export const updateWorkspaceEnvironment: Handler<'updateWorkspaceEnvironment'> = async (
  scope,
  { project, params: { workspaceId, id }, body },
) => {
  requireEnvironments(project);
  return {
    message: 'The environment was changed.',
    workspace: workspaceId,
    environment: await changeEnvironment(scope, project, id, body),
  };
};

export const deleteWorkspaceEnvironment: Handler<'deleteWorkspaceEnvironment'> = async (
  scope,
  { project, params: { workspaceId, id } },
) => {
  requireEnvironments(project);
  const environment = await removeEnvironment(scope, project, id, { hardDelete: true });
  return { message: 'The environment was deleted for good.', workspace: workspaceId, environment };
};
