import type { Handler } from '../../../contract.ts';
import { periodOf } from '../grants/period.ts';
import { getPrivilegeIn, listBarePrivilegesIn, openPlace, openPrivilege } from './find.ts';
import { checkPrivilege } from './rules.ts';
import { addPrivilege, changePrivilege, removePrivilege } from './service.ts';
import { privilegeSummary, privilegeView } from './view.ts';

export const createPrivilege: Handler<'createPrivilege'> = async (scope, { body }) => {
  checkPrivilege(body);
  const place = openPlace(await scope.access.inProject(body.projectId), 'edit', body.identityId);
  const { slug, permissions, type } = body;
  return {
    privilege: privilegeView(await addPrivilege(scope, place, { slug, permissions, period: periodOf(type, 'type') })),
  };
};

export const listPrivileges: Handler<'listPrivileges'> = async (scope, { query }) => {
  const place = openPlace(await scope.access.inProject(query.projectId), 'read', query.identityId);
  return { privileges: (await listBarePrivilegesIn(scope, place)).map(privilegeSummary) };
};

export const getPrivilege: Handler<'getPrivilege'> = async (scope, { params }) => {
  const { privilege } = await openPrivilege(scope, 'read', params.id);
  return { privilege: privilegeView(privilege) };
};

export const getPrivilegeBySlug: Handler<'getPrivilegeBySlug'> = async (scope, { params, query }) => {
  const place = openPlace(await scope.access.inProjectBySlug(query.projectSlug), 'read', query.identityId);
  return { privilege: privilegeView(await getPrivilegeIn(scope, place, { slug: params.privilegeSlug })) };
};

export const updatePrivilege: Handler<'updatePrivilege'> = async (scope, { params, body }) => {
  checkPrivilege(body);
  const { place } = await openPrivilege(scope, 'edit', params.id);
  const { slug, permissions, type } = body;
  const period = type && (() => periodOf(type, 'type'));
  return { privilege: privilegeView(await changePrivilege(scope, place, params, { slug, permissions, period })) };
};

export const deletePrivilege: Handler<'deletePrivilege'> = async (scope, { params }) => {
  const { place } = await openPrivilege(scope, 'edit', params.id);
  return { privilege: privilegeView(await removePrivilege(scope, place, params)) };
};
