import { badRequest } from '../../../platform/errors.ts';
import type { LoginMethod } from '../login-methods/method.ts';
import type { AzureAuthRow } from './store.ts';

export const bindingProblem =
  'must name managed identities or service principals: otherwise everybody in the tenant could log in';

/** Logins with access tokens of Microsoft Entra ID. */
export const azureAuth: LoginMethod<AzureAuthRow> = {
  name: 'azure-auth',
  title: 'Azure auth',
  storeOf: ({ azureAuths }) => azureAuths,
  requireSound: ({ allowedServicePrincipalIds }) => {
    if (allowedServicePrincipalIds === '') throw badRequest(`allowedServicePrincipalIds ${bindingProblem}.`);
  },
  audited: ({ sealedSecret: _secret, ...columns }) => columns,
};
