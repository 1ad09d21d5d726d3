import type { Handler } from '../../../contract.ts';
import { badRequest } from '../../../platform/errors.ts';
import { requireGroup, unknownGroup } from './guard.ts';
import { changeGroup, createGroupWithRole, removeGroup } from './service.ts';
import { groupView, groupWithRoleView, organizationGroupView } from './view.ts';

export const createGroup: Handler<'createGroup'> = async (scope, { body }) => {
  scope.access.require('create', 'groups');
  return groupView(await createGroupWithRole(scope, body));
};

export const listGroups: Handler<'listGroups'> = async ({ access, stores }) => {
  access.require('read', 'groups');
  return (await stores.groups.list(access.organization.id)).map(groupWithRoleView);
};

export const getGroup: Handler<'getGroup'> = async (scope, { params }) =>
  groupWithRoleView(await requireGroup(scope, params.id));

export const updateGroup: Handler<'updateGroup'> = async (scope, { params, body }) => {
  scope.access.require('edit', 'groups');
  return groupView(await changeGroup(scope, params.id, body));
};

export const deleteGroup: Handler<'deleteGroup'> = async (scope, { params }) => {
  scope.access.require('delete', 'groups');
  return groupView(await removeGroup(scope, params.id));
};

export const listOrganizationGroups: Handler<'listOrganizationGroups'> = async ({ access, stores }, { query }) => {
  access.require('read', 'groups');
  const { rows, totalCount } = await stores.groups.search(access.organization.id, query);
  return { groupMemberships: rows.map(organizationGroupView), totalCount };
};

export const getOrganizationGroup: Handler<'getOrganizationGroup'> = async (scope, { params }) => ({
  groupMembership: organizationGroupView(await requireGroup(scope, params.groupId)),
});

export const updateOrganizationGroupRoles: Handler<'updateOrganizationGroupRoles'> = async (
  scope,
  { params, body },
) => {
  scope.access.require('edit', 'groups');
  const { organizationId, id } = await changeGroup(scope, params.groupId, { role: body.roles[0]!.role });
  const group = await scope.stores.groups.findById(organizationId, id);
  if (!group) throw unknownGroup();
  return { groupMembership: organizationGroupView(group) };
};

export const linkOrganizationGroup: Handler<'linkOrganizationGroup'> = async ({ access, stores }, { params }) => {
  access.require('create', 'groups');
  if (!(await stores.groups.findById(access.organization.id, params.groupId))) throw unknownGroup();
  throw badRequest(
    'This group is a member of the organization already. There are no parent organizations whose groups could be linked.',
  );
};

export const unlinkOrganizationGroup: Handler<'unlinkOrganizationGroup'> = async ({ access, stores }, { params }) => {
  access.require('delete', 'groups');
  if (!(await stores.groups.findById(access.organization.id, params.groupId))) throw unknownGroup();
  throw badRequest(
    'This group belongs to the organization. Delete it with DELETE /api/v1/groups/{id}, or give it the role no-access.',
  );
};
