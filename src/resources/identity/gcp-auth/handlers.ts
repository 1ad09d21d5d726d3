import type { Handler } from '../../../contract.ts';
import { accessTokenView } from '../access-tokens/issue.ts';
import { findConfiguration } from '../login-methods/method.ts';
import { attach, change, detach } from '../login-methods/service.ts';
import { login } from './login.ts';
import { gcpAuth } from './method.ts';
import { toColumns, toNewColumns } from './rules.ts';
import { gcpAuthView } from './view.ts';

export const attachGcpAuth: Handler<'attachGcpAuth'> = async (scope, { params, body }) => {
  const columns = toNewColumns(body);
  return { identityGcpAuth: gcpAuthView(await attach(scope, gcpAuth, params.identityId, () => columns)) };
};

export const getGcpAuth: Handler<'getGcpAuth'> = async (scope, { params }) => {
  const { auth } = await findConfiguration(scope, gcpAuth, params.identityId);
  return { identityGcpAuth: gcpAuthView(auth) };
};

export const updateGcpAuth: Handler<'updateGcpAuth'> = async (scope, { params, body }) => {
  const columns = toColumns(body);
  return { identityGcpAuth: gcpAuthView(await change(scope, gcpAuth, params.identityId, () => columns)) };
};

export const revokeGcpAuth: Handler<'revokeGcpAuth'> = async (scope, { params }) => ({
  identityGcpAuth: gcpAuthView(await detach(scope, gcpAuth, params.identityId)),
});

export const loginWithGcpAuth: Handler<'loginWithGcpAuth'> = async (scope, { body }) =>
  accessTokenView(await login(scope, body));
