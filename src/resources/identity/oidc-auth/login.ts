import type { Request } from '../../../contract.ts';
import { Refused } from '../../../platform/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import type { IssuedToken } from '../access-tokens/issue.ts';
import { bindingAdvice, isBound } from '../login-methods/binding.ts';
import { checkClaims } from '../login-methods/claims.ts';
import { logIn, type Proof } from '../login-methods/login.ts';
import { verifyWithProvider } from '../login-methods/signed-token.ts';
import { mappedClaims } from './mapping.ts';
import { oidcAuth } from './method.ts';
import type { OidcAuthRow } from './store.ts';

const prove = async ({ openIdProviders, clock }: PublicScope, auth: OidcAuthRow, jwt: string): Promise<Proof> => {
  // Earlier versions accepted configurations without a binding.
  if (!isBound(auth))
    throw new Refused('no_binding', `The configuration does not say whose tokens are accepted: ${bindingAdvice}.`);
  const requireIssuer = ({ issuer }: { readonly issuer: string }): void => {
    if (issuer !== auth.boundIssuer)
      throw new Refused('provider_issuer_mismatch', 'The issuer of the provider differs from boundIssuer.');
  };
  const provider = { discoveryUrl: auth.oidcDiscoveryUrl, caCert: auth.caCert };
  const claims = await verifyWithProvider({ openIdProviders, clock, requireIssuer }, provider, jwt, auth.boundIssuer);
  const oidcClaimsReceived = checkClaims(auth, claims, Object.values(auth.claimMetadataMapping ?? {}));
  return { metadata: { oidcClaimsReceived }, oidcClaims: mappedClaims(auth, claims) };
};

export const login = (scope: PublicScope, body: Request<'loginWithOidcAuth'>['body']): Promise<IssuedToken> =>
  logIn(scope, oidcAuth, body, (auth) => prove(scope, auth, body.jwt.trim()));
