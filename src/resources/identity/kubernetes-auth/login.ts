import type { Request } from '../../../contract.ts';
import { peekToken, precheckToken, type Claims } from '../../../platform/crypto/provider-keys.ts';
import { Refused } from '../../../platform/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import type { IssuedToken } from '../access-tokens/issue.ts';
import { audiencesOf, matchesList } from '../login-methods/claims.ts';
import { logIn } from '../login-methods/login.ts';
import { requireShortToken, verifyWithProvider } from '../login-methods/signed-token.ts';
import { reviewToken } from './api-server.ts';
import { kubernetesAuth } from './method.ts';
import { parseKeySet } from './rules.ts';
import type { KubernetesAuthRow } from './store.ts';

type ServiceAccount = Readonly<Record<'namespace' | 'name', string>>;

const serviceAccount = /^system:serviceaccount:([a-z0-9.-]{1,253}):([a-z0-9.-]{1,253})$/;

const parseUsername = (username: unknown): ServiceAccount => {
  const [, namespace, name] = serviceAccount.exec(typeof username === 'string' ? username : '') ?? [];
  if (namespace === undefined || name === undefined)
    throw new Refused('not_a_service_account', 'The token is not one of a service account.');
  return { namespace, name };
};

/** Refuses service accounts that the configuration does not name. */
const requireAllowed = (
  { allowedNamespaces, allowedNames }: KubernetesAuthRow,
  { namespace, name }: ServiceAccount,
): void => {
  if (allowedNamespaces.trim() !== '' && !matchesList(namespace, allowedNamespaces))
    throw new Refused('namespace_not_allowed', 'The namespace of the service account is not allowed.');
  if (allowedNames.trim() !== '' && !matchesList(name, allowedNames))
    throw new Refused('name_not_allowed', 'The name of the service account is not allowed.');
};

const requireAudience = ({ allowedAudience }: KubernetesAuthRow, audiences: unknown): void => {
  if (allowedAudience !== '' && !(Array.isArray(audiences) && audiences.includes(allowedAudience)))
    throw new Refused('audience_not_allowed', 'The token is not for the allowed audience.');
};

/** Verifies the token with the keys of the cluster, without asking whether its pod still exists. */
const verify = (scope: PublicScope, auth: KubernetesAuthRow, jwt: string): Promise<Claims> => {
  const { issuer, jwksUrl, jwks, caCert } = auth;
  if (jwksUrl !== '')
    return verifyWithProvider(
      scope,
      { discoveryUrl: jwksUrl, caCert, stated: { issuer, jwksUri: jwksUrl } },
      jwt,
      issuer,
    );
  precheckToken(jwt, issuer);
  return parseKeySet(jwks)!.verify(jwt, { issuer, now: scope.clock.now() });
};

const prove = async (scope: PublicScope, auth: KubernetesAuthRow, jwt: string): Promise<ServiceAccount> => {
  requireShortToken(jwt);
  // Before anybody is asked, so that only those who know an allowed service account can cause a call.
  requireAllowed(auth, parseUsername(peekToken(jwt).subject));
  if (auth.tokenReviewMode === 'jwks') {
    const claims = await verify(scope, auth, jwt);
    requireAudience(auth, audiencesOf(claims));
    return parseUsername(claims.sub);
  }
  const { username, audiences } = await reviewToken(scope, auth, jwt);
  requireAudience(auth, audiences);
  return parseUsername(username);
};

export const login = (scope: PublicScope, body: Request<'loginWithKubernetesAuth'>['body']): Promise<IssuedToken> =>
  logIn(scope, kubernetesAuth, body, async (auth) => {
    const account = await prove(scope, auth, body.jwt.trim());
    requireAllowed(auth, account);
    return { metadata: { kubernetes: account }, loginValues: { kubernetes: account } };
  });
