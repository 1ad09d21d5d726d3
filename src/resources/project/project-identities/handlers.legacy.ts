import type { Handler } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import {
  addIdentity,
  changeIdentityRoles,
  findByMembership,
  findIdentity,
  pageOfIdentities,
  removeIdentity,
} from './service.ts';
import { identityInProjectView, listedIdentityView, membershipView, projectIdentityView } from './view.ts';
import { membershipRoleView } from '../project-memberships/view.ts';

export const listWorkspaceIdentities: Handler<'listWorkspaceIdentities'> = async (scope, { params, query }) => {
  const { identities, totalCount } = await pageOfIdentities(scope, params.projectId, query);
  return { identityMemberships: identities.map(identityInProjectView), totalCount };
};

export const addWorkspaceIdentity: Handler<'addWorkspaceIdentity'> = async (scope, { params, body }) => ({
  identityMembership: membershipView(await addIdentity(scope, params, body)),
});

export const getWorkspaceIdentity: Handler<'getWorkspaceIdentity'> = async (scope, { params }) => ({
  identityMembership: identityInProjectView(await findIdentity(scope, params)),
});

export const updateWorkspaceIdentity: Handler<'updateWorkspaceIdentity'> = async (scope, { params, body }) => {
  const { roles } = await changeIdentityRoles(scope, params, body);
  return { roles: roles.map(membershipRoleView) };
};

export const removeWorkspaceIdentity: Handler<'removeWorkspaceIdentity'> = async (scope, { params }) => ({
  identityMembership: membershipView(await removeIdentity(scope, params)),
});

export const getWorkspaceIdentityMembership: Handler<'getWorkspaceIdentityMembership'> = async (scope, { params }) => ({
  identityMembership: identityInProjectView(await findByMembership(scope, params.identityMembershipId)),
});

export const listProjectIdentitiesLegacy: Handler<'listProjectIdentitiesLegacy'> = async (scope, { params, query }) => {
  const { identities, totalCount } = await pageOfIdentities(scope, params.projectId, query);
  const now = timestamp(scope.clock.now());
  return { identityMemberships: identities.map((identity) => listedIdentityView(identity, now)), totalCount };
};

export const addProjectIdentityLegacy: Handler<'addProjectIdentityLegacy'> = async (scope, { params, body }) => ({
  identityMembership: membershipView(await addIdentity(scope, params, body)),
});

export const getProjectIdentityLegacy: Handler<'getProjectIdentityLegacy'> = async (scope, { params }) => {
  const found = await findIdentity(scope, params);
  return {
    identityMembership: projectIdentityView(
      found,
      await scope.stores.memberships.metadataOf([found.member.membershipId]),
      timestamp(scope.clock.now()),
    ),
  };
};

export const updateProjectIdentityLegacy: Handler<'updateProjectIdentityLegacy'> = async (scope, { params, body }) => {
  const { roles } = await changeIdentityRoles(scope, params, body);
  return { roles: roles.map(membershipRoleView) };
};

export const removeProjectIdentityLegacy: Handler<'removeProjectIdentityLegacy'> = async (scope, { params }) => ({
  identityMembership: membershipView(await removeIdentity(scope, params)),
});

export const getIdentityMembershipLegacy: Handler<'getIdentityMembershipLegacy'> = async (scope, { params }) => ({
  identityMembership: identityInProjectView(await findByMembership(scope, params.identityMembershipId)),
});
