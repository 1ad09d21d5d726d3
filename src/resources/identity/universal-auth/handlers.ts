import type { Handler } from '../../../contract.ts';
import { accessTokenView } from '../access-tokens/issue.ts';
import { findIdentity, requireBoundaryOf } from '../identities/guard.ts';
import { findUniversalAuth } from './guard.ts';
import { login } from './login.ts';
import { attach, change, clearLockouts, detach, toColumns } from './service.ts';
import { universalAuthView } from './view.ts';

export const attachUniversalAuth: Handler<'attachUniversalAuth'> = async (scope, { params, body }) => {
  const columns = toColumns(params.identityId, body);
  const identity = await findIdentity(scope, params.identityId);
  await requireBoundaryOf(scope, identity);
  return universalAuthView(await attach(scope, identity, columns));
};

export const getUniversalAuth: Handler<'getUniversalAuth'> = async (scope, { params }) => {
  const { auth } = await findUniversalAuth(scope, params.identityId);
  return universalAuthView(auth);
};

export const updateUniversalAuth: Handler<'updateUniversalAuth'> = async (scope, { params, body }) => {
  const columns = toColumns(params.identityId, body);
  const found = await findUniversalAuth(scope, params.identityId);
  await requireBoundaryOf(scope, found.identity);
  return universalAuthView(await change(scope, found, columns));
};

export const revokeUniversalAuth: Handler<'revokeUniversalAuth'> = async (scope, { params }) => {
  const found = await findUniversalAuth(scope, params.identityId);
  await requireBoundaryOf(scope, found.identity);
  await detach(scope, found);
  return universalAuthView(found.auth);
};

export const clearUniversalAuthLockouts: Handler<'clearUniversalAuthLockouts'> = async (scope, { params }) => {
  const found = await findUniversalAuth(scope, params.identityId);
  await requireBoundaryOf(scope, found.identity);
  return { deleted: await clearLockouts(scope, found) };
};

export const loginWithUniversalAuth: Handler<'loginWithUniversalAuth'> = async (scope, { body }) =>
  accessTokenView(await login(scope, body));
