import type { Handler } from '../../../contract.ts';
import { badRequest } from '../../../platform/errors.ts';
import { findGroup } from './guard.ts';
import { changeGroup, createGroupWithRole, removeGroup } from './service.ts';
import { groupView, groupWithRoleView, organizationGroupView } from './view.ts';

export const createGroup: Handler<'createGroup'> = async (scope, { body }) => {
  return groupView(await createGroupWithRole(scope, body));
};

export const listGroups: Handler<'listGroups'> = async ({ access, stores }) => {
  return (await stores.groups.list(access.organization.id)).map(groupWithRoleView);
};

export const getGroup: Handler<'getGroup'> = async (scope, { params }) =>
  groupWithRoleView(await findGroup(scope, params.id));

export const updateGroup: Handler<'updateGroup'> = async (scope, { params, body }) => {
  return groupView(await changeGroup(scope, params.id, body));
};

export const deleteGroup: Handler<'deleteGroup'> = async (scope, { params }) => {
  return groupView(await removeGroup(scope, params.id));
};

export const listOrganizationGroups: Handler<'listOrganizationGroups'> = async ({ access, stores }, { query }) => {
  const { rows, totalCount } = await stores.groups.search(access.organization.id, query);
  return { groupMemberships: rows.map(organizationGroupView), totalCount };
};

export const getOrganizationGroup: Handler<'getOrganizationGroup'> = async (scope, { params }) => ({
  groupMembership: organizationGroupView(await findGroup(scope, params.groupId)),
});

export const updateOrganizationGroupRoles: Handler<'updateOrganizationGroupRoles'> = async (
  scope,
  { params, body },
) => {
  const { id } = await changeGroup(scope, params.groupId, { role: body.roles[0]!.role });
  return { groupMembership: organizationGroupView(await findGroup(scope, id)) };
};

export const linkOrganizationGroup: Handler<'linkOrganizationGroup'> = async (scope, { params }) => {
  await findGroup(scope, params.groupId);
  throw badRequest(
    'This group is a member of the organization already. There are no parent organizations whose groups could be linked.',
  );
};

export const unlinkOrganizationGroup: Handler<'unlinkOrganizationGroup'> = async (scope, { params }) => {
  await findGroup(scope, params.groupId);
  throw badRequest(
    'This group belongs to the organization. Delete it with DELETE /api/v1/groups/{id}, or give it the role no-access.',
  );
};
