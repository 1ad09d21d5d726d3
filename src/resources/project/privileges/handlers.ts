import type { Handler } from '../../../contract.ts';
import { periodOf } from '../grants/period.ts';
import { findPrivilegeById, findPrivilegeOf, listBarePrivilegesIn, requireOnIdentity } from './find.ts';
import { checkPrivilege } from './rules.ts';
import { addPrivilege, changePrivilege, removePrivilege } from './service.ts';
import { privilegeSummary, privilegeView } from './view.ts';

export const createPrivilege: Handler<'createPrivilege'> = async (scope, { project, body }) => {
  checkPrivilege(body);
  const place = requireOnIdentity(project, 'edit', body.identityId);
  const { slug, permissions, type } = body;
  return {
    privilege: privilegeView(await addPrivilege(scope, place, { slug, permissions, period: periodOf(type, 'type') })),
  };
};

export const listPrivileges: Handler<'listPrivileges'> = async (scope, { project, query }) => {
  const place = requireOnIdentity(project, 'read', query.identityId);
  return { privileges: (await listBarePrivilegesIn(scope, place)).map(privilegeSummary) };
};

export const getPrivilege: Handler<'getPrivilege'> = async (scope, { params }) => {
  const { privilege } = await findPrivilegeById(scope, 'read', params.id);
  return { privilege: privilegeView(privilege) };
};

export const getPrivilegeBySlug: Handler<'getPrivilegeBySlug'> = async (scope, { project, params, query }) => {
  const place = requireOnIdentity(project, 'read', query.identityId);
  return { privilege: privilegeView(await findPrivilegeOf(scope, place, { slug: params.privilegeSlug })) };
};

export const updatePrivilege: Handler<'updatePrivilege'> = async (scope, { params, body }) => {
  checkPrivilege(body);
  const { place } = await findPrivilegeById(scope, 'edit', params.id);
  const { slug, permissions, type } = body;
  const period = type && (() => periodOf(type, 'type'));
  return { privilege: privilegeView(await changePrivilege(scope, place, params, { slug, permissions, period })) };
};

export const deletePrivilege: Handler<'deletePrivilege'> = async (scope, { params }) => {
  const { place } = await findPrivilegeById(scope, 'edit', params.id);
  return { privilege: privilegeView(await removePrivilege(scope, place, params)) };
};
