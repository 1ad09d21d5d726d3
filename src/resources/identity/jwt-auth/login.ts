import type { Request } from '../../../contract.ts';
import { precheckToken, verifyWithKeys, type Claims } from '../../../platform/crypto/provider-keys.ts';
import { parsePublicKey } from '../../../platform/crypto/public-keys.ts';
import type { PublicScope } from '../../../scope.ts';
import type { IssuedToken } from '../access-tokens/issue.ts';
import { checkClaims } from '../login-methods/claims.ts';
import { logIn } from '../login-methods/login.ts';
import { requireShortToken, verifyWithProvider } from '../login-methods/signed-token.ts';
import { jwtAuth } from './method.ts';
import type { JwtAuthRow } from './store.ts';

const verify = (scope: PublicScope, auth: JwtAuthRow, jwt: string): Promise<Claims> => {
  const issuer = auth.boundIssuer === '' ? undefined : auth.boundIssuer;
  if (auth.configurationType === 'jwks') {
    const stated = { issuer: '', jwksUri: auth.jwksUrl };
    return verifyWithProvider(scope, { discoveryUrl: auth.jwksUrl, caCert: auth.jwksCaCert, stated }, jwt, issuer);
  }
  requireShortToken(jwt);
  precheckToken(jwt, issuer);
  const keys = auth.publicKeys.map((pem) => parsePublicKey(pem)).filter((key) => key !== undefined);
  return verifyWithKeys(jwt, keys, { issuer, now: scope.clock.now() });
};

export const login = (scope: PublicScope, body: Request<'loginWithJwtAuth'>['body']): Promise<IssuedToken> =>
  logIn(scope, jwtAuth, body, async (auth) => {
    const claims = await verify(scope, auth, body.jwt.trim());
    return { metadata: { claimsReceived: checkClaims(auth, claims) } };
  });
