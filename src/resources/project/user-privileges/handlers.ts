import type { Handler } from '../../../contract.ts';
import { readPeriod } from '../grants/period.ts';
import { listPrivilegeItems } from '../privileges/find.ts';
import { checkPrivilege } from '../grants/rules.ts';
import { addPrivilege, changePrivilege, removePrivilege } from '../privileges/service.ts';
import { findApprovers, findMembershipTarget, findUserPrivilege } from './find.ts';
import { userPrivilegeSummary, userPrivilegeView } from './view.ts';

export const createUserPrivilege: Handler<'createUserPrivilege'> = async (scope, { body }) => {
  checkPrivilege(body);
  const { slug, permissions, type } = body;
  const target = await findMembershipTarget(scope, 'edit', body.projectMembershipId);
  return {
    privilege: userPrivilegeView(
      target.user,
      await addPrivilege(scope, target, { slug, permissions, period: readPeriod(type, 'type') }),
    ),
  };
};

export const listUserPrivileges: Handler<'listUserPrivileges'> = async (scope, { query }) => {
  const target = await findMembershipTarget(scope, 'read', query.projectMembershipId);
  const items = await listPrivilegeItems(scope, target);
  const approversOf = await findApprovers(scope, items);
  return { privileges: items.map((item) => userPrivilegeSummary(target.user, item, approversOf(item))) };
};

export const getUserPrivilege: Handler<'getUserPrivilege'> = async (scope, { params }) => {
  const { target, privilege } = await findUserPrivilege(scope, 'read', params.privilegeId);
  return { privilege: userPrivilegeView(target.user, privilege) };
};

export const updateUserPrivilege: Handler<'updateUserPrivilege'> = async (scope, { params, body }) => {
  checkPrivilege(body);
  const { target, privilege } = await findUserPrivilege(scope, 'edit', params.privilegeId);
  const { slug, permissions, type } = body;
  const period = type && (() => readPeriod(type, 'type'));
  return {
    privilege: userPrivilegeView(
      target.user,
      await changePrivilege(scope, target, privilege, { slug, permissions, period }),
    ),
  };
};

export const deleteUserPrivilege: Handler<'deleteUserPrivilege'> = async (scope, { params }) => {
  const { target, privilege } = await findUserPrivilege(scope, 'edit', params.privilegeId);
  return { privilege: userPrivilegeView(target.user, await removePrivilege(scope, target, privilege)) };
};
