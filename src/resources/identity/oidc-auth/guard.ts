import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { findIdentity } from '../identities/guard.ts';
import type { IdentityRow } from '../identities/store.ts';
import { bindingAdvice, isBound, type OidcBinding } from './binding.ts';
import type { OidcAuthRow } from './store.ts';

const message = 'This machine identity has no OIDC auth.';

export const notAttached = () => badRequest(message);

/** For somebody who logs in, there is nothing there. */
export const oidcLoginNotFound = () => notFound(message);

/** The identity and its OIDC auth; 400 when it has none. */
export const findOidcAuth = async (
  scope: Pick<Scope, 'access' | 'stores'>,
  identityId: string,
): Promise<{ identity: IdentityRow; auth: OidcAuthRow }> => {
  const identity = await findIdentity(scope, identityId);
  const auth = await scope.stores.oidcAuths.findByIdentity(identity.id);
  if (!auth) throw notAttached();
  return { identity, auth };
};

/** 400 for a provider that the server is not set up to ask. */
export const requireAskable = (
  { openIdProviders }: Pick<Scope, 'openIdProviders'>,
  { oidcDiscoveryUrl }: Partial<OidcAuthRow>,
): void => {
  const problem = oidcDiscoveryUrl === undefined ? undefined : openIdProviders.problemOf(oidcDiscoveryUrl);
  if (problem) throw badRequest(`oidcDiscoveryUrl ${problem}.`);
};

/** 400 for a change that would leave nothing that says whose tokens are accepted. */
export const requireBinding = (changed: OidcBinding): void => {
  if (!isBound(changed))
    throw badRequest(`This configuration would not say whose tokens are accepted: ${bindingAdvice}.`);
};
