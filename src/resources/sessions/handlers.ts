import { userOf } from '../../access/actor.ts';
import type { Handler } from '../../contract.ts';
import { secondsAfter, timestamp } from '../../platform/clock.ts';
import { badRequest, forbidden, notFound } from '../../platform/errors.ts';
import type { SessionRow } from './store.ts';
import { sessionToken } from './tokens.ts';

export const login: Handler<'login'> = async (scope, { body }) => {
  const user = await scope.stores.users.findByUsername(body.email.trim().toLowerCase());
  const isRight = await scope.passwords.matches(body.password, user?.passwordHash);
  if (!user || !isRight) throw badRequest('Invalid credentials.');
  const now = scope.clock.now();
  const session: SessionRow = {
    id: scope.ids.uuid(),
    userId: user.id,
    ip: scope.caller.ip,
    userAgent: scope.caller.userAgent,
    createdAt: timestamp(now),
    expiresAt: timestamp(secondsAfter(now, scope.config.userTokenTtl)),
  };
  await scope.transaction((tx) => tx.stores.sessions.insert(session));
  return { accessToken: sessionToken(scope, session) };
};

export const selectOrganization: Handler<'selectOrganization'> = async (scope, { body }) => {
  const user = userOf(scope);
  const membership = await scope.stores.memberships.findOfUser(body.organizationId, user.id);
  if (!membership) throw notFound('There is no such organization.');
  if (!membership.isActive) throw forbidden('Your membership of this organization is not active.');
  const session = { id: user.sessionId, userId: user.id, expiresAt: user.sessionExpiresAt };
  return { token: sessionToken(scope, session, membership.organizationId), isMfaEnabled: false, mfaMethod: null };
};

export const checkAuth: Handler<'checkAuth'> = () => ({ message: 'Authenticated' });

export const logout: Handler<'logout'> = async (scope) => {
  const { sessionId } = userOf(scope);
  await scope.transaction((tx) => tx.stores.sessions.delete(sessionId));
  return { message: 'You are logged out.' };
};
