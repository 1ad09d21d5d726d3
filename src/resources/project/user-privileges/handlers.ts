import type { Handler } from '../../../contract.ts';
import { periodOf } from '../grants/period.ts';
import { listBarePrivilegesIn } from '../privileges/find.ts';
import { checkPrivilege } from '../privileges/rules.ts';
import { addPrivilege, changePrivilege, removePrivilege } from '../privileges/service.ts';
import { findMembership, findUserPrivilege } from './find.ts';
import { userPrivilegeSummary, userPrivilegeView } from './view.ts';

export const createUserPrivilege: Handler<'createUserPrivilege'> = async (scope, { body }) => {
  checkPrivilege(body);
  const { slug, permissions, type } = body;
  const place = await findMembership(scope, 'edit', body.projectMembershipId);
  return {
    privilege: userPrivilegeView(
      place.user,
      await addPrivilege(scope, place, { slug, permissions, period: periodOf(type, 'type') }),
    ),
  };
};

export const listUserPrivileges: Handler<'listUserPrivileges'> = async (scope, { query }) => {
  const place = await findMembership(scope, 'read', query.projectMembershipId);
  return {
    privileges: (await listBarePrivilegesIn(scope, place)).map((privilege) =>
      userPrivilegeSummary(place.user, privilege),
    ),
  };
};

export const getUserPrivilege: Handler<'getUserPrivilege'> = async (scope, { params }) => {
  const { place, privilege } = await findUserPrivilege(scope, 'read', params.privilegeId);
  return { privilege: userPrivilegeView(place.user, privilege) };
};

export const updateUserPrivilege: Handler<'updateUserPrivilege'> = async (scope, { params, body }) => {
  checkPrivilege(body);
  const { place, privilege } = await findUserPrivilege(scope, 'edit', params.privilegeId);
  const { slug, permissions, type } = body;
  const period = type && (() => periodOf(type, 'type'));
  return {
    privilege: userPrivilegeView(
      place.user,
      await changePrivilege(scope, place, privilege, { slug, permissions, period }),
    ),
  };
};

export const deleteUserPrivilege: Handler<'deleteUserPrivilege'> = async (scope, { params }) => {
  const { place, privilege } = await findUserPrivilege(scope, 'edit', params.privilegeId);
  return { privilege: userPrivilegeView(place.user, await removePrivilege(scope, place, privilege)) };
};
