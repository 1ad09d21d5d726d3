import { userOf } from '../../../access/actor.ts';
import { SessionReply, type Handler } from '../../../contract.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { helpSections } from '../../../platform/help-sections.ts';
import { challengeFor } from '../second-factor/challenge.ts';
import { requireAcceptedMethod, requireAcceptedSignIn } from './allowed.ts';
import { refreshToken, sessionToken, tokenEnd } from './new.ts';
import { confirmPassword } from './reauthenticate.ts';
import { refresh } from './refresh.ts';
import { chooseOrganization, closeSession, findPresented, invalidCredentials, openSession } from './service.ts';

export const login: Handler<'login'> = async (scope, { body }) => {
  const session = await openSession(scope, body);
  return new SessionReply({ accessToken: sessionToken(scope, session) }, refreshToken(scope, session));
};

export const startLegacyLogin: Handler<'startLegacyLogin'> = () => {
  throw invalidCredentials();
};

export const selectOrganization: Handler<'selectOrganization'> = async (scope, { body }) => {
  const user = userOf(scope);
  const membership = await scope.stores.memberships.findOfUser(body.organizationId, user.id);
  if (membership?.status !== 'accepted') throw notFound('Organization not found.');
  if (!membership.isActive)
    throw forbidden('Your membership of this organization is not active.', helpSections.membership);
  const presented = await findPresented(scope, membership.organizationId);
  requireAcceptedMethod(presented);
  const selected = await scope.stores.organizations.findById(membership.organizationId);
  const challenge = selected && (await challengeFor(scope, selected));
  if (challenge) return new SessionReply(challenge, undefined);
  requireAcceptedSignIn(presented);
  const isForCli = body.userAgent === 'cli';
  const { session, organization } = await chooseOrganization(scope, membership, isForCli);
  const expiresAt = tokenEnd(scope.clock.now(), session.expiresAt, organization?.userTokenExpiration ?? null);
  const inUse = { ...session, expiresAt };
  return new SessionReply(
    { token: sessionToken(scope, inUse, membership.organizationId), isMfaEnabled: false, mfaMethod: null },
    isForCli ? undefined : refreshToken(scope, inUse, membership.organizationId),
  );
};

export const refreshSession: Handler<'refreshSession'> = async (scope) => {
  const { refreshed, replacement } = await refresh(scope);
  return new SessionReply({ ...refreshed, refreshToken: null, subOrganizationId: null }, replacement);
};

export const checkAuth: Handler<'checkAuth'> = () => ({ message: 'Authenticated' });

export const reauthenticate: Handler<'reauthenticate'> = async (scope, { body }) => ({
  message: 'Your sign-in is confirmed.',
  authenticatedAt: await confirmPassword(scope, body.password),
});

export const logout: Handler<'logout'> = async (scope) => {
  await closeSession(scope);
  return new SessionReply({ message: 'You are logged out.' }, null);
};
