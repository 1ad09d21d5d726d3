import type { Handler } from '../../../contract.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { accessTokenView } from '../access-tokens/issue.ts';
import { findConfiguration } from '../login-methods/method.ts';
import { attach, change, detach } from '../login-methods/service.ts';
import { login } from './login.ts';
import { jwtAuth } from './method.ts';
import { toColumns } from './rules.ts';
import type { JwtAuthRow } from './store.ts';
import { jwtAuthView, revokedJwtAuthView } from './view.ts';

/** 400 if the server may not fetch the key set. */
const requireAllowedHost =
  ({ openIdProviders }: Pick<Scope, 'openIdProviders'>) =>
  ({ jwksUrl }: JwtAuthRow): Promise<void> => {
    const problem = jwksUrl === '' ? undefined : openIdProviders.problemOf(jwksUrl);
    return problem ? Promise.reject(badRequest(`jwksUrl ${problem}.`)) : Promise.resolve();
  };

export const attachJwtAuth: Handler<'attachJwtAuth'> = async (scope, { params, body }) => {
  // The contract fills in every other default.
  const columns = { sealedSecret: null, jwksUrl: '', publicKeys: [], ...toColumns(body, 'attach') } as JwtAuthRow;
  const attached = await attach(scope, jwtAuth, params.identityId, () => columns, requireAllowedHost(scope));
  return { identityJwtAuth: jwtAuthView(attached) };
};

export const getJwtAuth: Handler<'getJwtAuth'> = async (scope, { params }) => {
  const { auth } = await findConfiguration(scope, jwtAuth, params.identityId);
  return { identityJwtAuth: jwtAuthView(auth) };
};

export const updateJwtAuth: Handler<'updateJwtAuth'> = async (scope, { params, body }) => {
  const columns = toColumns(body, 'update');
  const changed = await change(scope, jwtAuth, params.identityId, () => columns, requireAllowedHost(scope));
  return { identityJwtAuth: jwtAuthView(changed) };
};

export const revokeJwtAuth: Handler<'revokeJwtAuth'> = async (scope, { params }) => ({
  identityJwtAuth: revokedJwtAuthView(await detach(scope, jwtAuth, params.identityId)),
});

export const loginWithJwtAuth: Handler<'loginWithJwtAuth'> = async (scope, { body }) =>
  accessTokenView(await login(scope, body));
