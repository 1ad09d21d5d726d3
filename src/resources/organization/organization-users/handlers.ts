import type { Handler } from '../../../contract.ts';
import { organizationUserNotFound } from './rules.ts';
import { requireDistinctKeys } from '../memberships/metadata.ts';
import { changeMember, removeMembers } from './service.ts';
import { legacyMemberView, memberDetailsView, membershipView, memberView } from './view.ts';

export const listOrganizationUsers: Handler<'listOrganizationUsers'> = async (scope, { params }) => {
  const members = await scope.stores.users.listMembers(params.organizationId);
  return { users: members.map(memberView) };
};

export const listOrganizationUsersLegacy: Handler<'listOrganizationUsersLegacy'> = async (scope, { params }) => {
  const members = await scope.stores.users.listMembers(params.organizationId);
  return { users: members.map(legacyMemberView) };
};

export const getOrganizationUser: Handler<'getOrganizationUser'> = async (scope, { params }) => {
  const member = await scope.stores.users.findMember(params.organizationId, params.membershipId);
  if (!member) throw organizationUserNotFound();
  return { membership: memberDetailsView(member, await scope.stores.memberships.listMetadata([member.id])) };
};

export const updateOrganizationUser: Handler<'updateOrganizationUser'> = async (scope, { params, body }) => {
  requireDistinctKeys(body.metadata);
  return { membership: membershipView(await changeMember(scope, params, body)) };
};

export const removeOrganizationUser: Handler<'removeOrganizationUser'> = async (scope, { params }) => {
  const [removed] = await removeMembers(scope, params.organizationId, [params.membershipId]);
  return { membership: membershipView(removed!) };
};

export const removeOrganizationUsers: Handler<'removeOrganizationUsers'> = async (scope, { params, body }) => {
  const removed = await removeMembers(scope, params.organizationId, body.membershipIds);
  return { memberships: removed.map(membershipView) };
};
