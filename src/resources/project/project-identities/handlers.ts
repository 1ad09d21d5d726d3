import type { Handler } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { addIdentity, changeIdentityRoles, findIdentity, listIdentityPage, removeIdentity } from './service.ts';
import { identityListItemView, membershipView, projectIdentityView } from './view.ts';

export const listProjectIdentities: Handler<'listProjectIdentities'> = async (scope, { project, query }) => {
  const { identities, totalCount } = await listIdentityPage(scope, project, query);
  const now = timestamp(scope.clock.now());
  return { identityMemberships: identities.map((identity) => identityListItemView(identity, now)), totalCount };
};

export const addProjectIdentity: Handler<'addProjectIdentity'> = async (scope, { project, params, body }) => ({
  identityMembership: membershipView(await addIdentity(scope, project, params, body)),
});

export const getProjectIdentity: Handler<'getProjectIdentity'> = async (scope, { project, params }) => {
  const identity = await findIdentity(scope, project, params);
  const metadata = await scope.stores.memberships.listMetadata([identity.member.membershipId]);
  return { identityMembership: projectIdentityView(identity, metadata, timestamp(scope.clock.now())) };
};

export const updateProjectIdentity: Handler<'updateProjectIdentity'> = async (scope, { project, params, body }) => {
  const { membership } = await changeIdentityRoles(scope, project, params, body);
  return { identityMembership: membershipView(membership) };
};

export const removeProjectIdentity: Handler<'removeProjectIdentity'> = async (scope, { params }) => ({
  identityMembership: membershipView(await removeIdentity(scope, params)),
});
