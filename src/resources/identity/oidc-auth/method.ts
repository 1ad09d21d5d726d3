import { badRequest } from '../../../platform/errors.ts';
import { bindingAdvice, isBound, type Binding } from '../login-methods/binding.ts';
import type { LoginMethod } from '../login-methods/method.ts';
import type { OidcAuthRow } from './store.ts';

/** 400 if the changed configuration would not restrict whose tokens are accepted. */
export const requireBinding = (changed: Binding): void => {
  if (!isBound(changed))
    throw badRequest(`This configuration would not say whose tokens are accepted: ${bindingAdvice}.`);
};

/** Logins with tokens of an OpenID provider. */
export const oidcAuth: LoginMethod<OidcAuthRow> = {
  name: 'oidc-auth',
  title: 'OIDC auth',
  storeOf: ({ oidcAuths }) => oidcAuths,
  requireSound: requireBinding,
  // The CA certificate is long.
  audited: ({ caCert: _, ...columns }) => columns,
};
