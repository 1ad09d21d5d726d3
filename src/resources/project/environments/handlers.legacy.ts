import type { Handler } from '../../../contract.ts';
import { inSight, requireReading, requireWriting } from './guard.ts';
import { addEnvironment, changeEnvironment, removeEnvironment } from './service.ts';

export const createWorkspaceEnvironment: Handler<'createWorkspaceEnvironment'> = async (
  scope,
  { params: { workspaceId }, body },
) => {
  const project = await requireWriting(scope, workspaceId, 'create');
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
  await requireReading(scope, workspaceId);
  return { environment: inSight(await scope.stores.environments.findById(workspaceId, id)) };
};

export const getEnvironmentById: Handler<'getEnvironmentById'> = async (scope, { params: { id } }) => {
  const environment = inSight(await scope.stores.environments.findInOrganization(scope.access.organization.id, id));
  await requireReading(scope, environment.projectId);
  return { environment };
};

export const updateWorkspaceEnvironment: Handler<'updateWorkspaceEnvironment'> = async (
  scope,
  { params: { workspaceId, id }, body },
) => {
  const project = await requireWriting(scope, workspaceId, 'edit');
  return {
    message: 'The environment was changed.',
    workspace: workspaceId,
    environment: await changeEnvironment(scope, project, id, body),
  };
};

export const deleteWorkspaceEnvironment: Handler<'deleteWorkspaceEnvironment'> = async (
  scope,
  { params: { workspaceId, id } },
) => {
  const project = await requireWriting(scope, workspaceId, 'delete');
  const environment = await removeEnvironment(scope, project, id, { hardDelete: true });
  return { message: 'The environment was deleted for good.', workspace: workspaceId, environment };
};
