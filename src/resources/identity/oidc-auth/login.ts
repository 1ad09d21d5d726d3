import { isDeepStrictEqual } from 'node:util';
import type { AuditActor } from '../../../audit/audit.ts';
import { loginFailures } from '../../../audit/events.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { glanceAt, type Claims } from '../../../platform/crypto/provider-keys.ts';
import { notFound, ServiceError } from '../../../platform/errors.ts';
import { Refused } from '../../../platform/openid/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import { issueAccessToken, type IssuedToken } from '../access-tokens/issue.ts';
import { notActive } from '../access-tokens/judge.ts';
import type { TokenOwner } from '../identities/store.ts';
import { bindingAdvice, isBound } from './binding.ts';
import { judgeClaims, relevantClaims } from './claims.ts';
import { noSuchLogin } from './guard.ts';
import type { OidcAuthRow } from './store.ts';

const maxToken = 16_384;

/** Somebody with a good token who may not come in all the same, and is told why. */
class Unwelcome extends Refused {
  readonly error: ServiceError;

  constructor(reason: string, error: ServiceError) {
    super(reason, error.message);
    this.error = error;
  }
}

/** One for all: what exactly was wrong is for whoever reads the logs. */
const refused = (reason: string): ServiceError =>
  new ServiceError(401, 'UnauthorizedError', 'This token is not accepted. The audit log says why.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
    reason,
  });

const actorOf = ({ id, name }: TokenOwner): AuditActor => ({ type: 'identity', id, name, authMethod: 'oidc-auth' });

/** The claims of the token, if the provider signed it. A key that is not known yet may be a new one. */
const verify = async ({ openIdProviders, clock }: PublicScope, auth: OidcAuthRow, jwt: string): Promise<Claims> => {
  if (jwt.length > maxToken) throw new Refused('token_too_large', `The token has more than ${maxToken} characters.`);
  glanceAt(jwt, auth.boundIssuer);
  const provider = { discoveryUrl: auth.oidcDiscoveryUrl, caCert: auth.caCert };
  const expected = { issuer: auth.boundIssuer, now: clock.now() };
  const keys = await openIdProviders.keysOf(provider);
  if (keys.issuer !== auth.boundIssuer)
    throw new Refused('provider_issuer_mismatch', 'The provider speaks for another issuer than the bound one.');
  try {
    return await keys.verify(jwt, expected);
  } catch (error) {
    if (!(error instanceof Refused) || error.reason !== 'unknown_key') throw error;
    const newer = await openIdProviders.newerKeysOf(provider, keys);
    if (newer === keys || newer.issuer !== auth.boundIssuer) throw error;
    return newer.verify(jwt, expected);
  }
};

interface Judged {
  readonly auth: OidcAuthRow;
  readonly claims: Claims;
  readonly oidcClaims: Readonly<Record<string, string>> | null;
}

/** A token for whoever the claims are of, as long as what they were judged by holds. */
const admit = async (
  tx: PublicScope,
  { auth, claims, oidcClaims }: Judged,
  organizationSlug: string | undefined,
): Promise<IssuedToken> => {
  const { stores, audit } = tx;
  if (!isDeepStrictEqual(await stores.oidcAuths.lock(auth.id), auth))
    throw new Refused('configuration_changed', 'The configuration was changed during the login.');
  const owner = await stores.identities.findOwner(auth.identityId);
  if (!owner?.isActive) throw new Unwelcome('membership_not_active', notActive());
  if (organizationSlug !== undefined && organizationSlug !== owner.organizationSlug)
    throw new Unwelcome('sub_org_unauthorized', notFound('There is no such organization.'));
  const issued = issueAccessToken(
    tx,
    owner,
    { ...auth, accessTokenPeriod: 0 },
    { authMethod: 'oidc-auth', oidcClaims },
  );
  await stores.memberships.recordLogin(owner.membershipId, 'oidc-auth', timestamp(tx.clock.now()));
  await stores.accessTokens.insert(issued.row);
  await audit.record({
    type: 'login-identity-oidc-auth',
    metadata: {
      identityId: owner.id,
      identityOidcAuthId: auth.id,
      identityAccessTokenId: issued.row.id,
      oidcClaimsReceived: relevantClaims(auth, claims),
    },
    actor: actorOf(owner),
    organizationId: owner.organizationId,
  });
  return issued;
};

/** Leaves word of why, and gives what is answered. */
const refuse = async (scope: PublicScope, { identityId }: OidcAuthRow, refusal: Refused): Promise<ServiceError> => {
  const { reason, message } = refusal;
  const owner = await scope.stores.identities.findOwner(identityId);
  if (owner)
    scope.audit.recordRefusal({
      type: loginFailures.oidcAuth,
      reason,
      metadata: { identityId, message },
      actor: actorOf(owner),
      organizationId: owner.organizationId,
    });
  return refusal instanceof Unwelcome ? refusal.error : refused(`${reason}: ${message}`);
};

export const login = async (
  scope: PublicScope,
  { identityId, jwt, organizationSlug }: Request<'loginWithOidcAuth'>['body'],
): Promise<IssuedToken> => {
  const auth = await scope.stores.oidcAuths.findByIdentity(identityId.trim());
  if (!auth) throw noSuchLogin();
  try {
    // Earlier versions accepted such configurations.
    if (!isBound(auth))
      throw new Refused('no_binding', `The configuration does not say whose tokens are accepted: ${bindingAdvice}.`);
    const claims = await verify(scope, auth, jwt.trim());
    const judged = { auth, claims, oidcClaims: judgeClaims(auth, claims) };
    return await scope.transaction((tx) => admit(tx, judged, organizationSlug), 'traces');
  } catch (error) {
    throw error instanceof Refused ? await refuse(scope, auth, error) : error;
  }
};
