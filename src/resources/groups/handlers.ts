import type { Handler } from '../../contract.ts';
import { requireGroup } from './guard.ts';
import { changeGroup, createGroupWithRole, removeGroup } from './service.ts';
import { groupView, groupWithRoleView } from './view.ts';

export const createGroup: Handler<'createGroup'> = async (scope, { body }) => {
  scope.access.require('create', 'groups');
  return groupView(await createGroupWithRole(scope, body));
};

export const listGroups: Handler<'listGroups'> = async ({ access, stores }) => {
  access.require('read', 'groups');
  return (await stores.groups.list(access.organization.id)).map(groupWithRoleView);
};

export const getGroup: Handler<'getGroup'> = async (scope, { params }) => groupWithRoleView(await requireGroup(scope, params.id));

export const updateGroup: Handler<'updateGroup'> = async (scope, { params, body }) => {
  scope.access.require('edit', 'groups');
  return groupView(await changeGroup(scope, params.id, body));
};

export const deleteGroup: Handler<'deleteGroup'> = async (scope, { params }) => {
  scope.access.require('delete', 'groups');
  return groupView(await removeGroup(scope, params.id));
};
