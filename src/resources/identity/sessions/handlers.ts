import { userOf } from '../../../access/actor.ts';
import type { Handler } from '../../../contract.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { closeSession, invalidCredentials, openSession, recordOrganizationChoice } from './service.ts';
import { sessionToken, tokenEnd } from './new.ts';

export const login: Handler<'login'> = async (scope, { body }) => ({
  accessToken: sessionToken(scope, await openSession(scope, body)),
});

export const startLegacyLogin: Handler<'startLegacyLogin'> = () => {
  throw invalidCredentials();
};

export const selectOrganization: Handler<'selectOrganization'> = async (scope, { body }) => {
  const user = userOf(scope);
  const membership = await scope.stores.memberships.findOfUser(body.organizationId, user.id);
  if (membership?.status !== 'accepted') throw notFound('Organization not found.');
  if (!membership.isActive) throw forbidden('Your membership of this organization is not active.');
  const now = scope.clock.now();
  const organization = await scope.stores.organizations.findById(membership.organizationId);
  await recordOrganizationChoice(scope, membership, organization?.name ?? '');
  const expiresAt = tokenEnd(now, user.sessionExpiresAt, organization?.userTokenExpiration ?? null);
  return {
    token: sessionToken(scope, { id: user.sessionId, userId: user.id, expiresAt }, membership.organizationId),
    isMfaEnabled: false,
    mfaMethod: null,
  };
};

export const checkAuth: Handler<'checkAuth'> = () => ({ message: 'Authenticated' });

export const logout: Handler<'logout'> = async (scope) => {
  await closeSession(scope);
  return { message: 'You are logged out.' };
};
