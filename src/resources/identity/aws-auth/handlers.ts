import type { Handler } from '../../../contract.ts';
import type { Scope } from '../../../scope.ts';
import { accessTokenView } from '../access-tokens/issue.ts';
import { findConfiguration } from '../login-methods/method.ts';
import { attach, change, detach } from '../login-methods/service.ts';
import { login } from './login.ts';
import { awsAuth } from './method.ts';
import { toColumns, toNewColumns } from './rules.ts';
import type { AwsAuthRow } from './store.ts';
import { requireUsableEndpoint } from './sts.ts';
import { awsAuthView } from './view.ts';

const checkEndpoint =
  (scope: Scope, { stsEndpoint: sent }: Partial<AwsAuthRow>) =>
  async ({ stsEndpoint }: AwsAuthRow): Promise<void> => {
    if (sent !== undefined) requireUsableEndpoint(scope, stsEndpoint);
  };

export const attachAwsAuth: Handler<'attachAwsAuth'> = async (scope, { params, body }) => {
  const columns = toNewColumns(body);
  const attached = await attach(scope, awsAuth, params.identityId, () => columns, checkEndpoint(scope, columns));
  return { identityAwsAuth: awsAuthView(attached) };
};

export const getAwsAuth: Handler<'getAwsAuth'> = async (scope, { params }) => {
  const { auth } = await findConfiguration(scope, awsAuth, params.identityId);
  return { identityAwsAuth: awsAuthView(auth) };
};

export const updateAwsAuth: Handler<'updateAwsAuth'> = async (scope, { params, body }) => {
  const columns = toColumns(body);
  const changed = await change(scope, awsAuth, params.identityId, () => columns, checkEndpoint(scope, columns));
  return { identityAwsAuth: awsAuthView(changed) };
};

export const revokeAwsAuth: Handler<'revokeAwsAuth'> = async (scope, { params }) => ({
  identityAwsAuth: awsAuthView(await detach(scope, awsAuth, params.identityId)),
});

export const loginWithAwsAuth: Handler<'loginWithAwsAuth'> = async (scope, { body }) =>
  accessTokenView(await login(scope, body));
