import type { Handler } from '../../../contract.ts';
import { readPeriod } from '../grants/period.ts';
import { checkPrivilege } from '../grants/rules.ts';
import { findPrivilegeById, findPrivilegeOf, listPrivilegeItems, authorizeIdentity } from './find.ts';
import { addPrivilege, changePrivilege, removePrivilege } from './service.ts';
import { privilegeSummary, privilegeView } from './view.ts';

export const createPrivilege: Handler<'createPrivilege'> = async (scope, { project, body }) => {
  checkPrivilege(body);
  const target = authorizeIdentity(project, 'edit', body.identityId);
  const { slug, permissions, type } = body;
  return {
    privilege: privilegeView(
      await addPrivilege(scope, target, { slug, permissions, period: readPeriod(type, 'type') }),
    ),
  };
};

export const listPrivileges: Handler<'listPrivileges'> = async (scope, { project, query }) => {
  const target = authorizeIdentity(project, 'read', query.identityId);
  return { privileges: (await listPrivilegeItems(scope, target)).map(privilegeSummary) };
};

export const getPrivilege: Handler<'getPrivilege'> = async (scope, { params }) => {
  const { privilege } = await findPrivilegeById(scope, 'read', params.id);
  return { privilege: privilegeView(privilege) };
};

export const getPrivilegeBySlug: Handler<'getPrivilegeBySlug'> = async (scope, { project, params, query }) => {
  const target = authorizeIdentity(project, 'read', query.identityId);
  return { privilege: privilegeView(await findPrivilegeOf(scope, target, { slug: params.privilegeSlug })) };
};

export const updatePrivilege: Handler<'updatePrivilege'> = async (scope, { params, body }) => {
  checkPrivilege(body);
  const { target } = await findPrivilegeById(scope, 'edit', params.id);
  const { slug, permissions, type } = body;
  const period = type && (() => readPeriod(type, 'type'));
  return { privilege: privilegeView(await changePrivilege(scope, target, params, { slug, permissions, period })) };
};

export const deletePrivilege: Handler<'deletePrivilege'> = async (scope, { params }) => {
  const { target } = await findPrivilegeById(scope, 'edit', params.id);
  return { privilege: privilegeView(await removePrivilege(scope, target, params)) };
};
