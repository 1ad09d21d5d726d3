import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { findIdentity } from '../identities/guard.ts';
import type { IdentityRow } from '../identities/store.ts';
import { bindingAdvice, isBound, type OidcBinding } from './binding.ts';
import type { OidcAuthRow } from './store.ts';

const message = 'This machine identity has no OIDC auth.';

export const oidcAuthNotFound = () => badRequest(message);

/** A login and a removal respond with 404 instead of 400: for a client that removes it, it is gone. */
export const oidcAuthGone = () => notFound(message);

/** Finds the identity and its OIDC auth; 400, or another error, if it has none. */
export const findOidcAuth = async (
  scope: Pick<Scope, 'access' | 'stores'>,
  identityId: string,
  missing = oidcAuthNotFound,
): Promise<{ identity: IdentityRow; auth: OidcAuthRow }> => {
  const identity = await findIdentity(scope, identityId);
  const auth = await scope.stores.oidcAuths.findByIdentity(identity.id);
  if (!auth) throw missing();
  return { identity, auth };
};

/** 400 if the server may not connect to the provider. */
export const requireAllowedProvider = (
  { openIdProviders }: Pick<Scope, 'openIdProviders'>,
  { oidcDiscoveryUrl }: Partial<OidcAuthRow>,
): void => {
  const problem = oidcDiscoveryUrl === undefined ? undefined : openIdProviders.problemOf(oidcDiscoveryUrl);
  if (problem) throw badRequest(`oidcDiscoveryUrl ${problem}.`);
};

/** 400 if the changed configuration would not restrict whose tokens are accepted. */
export const requireBinding = (changed: OidcBinding): void => {
  if (!isBound(changed))
    throw badRequest(`This configuration would not say whose tokens are accepted: ${bindingAdvice}.`);
};
