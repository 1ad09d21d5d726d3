import type { Handler } from '../../../contract.ts';
import { findActiveEnvironment, requireActiveEnvironment, requireEnvironments } from './guard.ts';
import { addEnvironment, changeEnvironment, removeEnvironment, restoreDeletedEnvironment } from './service.ts';

export const createEnvironment: Handler<'createEnvironment'> = async (
  scope,
  { project, params: { projectId }, body },
) => {
  requireEnvironments(project);
  return {
    message: 'The environment was created.',
    projectId,
    environment: await addEnvironment(scope, project, body),
  };
};

export const getEnvironment: Handler<'getEnvironment'> = async (scope, { params: { projectId, id } }) => {
  return { environment: await findActiveEnvironment(scope.stores, projectId, id) };
};

export const getEnvironmentBySlug: Handler<'getEnvironmentBySlug'> = async (scope, { params }) => {
  const environment = requireActiveEnvironment(
    await scope.stores.environments.findBySlug(params.projectId, params.slug),
  );
  const { id, name, slug, position, projectId } = environment;
  // The Terraform provider's data source reads these fields at the top level.
  return { environment, id, name, slug, position, projectId };
};

export const updateEnvironment: Handler<'updateEnvironment'> = async (
  scope,
  { project, params: { projectId, id }, body },
) => {
  requireEnvironments(project);
  return {
    message: 'The environment was changed.',
    projectId,
    environment: await changeEnvironment(scope, project, id, body),
  };
};

export const deleteEnvironment: Handler<'deleteEnvironment'> = async (
  scope,
  { project, params: { projectId, id }, query },
) => {
  requireEnvironments(project);
  const hardDelete = query.hardDelete === 'true';
  const environment = await removeEnvironment(scope, project, id, { hardDelete });
  const message = hardDelete
    ? 'The environment was deleted for good.'
    : 'The environment was deleted. It can be restored for 14 days.';
  return { message, projectId, environment };
};

export const restoreEnvironment: Handler<'restoreEnvironment'> = async (
  scope,
  { project, params: { projectId, id } },
) => {
  requireEnvironments(project);
  return {
    message: 'The environment was restored.',
    projectId,
    environment: await restoreDeletedEnvironment(scope, project, id),
  };
};
