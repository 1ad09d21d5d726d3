import type { Handler } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import {
  addIdentity,
  changeIdentityRoles,
  findByMembership,
  findIdentity,
  listIdentityPage,
  removeIdentity,
} from './service.ts';
import { identityInProjectView, identityListItemView, membershipView, projectIdentityView } from './view.ts';
import { membershipRoleView } from '../project-memberships/view.ts';

export const listWorkspaceIdentities: Handler<'listWorkspaceIdentities'> = async (scope, { project, query }) => {
  const { identities, totalCount } = await listIdentityPage(scope, project, query);
  return { identityMemberships: identities.map(identityInProjectView), totalCount };
};

export const addWorkspaceIdentity: Handler<'addWorkspaceIdentity'> = async (scope, { project, params, body }) => ({
  identityMembership: membershipView(await addIdentity(scope, project, params, body)),
});

export const getWorkspaceIdentity: Handler<'getWorkspaceIdentity'> = async (scope, { project, params }) => ({
  identityMembership: identityInProjectView(await findIdentity(scope, project, params)),
});

export const updateWorkspaceIdentity: Handler<'updateWorkspaceIdentity'> = async (scope, { project, params, body }) => {
  const { roles } = await changeIdentityRoles(scope, project, params, body);
  return { roles: roles.map(membershipRoleView) };
};

export const removeWorkspaceIdentity: Handler<'removeWorkspaceIdentity'> = async (scope, { params }) => ({
  identityMembership: membershipView(await removeIdentity(scope, params)),
});

export const getWorkspaceIdentityMembership: Handler<'getWorkspaceIdentityMembership'> = async (scope, { params }) => ({
  identityMembership: identityInProjectView(await findByMembership(scope, params.identityMembershipId)),
});

export const listProjectIdentitiesLegacy: Handler<'listProjectIdentitiesLegacy'> = async (
  scope,
  { project, query },
) => {
  const { identities, totalCount } = await listIdentityPage(scope, project, query);
  const now = timestamp(scope.clock.now());
  return { identityMemberships: identities.map((identity) => identityListItemView(identity, now)), totalCount };
};

export const addProjectIdentityLegacy: Handler<'addProjectIdentityLegacy'> = async (
  scope,
  { project, params, body },
) => ({
  identityMembership: membershipView(await addIdentity(scope, project, params, body)),
});

export const getProjectIdentityLegacy: Handler<'getProjectIdentityLegacy'> = async (scope, { project, params }) => {
  const identity = await findIdentity(scope, project, params);
  return {
    identityMembership: projectIdentityView(
      identity,
      await scope.stores.memberships.listMetadata([identity.member.membershipId]),
      timestamp(scope.clock.now()),
    ),
  };
};

export const updateProjectIdentityLegacy: Handler<'updateProjectIdentityLegacy'> = async (
  scope,
  { project, params, body },
) => {
  const { roles } = await changeIdentityRoles(scope, project, params, body);
  return { roles: roles.map(membershipRoleView) };
};

export const removeProjectIdentityLegacy: Handler<'removeProjectIdentityLegacy'> = async (scope, { params }) => ({
  identityMembership: membershipView(await removeIdentity(scope, params)),
});

export const getIdentityMembershipLegacy: Handler<'getIdentityMembershipLegacy'> = async (scope, { params }) => ({
  identityMembership: identityInProjectView(await findByMembership(scope, params.identityMembershipId)),
});
