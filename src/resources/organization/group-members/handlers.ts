import type { Handler, Request } from '../../../contract.ts';
import { findGroup } from '../groups/guard.ts';
import { listVisibleProjects } from './projects.ts';
import { addIdentity, addUser, removeIdentity, removeUser } from './service.ts';
import type { CandidateFilter } from './store.ts';
import { groupProjectView, identityCandidateViews, memberView, userCandidateViews, userView } from './view.ts';

type MemberTypes = Request<'listGroupMembers'>['query']['memberTypeFilter'];

/** Returns undefined if both kinds are requested. */
const toKind = (types: MemberTypes): CandidateFilter['kind'] => {
  const [type, ...others] = new Set(types);
  if (type === undefined || others.length > 0) return undefined;
  return type === 'users' ? 'user' : 'identity';
};

const toIsMember = (filter: Request<'listGroupUsers'>['query']['filter']): boolean | undefined =>
  filter && filter === 'existingMembers';

export const listGroupMembers: Handler<'listGroupMembers'> = async (scope, { params, query }) => {
  const group = await findGroup(scope, params.id);
  const filter = { kind: toKind(query.memberTypeFilter), isMember: true, search: query.search };
  const { rows, totalCount } = await scope.stores.groupMembers.search(group, filter, query);
  return { members: rows.map(memberView), totalCount };
};

export const listGroupUsers: Handler<'listGroupUsers'> = async (scope, { params, query }) => {
  const group = await findGroup(scope, params.id);
  const filter = {
    kind: 'user',
    isMember: toIsMember(query.filter),
    search: query.search,
    username: query.username,
  } as const;
  const { rows, totalCount } = await scope.stores.groupMembers.search(group, filter, query);
  return { users: userCandidateViews(rows), totalCount };
};

export const listGroupIdentities: Handler<'listGroupIdentities'> = async (scope, { params, query }) => {
  const group = await findGroup(scope, params.id);
  const filter = { kind: 'identity', isMember: toIsMember(query.filter), search: query.search } as const;
  // Terraform looks for a member on the first page only.
  const page = { ...query, membersFirst: true };
  const { rows, totalCount } = await scope.stores.groupMembers.search(group, filter, page);
  return { machineIdentities: identityCandidateViews(rows), totalCount };
};

export const listGroupProjects: Handler<'listGroupProjects'> = async (scope, { params, query }) => {
  const group = await findGroup(scope, params.id);
  const { rows, totalCount } = await scope.stores.groups.listProjects(
    group.id,
    query,
    await listVisibleProjects(scope, group),
  );
  const roles = await scope.stores.projectMemberships.listRoles(rows.map((row) => row.projectMembershipId));
  return { projects: rows.map((row) => groupProjectView(row, roles)), totalCount };
};

export const addUserToGroup: Handler<'addUserToGroup'> = async (scope, { params }) => {
  scope.access.require('edit', 'groups');
  return userView(await addUser(scope, params.id, params.username));
};

export const removeUserFromGroup: Handler<'removeUserFromGroup'> = async (scope, { params }) => {
  scope.access.require('edit', 'groups');
  return userView(await removeUser(scope, params.id, params.username));
};

export const addIdentityToGroup: Handler<'addIdentityToGroup'> = async (scope, { params: { id, identityId } }) => {
  scope.access.require('edit', 'groups');
  await addIdentity(scope, id, identityId);
  return { id: identityId };
};

export const removeIdentityFromGroup: Handler<'removeIdentityFromGroup'> = async (
  scope,
  { params: { id, identityId } },
) => {
  scope.access.require('edit', 'groups');
  await removeIdentity(scope, id, identityId);
  return { id: identityId };
};
