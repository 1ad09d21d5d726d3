import { userOf } from '../../../access/actor.ts';
import type { Handler } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { userView } from '../../organization/organization-users/view.ts';
import { requireGoodPassword } from './password-rule.ts';
import { changeName, changePassword, endSession, endSessions, findOwnAccount } from './service.ts';
import { ownAccountView, ownAccountWithKeysView, ownSessionView } from './view.ts';

export const getOwnAccount: Handler<'getOwnAccount'> = async (scope) => ({
  user: ownAccountView(await findOwnAccount(scope)),
});

export const getOwnAccountInOrganization: Handler<'getOwnAccountInOrganization'> = async (scope) => ({
  user: ownAccountWithKeysView(await findOwnAccount(scope)),
});

export const changeOwnName: Handler<'changeOwnName'> = async (scope, { body }) => ({
  user: userView(await changeName(scope, body)),
});

export const changeOwnPassword: Handler<'changeOwnPassword'> = async (scope, { body }) => {
  requireGoodPassword(body.newPassword, ['newPassword']);
  await changePassword(scope, body);
  return { message: 'The password is changed, and every other session has ended.' };
};

export const listOwnSessions: Handler<'listOwnSessions'> = async (scope) => {
  const sessions = await scope.stores.sessions.listOfUser(userOf(scope).id, timestamp(scope.clock.now()));
  return sessions.map(ownSessionView);
};

export const endOwnSession: Handler<'endOwnSession'> = async (scope, { params }) => {
  await endSession(scope, params.sessionId);
  return { message: 'The session has ended.' };
};

export const endOwnSessions: Handler<'endOwnSessions'> = async (scope) => {
  await endSessions(scope);
  return { message: 'All your sessions have ended.' };
};
