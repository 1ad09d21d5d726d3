import type { Request } from '../../../contract.ts';
import { peekToken, type Claims } from '../../../platform/crypto/provider-keys.ts';
import { Refused } from '../../../platform/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import type { IssuedToken } from '../access-tokens/issue.ts';
import { requireStorable } from '../login-methods/claims.ts';
import { logIn } from '../login-methods/login.ts';
import { requireShortToken, verifyWithProvider } from '../login-methods/signed-token.ts';
import { gcpAuth } from './method.ts';
import type { GcpAuthRow } from './store.ts';

const issuer = 'https://accounts.google.com';

/** How long a token without an expiry may be used, if it says when it was issued, in seconds. */
const maxAge = 3_600;
const clockTolerance = 300;

const includes = (list: string, item: unknown): boolean => typeof item === 'string' && list.split(', ').includes(item);

const requireAllowedAccount = ({ allowedServiceAccounts }: GcpAuthRow, email: unknown): void => {
  if (allowedServiceAccounts !== '' && !includes(allowedServiceAccounts, email))
    throw new Refused('service_account_not_allowed', 'The service account is not allowed.');
};

const keysAt = (scope: PublicScope, path: string) => {
  const jwksUri = `${scope.config.gcpKeysUrl}${path}`;
  return { discoveryUrl: jwksUri, caCert: '', stated: { issuer: '', jwksUri } };
};

interface Instance {
  readonly project_id?: unknown;
  readonly zone?: unknown;
}

/** What the token says about the instance; tokens of other services have nothing, and so are in no project or zone. */
const instanceIn = ({ google }: Claims): Instance =>
  (google as { readonly compute_engine?: Instance } | undefined)?.compute_engine ?? {};

/** Verifies the identity token of an instance, and returns the address of its service account. */
const verifyInstance = async (scope: PublicScope, auth: GcpAuthRow, jwt: string): Promise<unknown> => {
  const claims = await verifyWithProvider(scope, keysAt(scope, '/oauth2/v3/certs'), jwt, issuer);
  if (typeof claims.email !== 'string' || claims.email_verified === false)
    throw new Refused('email_missing', 'The token does not name a service account.');
  requireAllowedAccount(auth, claims.email);
  const { project_id: project, zone } = instanceIn(claims);
  if (auth.allowedProjects !== '' && !includes(auth.allowedProjects, project))
    throw new Refused('project_not_allowed', 'The project of the instance is not allowed.');
  if (auth.allowedZones !== '' && !includes(auth.allowedZones, zone))
    throw new Refused('zone_not_allowed', 'The zone of the instance is not allowed.');
  return requireAudience(auth, claims, claims.email);
};

const requireAudience = ({ identityId }: GcpAuthRow, { aud }: Claims, email: string): string => {
  if (aud !== identityId) throw new Refused('audience_mismatch', 'The token is not for this identity.');
  return email;
};

const accountName = /^[a-z0-9-]{1,100}@[a-z0-9-]{1,100}\.iam\.gserviceaccount\.com$/;

/** Refuses a token without an expiry that was issued long ago. */
const requireRecent = ({ clock }: PublicScope, { exp, iat }: Claims): void => {
  const now = clock.now().getTime() / 1_000;
  if (exp === undefined && iat !== undefined && (now > iat + maxAge || iat > now + clockTolerance))
    throw new Refused('token_expired', 'The token was not issued within the last hour.');
};

/** Verifies a token that was signed for a service account, and returns its address. */
const verifySigned = async (scope: PublicScope, auth: GcpAuthRow, jwt: string): Promise<unknown> => {
  const { subject } = peekToken(jwt);
  if (typeof subject !== 'string' || !accountName.test(subject))
    throw new Refused('not_a_service_account', 'The token is not one of a service account.');
  // Before its keys are fetched, so that callers do not choose whose keys these are.
  requireAllowedAccount(auth, subject);
  const provider = keysAt(scope, `/service_accounts/v1/jwk/${subject}`);
  const claims = await verifyWithProvider({ ...scopeOf(scope), mayLackExpiry: true }, provider, jwt, undefined);
  requireRecent(scope, claims);
  return requireAudience(auth, claims, subject);
};

const scopeOf = ({ openIdProviders, clock }: PublicScope) => ({ openIdProviders, clock });

export const login = (scope: PublicScope, body: Request<'loginWithGcpAuth'>['body']): Promise<IssuedToken> =>
  logIn(scope, gcpAuth, body, async (auth) => {
    const jwt = body.jwt.trim();
    requireShortToken(jwt);
    const serviceAccount = await (auth.type === 'gce' ? verifyInstance : verifySigned)(scope, auth, jwt);
    requireStorable({ serviceAccount });
    return { metadata: { serviceAccount } };
  });
