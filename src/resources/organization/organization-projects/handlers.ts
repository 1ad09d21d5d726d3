import type { Handler } from '../../../contract.ts';
import { identityNotFound } from '../../identity/identities/guard.ts';
import { listOwnProjects } from '../../project/projects/service.ts';
import { projectView } from '../../project/projects/view.ts';
import { organizationUserNotFound } from '../organization-users/rules.ts';
import { joinAsAdministrator, listMemberships } from './service.ts';
import { grantedMembershipView, membershipOfIdentityView, membershipOfUserView, projectInShortView } from './view.ts';

export const listOrganizationWorkspaces: Handler<'listOrganizationWorkspaces'> = async (scope) => {
  const projects = await listOwnProjects(scope);
  return { workspaces: projects.map(projectInShortView) };
};

export const listAllProjects: Handler<'listAllProjects'> = async ({ access, stores }, { query }) => {
  const { search, offset, limit } = query;
  const projects = await stores.projects.search(access.organization.id, search, { offset, limit });
  return {
    projects: projects.map((project) => projectView(project, [])),
    count: await stores.projects.count(access.organization.id, search),
  };
};

export const grantProjectAdminAccess: Handler<'grantProjectAdminAccess'> = async (scope, { params }) => {
  return { membership: grantedMembershipView(await joinAsAdministrator(scope, params.projectId), scope.actor) };
};

export const listProjectMembershipsOfUser: Handler<'listProjectMembershipsOfUser'> = async (scope, { params }) => {
  const member = await scope.stores.users.findMember(params.organizationId, params.membershipId);
  if (!member) throw organizationUserNotFound();
  const memberships = await listMemberships(scope, member.id, 'member', { userEmail: member.email ?? member.username });
  return { memberships: memberships.map((membership) => membershipOfUserView(membership, member)) };
};

export const listProjectMembershipsOfIdentity: Handler<'listProjectMembershipsOfIdentity'> = async (
  scope,
  { params },
) => {
  const member = await scope.stores.identities.findMember(scope.access.organization.id, params.identityId);
  if (!member) throw identityNotFound();
  const memberships = await listMemberships(scope, member.id, 'identity', { identityId: member.identityId });
  return { identityMemberships: memberships.map((membership) => membershipOfIdentityView(membership, member)) };
};
