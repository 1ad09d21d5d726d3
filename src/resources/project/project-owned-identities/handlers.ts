import type { Handler } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { requireDistinctKeys } from '../../organization/memberships/metadata.ts';
import { wantedOnJoining } from '../project-memberships/service.ts';
import { changeOwned, createOwned, deleteOwned, findOwned, listOwnedPage } from './service.ts';
import { ownedIdentityView } from './view.ts';

export const listProjectOwnedIdentities: Handler<'listProjectOwnedIdentities'> = async (scope, { project, query }) => {
  project.requireSome('read', 'identity');
  const { identities, totalCount } = await listOwnedPage(scope, project, query);
  const now = timestamp(scope.clock.now());
  return { identities: identities.map((identity) => ownedIdentityView(identity, now)), totalCount };
};

export const createProjectOwnedIdentity: Handler<'createProjectOwnedIdentity'> = async (scope, { project, body }) => {
  requireDistinctKeys(body.metadata);
  const wanted = wantedOnJoining(body);
  return { identity: ownedIdentityView(await createOwned(scope, project, body, wanted), timestamp(scope.clock.now())) };
};

export const getProjectOwnedIdentity: Handler<'getProjectOwnedIdentity'> = async (
  scope,
  { project, params: { projectId, identityId } },
) => {
  project.require('read', 'identity', { identityId });
  return { identity: ownedIdentityView(await findOwned(scope, projectId, identityId), timestamp(scope.clock.now())) };
};

export const updateProjectOwnedIdentity: Handler<'updateProjectOwnedIdentity'> = async (
  scope,
  { project, params: { identityId }, body },
) => {
  requireDistinctKeys(body.metadata);
  project.require('edit', 'identity', { identityId });
  return {
    identity: ownedIdentityView(await changeOwned(scope, project, identityId, body), timestamp(scope.clock.now())),
  };
};

export const deleteProjectOwnedIdentity: Handler<'deleteProjectOwnedIdentity'> = async (
  scope,
  { project, params: { identityId } },
) => {
  project.require('delete', 'identity', { identityId });
  return { identity: ownedIdentityView(await deleteOwned(scope, project, identityId), timestamp(scope.clock.now())) };
};
