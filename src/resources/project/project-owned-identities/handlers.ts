import type { Handler } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { requireDistinctKeys } from '../../organization/memberships/metadata.ts';
import { wantedOnJoining } from '../project-memberships/service.ts';
import { changeOwned, createOwned, deleteOwned, findOwned, pageOfOwned } from './service.ts';
import { ownedIdentityView } from './view.ts';

export const listProjectOwnedIdentities: Handler<'listProjectOwnedIdentities'> = async (scope, { params, query }) => {
  const project = await scope.access.inProject(params.projectId);
  project.requireSome('read', 'identity');
  const { identities, totalCount } = await pageOfOwned(scope, project, query);
  const now = timestamp(scope.clock.now());
  return { identities: identities.map((identity) => ownedIdentityView(identity, now)), totalCount };
};

export const createProjectOwnedIdentity: Handler<'createProjectOwnedIdentity'> = async (scope, { params, body }) => {
  requireDistinctKeys(body.metadata);
  const wanted = wantedOnJoining(body);
  const project = await scope.access.inProject(params.projectId);
  project.require('create', 'identity');
  return { identity: ownedIdentityView(await createOwned(scope, project, body, wanted), timestamp(scope.clock.now())) };
};

export const getProjectOwnedIdentity: Handler<'getProjectOwnedIdentity'> = async (
  scope,
  { params: { projectId, identityId } },
) => {
  const project = await scope.access.inProject(projectId);
  project.require('read', 'identity', { identityId });
  return { identity: ownedIdentityView(await findOwned(scope, projectId, identityId), timestamp(scope.clock.now())) };
};

export const updateProjectOwnedIdentity: Handler<'updateProjectOwnedIdentity'> = async (
  scope,
  { params: { projectId, identityId }, body },
) => {
  requireDistinctKeys(body.metadata);
  const project = await scope.access.inProject(projectId);
  project.require('edit', 'identity', { identityId });
  return {
    identity: ownedIdentityView(await changeOwned(scope, project, identityId, body), timestamp(scope.clock.now())),
  };
};

export const deleteProjectOwnedIdentity: Handler<'deleteProjectOwnedIdentity'> = async (
  scope,
  { params: { projectId, identityId } },
) => {
  const project = await scope.access.inProject(projectId);
  project.require('delete', 'identity', { identityId });
  return { identity: ownedIdentityView(await deleteOwned(scope, project, identityId), timestamp(scope.clock.now())) };
};
