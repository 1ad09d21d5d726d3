import { badRequest } from '../../../platform/errors.ts';
import type { LoginMethod } from '../login-methods/method.ts';
import type { AwsAuthRow } from './store.ts';

export const bindingProblem =
  'must name roles or users, or allowedAccountIds accounts: otherwise everybody with an account of AWS could log in';

export const isBound = ({
  allowedPrincipalArns,
  allowedAccountIds,
}: Pick<AwsAuthRow, 'allowedPrincipalArns' | 'allowedAccountIds'>): boolean =>
  allowedPrincipalArns !== '' || allowedAccountIds !== '';

/** Logins with requests to STS that a role or user of AWS signed. */
export const awsAuth: LoginMethod<AwsAuthRow> = {
  name: 'aws-auth',
  title: 'AWS auth',
  storeOf: ({ awsAuths }) => awsAuths,
  requireSound: (changed) => {
    if (!isBound(changed)) throw badRequest(`allowedPrincipalArns ${bindingProblem}.`);
  },
  audited: ({ sealedSecret: _secret, ...columns }) => columns,
};
