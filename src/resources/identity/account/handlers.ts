import { userOf } from '../../../access/actor.ts';
import { SessionReply, type Handler } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import { findOwnAccount } from '../../organization/organization-users/find.ts';
import { userView } from '../../organization/organization-users/view.ts';
import { factorOwner, findFactors } from '../second-factor/find.ts';
import { requireGoodPassword } from './password-rule.ts';
import { changeName, changePassword, endSession, endSessions } from './service.ts';
import { ownAccountView, ownAccountWithKeysView, ownSessionView } from './view.ts';

const findOwnFactors = (scope: Scope) => findFactors(scope.stores, factorOwner(scope));

/** A session of a provider is not shown what the account has elsewhere: a password, or the administration of the server. */
const inSession = <View extends object>(scope: Scope, view: View): View =>
  userOf(scope).providerId === null ? view : { ...view, superAdmin: false, isAccepted: true, isEmailVerified: true };

export const getOwnAccount: Handler<'getOwnAccount'> = async (scope) => ({
  user: inSession(scope, ownAccountView(await findOwnAccount(scope), await findOwnFactors(scope))),
});

export const getOwnAccountInOrganization: Handler<'getOwnAccountInOrganization'> = async (scope) => ({
  user: inSession(scope, ownAccountWithKeysView(await findOwnAccount(scope), await findOwnFactors(scope))),
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
  const { id, sessionId, providerId } = userOf(scope);
  const sessions = await scope.stores.sessions.listOfUser(id, timestamp(scope.clock.now()), providerId);
  return sessions.map((session) => ownSessionView(session, sessionId));
};

export const endOwnSession: Handler<'endOwnSession'> = async (scope, { params }) => {
  await endSession(scope, params.sessionId);
  const isOwn = params.sessionId === userOf(scope).sessionId;
  return new SessionReply({ message: 'The session has ended.' }, isOwn ? null : undefined);
};

export const endOwnSessions: Handler<'endOwnSessions'> = async (scope, { query }) => {
  const exceptCurrent = query.exceptCurrent ?? false;
  await endSessions(scope, exceptCurrent);
  const message = exceptCurrent ? 'All your other sessions have ended.' : 'All your sessions have ended.';
  return new SessionReply({ message }, exceptCurrent ? undefined : null);
};
