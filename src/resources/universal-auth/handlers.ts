import type { Handler } from '../../contract.ts';
import { timestamp } from '../../platform/clock.ts';
import { accessTokenView } from '../access-tokens/view.ts';
import { requireCoverOf, requireIdentity } from '../identities/guard.ts';
import { requireUniversalAuth } from './guard.ts';
import { login } from './login.ts';
import { attach, change } from './service.ts';
import { universalAuthView } from './view.ts';

export const attachUniversalAuth: Handler<'attachUniversalAuth'> = async (scope, { params, body }) => {
  const identity = await requireIdentity(scope, 'edit-auth', params.identityId);
  await requireCoverOf(scope, identity);
  return universalAuthView(await attach(scope, identity.id, body));
};

export const getUniversalAuth: Handler<'getUniversalAuth'> = async (scope, { params }) => {
  const { auth } = await requireUniversalAuth(scope, 'read', params.identityId);
  return universalAuthView(auth);
};

export const updateUniversalAuth: Handler<'updateUniversalAuth'> = async (scope, { params, body }) => {
  const { identity, auth } = await requireUniversalAuth(scope, 'edit-auth', params.identityId);
  await requireCoverOf(scope, identity);
  return universalAuthView(await change(scope, auth.id, body));
};

export const revokeUniversalAuth: Handler<'revokeUniversalAuth'> = async (scope, { params }) => {
  const { identity, auth } = await requireUniversalAuth(scope, 'revoke-auth', params.identityId);
  await scope.transaction(async ({ stores }) => {
    await stores.accessTokens.deleteOfIdentity(identity.id, 'universal-auth');
    await stores.universalAuths.delete(auth.id);
  });
  return universalAuthView(auth);
};

export const clearUniversalAuthLockouts: Handler<'clearUniversalAuthLockouts'> = async (scope, { params }) => {
  const { auth } = await requireUniversalAuth(scope, 'edit', params.identityId);
  const isLocked = auth.lockedUntil !== null && timestamp(scope.clock.now()) < auth.lockedUntil;
  await scope.transaction(({ stores }) => stores.universalAuths.update(auth.id, { failedLogins: 0, lastFailedLoginAt: null, lockedUntil: null }));
  return { deleted: isLocked ? 1 : 0 };
};

export const loginWithUniversalAuth: Handler<'loginWithUniversalAuth'> = async (scope, { body }) => accessTokenView(await login(scope, body));
