import type { Handler } from '../../../contract.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { accessTokenView } from '../access-tokens/issue.ts';
import { findConfiguration } from '../login-methods/method.ts';
import { attach, change, detach } from '../login-methods/service.ts';
import { login } from './login.ts';
import { oidcAuth } from './method.ts';
import { toColumns } from './rules.ts';
import type { OidcAuthRow } from './store.ts';
import { oidcAuthView, revokedOidcAuthView } from './view.ts';

/** 400 if the server may not connect to the provider. */
const requireAllowedProvider =
  ({ openIdProviders }: Pick<Scope, 'openIdProviders'>, { oidcDiscoveryUrl }: Partial<OidcAuthRow>) =>
  (): Promise<void> => {
    const problem = oidcDiscoveryUrl === undefined ? undefined : openIdProviders.problemOf(oidcDiscoveryUrl);
    return problem ? Promise.reject(badRequest(`oidcDiscoveryUrl ${problem}.`)) : Promise.resolve();
  };

export const attachOidcAuth: Handler<'attachOidcAuth'> = async (scope, { params, body }) => {
  // The contract fills in every other default.
  const columns = { claimMetadataMapping: null, ...toColumns(body, 'attach') } as OidcAuthRow;
  const check = requireAllowedProvider(scope, columns);
  return { identityOidcAuth: oidcAuthView(await attach(scope, oidcAuth, params.identityId, () => columns, check)) };
};

export const getOidcAuth: Handler<'getOidcAuth'> = async (scope, { params }) => {
  const { auth } = await findConfiguration(scope, oidcAuth, params.identityId);
  return { identityOidcAuth: oidcAuthView(auth) };
};

export const updateOidcAuth: Handler<'updateOidcAuth'> = async (scope, { params, body }) => {
  const columns = toColumns(body, 'update');
  const check = requireAllowedProvider(scope, columns);
  return { identityOidcAuth: oidcAuthView(await change(scope, oidcAuth, params.identityId, () => columns, check)) };
};

export const revokeOidcAuth: Handler<'revokeOidcAuth'> = async (scope, { params }) => ({
  identityOidcAuth: revokedOidcAuthView(await detach(scope, oidcAuth, params.identityId)),
});

export const loginWithOidcAuth: Handler<'loginWithOidcAuth'> = async (scope, { body }) =>
  accessTokenView(await login(scope, body));
