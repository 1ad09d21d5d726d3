import type { Handler } from '../../../contract.ts';
import { accessTokenView } from '../access-tokens/issue.ts';
import { findConfiguration } from '../login-methods/method.ts';
import { attach, change, detach } from '../login-methods/service.ts';
import { login } from './login.ts';
import { azureAuth } from './method.ts';
import { toColumns, toNewColumns } from './rules.ts';
import { azureAuthView } from './view.ts';

export const attachAzureAuth: Handler<'attachAzureAuth'> = async (scope, { params, body }) => {
  const columns = toNewColumns(body);
  return { identityAzureAuth: azureAuthView(await attach(scope, azureAuth, params.identityId, () => columns)) };
};

export const getAzureAuth: Handler<'getAzureAuth'> = async (scope, { params }) => {
  const { auth } = await findConfiguration(scope, azureAuth, params.identityId);
  return { identityAzureAuth: azureAuthView(auth) };
};

export const updateAzureAuth: Handler<'updateAzureAuth'> = async (scope, { params, body }) => {
  const columns = toColumns(body);
  return { identityAzureAuth: azureAuthView(await change(scope, azureAuth, params.identityId, () => columns)) };
};

export const revokeAzureAuth: Handler<'revokeAzureAuth'> = async (scope, { params }) => ({
  identityAzureAuth: azureAuthView(await detach(scope, azureAuth, params.identityId)),
});

export const loginWithAzureAuth: Handler<'loginWithAzureAuth'> = async (scope, { body }) =>
  accessTokenView(await login(scope, body));
