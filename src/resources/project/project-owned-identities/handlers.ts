import type { Handler } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { requireDistinctKeys } from '../../organization/memberships/metadata.ts';
import { rolesOnJoining } from '../project-memberships/service.ts';
import {
  changeOwnedIdentity,
  createOwnedIdentity,
  deleteOwnedIdentity,
  findOwnedIdentity,
  listOwnedPage,
} from './service.ts';
import { ownedIdentityView } from './view.ts';

export const listProjectOwnedIdentities: Handler<'listProjectOwnedIdentities'> = async (scope, { project, query }) => {
  project.requireSome('read', 'identity');
  const { identities, totalCount } = await listOwnedPage(scope, project, query);
  const now = timestamp(scope.clock.now());
  return { identities: identities.map((identity) => ownedIdentityView(identity, now)), totalCount };
};

export const createProjectOwnedIdentity: Handler<'createProjectOwnedIdentity'> = async (scope, { project, body }) => {
  requireDistinctKeys(body.metadata);
  const roles = rolesOnJoining(body);
  return {
    identity: ownedIdentityView(await createOwnedIdentity(scope, project, body, roles), timestamp(scope.clock.now())),
  };
};

export const getProjectOwnedIdentity: Handler<'getProjectOwnedIdentity'> = async (
  scope,
  { project, params: { projectId, identityId } },
) => {
  project.require('read', 'identity', { identityId });
  return {
    identity: ownedIdentityView(await findOwnedIdentity(scope, projectId, identityId), timestamp(scope.clock.now())),
  };
};

export const updateProjectOwnedIdentity: Handler<'updateProjectOwnedIdentity'> = async (
  scope,
  { project, params: { identityId }, body },
) => {
  requireDistinctKeys(body.metadata);
  project.require('edit', 'identity', { identityId });
  return {
    identity: ownedIdentityView(
      await changeOwnedIdentity(scope, project, identityId, body),
      timestamp(scope.clock.now()),
    ),
  };
};

export const deleteProjectOwnedIdentity: Handler<'deleteProjectOwnedIdentity'> = async (
  scope,
  { project, params: { identityId } },
) => {
  project.require('delete', 'identity', { identityId });
  return {
    identity: ownedIdentityView(await deleteOwnedIdentity(scope, project, identityId), timestamp(scope.clock.now())),
  };
};
