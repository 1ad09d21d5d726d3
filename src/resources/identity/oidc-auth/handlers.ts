import type { Handler } from '../../../contract.ts';
import { accessTokenView } from '../access-tokens/issue.ts';
import { findIdentity, requireBoundaryOf } from '../identities/guard.ts';
import { findOidcAuth, oidcAuthGone, requireAllowedProvider } from './guard.ts';
import { login } from './login.ts';
import { toColumns } from './rules.ts';
import { attach, change, detach } from './service.ts';
import { oidcAuthView, revokedOidcAuthView } from './view.ts';

export const attachOidcAuth: Handler<'attachOidcAuth'> = async (scope, { params, body }) => {
  const columns = toColumns(body, 'attach');
  const identity = await findIdentity(scope, params.identityId);
  await requireBoundaryOf(scope, identity);
  requireAllowedProvider(scope, columns);
  return { identityOidcAuth: oidcAuthView(await attach(scope, identity, columns)) };
};

export const getOidcAuth: Handler<'getOidcAuth'> = async (scope, { params }) => {
  const { auth } = await findOidcAuth(scope, params.identityId);
  return { identityOidcAuth: oidcAuthView(auth) };
};

export const updateOidcAuth: Handler<'updateOidcAuth'> = async (scope, { params, body }) => {
  const columns = toColumns(body, 'update');
  const { identity } = await findOidcAuth(scope, params.identityId);
  await requireBoundaryOf(scope, identity);
  requireAllowedProvider(scope, columns);
  return { identityOidcAuth: oidcAuthView(await change(scope, identity, columns)) };
};

export const revokeOidcAuth: Handler<'revokeOidcAuth'> = async (scope, { params }) => {
  const { identity } = await findOidcAuth(scope, params.identityId, oidcAuthGone);
  await requireBoundaryOf(scope, identity);
  return { identityOidcAuth: revokedOidcAuthView(await detach(scope, identity)) };
};

export const loginWithOidcAuth: Handler<'loginWithOidcAuth'> = async (scope, { body }) =>
  accessTokenView(await login(scope, body));
