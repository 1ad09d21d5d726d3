import { isDeepStrictEqual } from 'node:util';
import type { AuditActor } from '../../../audit/audit.ts';
import { loginFailures } from '../../../audit/events.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { precheckToken, type Claims } from '../../../platform/crypto/provider-keys.ts';
import { notFound, ServiceError } from '../../../platform/errors.ts';
import { Refused } from '../../../platform/openid/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import { issueAccessToken, type IssuedToken } from '../access-tokens/issue.ts';
import { notActive } from '../access-tokens/authorize.ts';
import type { TokenOwner } from '../identities/store.ts';
import { bindingAdvice, isBound } from './binding.ts';
import { checkClaims, relevantClaims } from './claims.ts';
import { oidcAuthGone } from './guard.ts';
import type { OidcAuthRow, OidcLoginRow } from './store.ts';
import { ofIdentity } from '../../../transaction-keys.ts';

const maxToken = 16_384;

/** A refusal of a valid token, whose reason the client may learn. */
class DisclosedRefusal extends Refused {
  readonly error: ServiceError;

  constructor(reason: string, error: ServiceError) {
    super(reason, error.message);
    this.error = error;
  }
}

/** Responds equally for every reason; the reason itself is only in the logs. */
const refused = (reason: string): ServiceError =>
  new ServiceError(401, 'UnauthorizedError', 'This token is not accepted. The audit log says why.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
    reason,
  });

const actorOf = ({ id, name }: TokenOwner): AuditActor => ({ type: 'identity', id, name, authMethod: 'oidc-auth' });

/** Returns the claims of a token that the provider signed; fetches the provider's keys again for an unknown key. */
const verify = async ({ openIdProviders, clock }: PublicScope, auth: OidcAuthRow, jwt: string): Promise<Claims> => {
  if (jwt.length > maxToken) throw new Refused('token_too_large', `The token has more than ${maxToken} characters.`);
  precheckToken(jwt, auth.boundIssuer);
  const provider = { discoveryUrl: auth.oidcDiscoveryUrl, caCert: auth.caCert };
  const expected = { issuer: auth.boundIssuer, now: clock.now() };
  const keys = await openIdProviders.keysOf(provider);
  if (keys.issuer !== auth.boundIssuer)
    throw new Refused('provider_issuer_mismatch', 'The issuer of the provider differs from boundIssuer.');
  try {
    return await keys.verify(jwt, expected);
  } catch (error) {
    if (!(error instanceof Refused) || error.reason !== 'unknown_key') throw error;
    const newKeys = await openIdProviders.refreshKeysOf(provider, keys);
    if (newKeys === keys || newKeys.issuer !== auth.boundIssuer) throw error;
    return newKeys.verify(jwt, expected);
  }
};

interface VerifiedLogin {
  readonly auth: OidcLoginRow;
  readonly claims: Claims;
  readonly oidcClaims: Readonly<Record<string, string>> | null;
}

/** Issues the access token, unless the configuration has changed since the claims were checked. */
const issueToken = async (
  tx: PublicScope,
  { auth, claims, oidcClaims }: VerifiedLogin,
  organizationSlug: string | undefined,
): Promise<IssuedToken> => {
  const { stores, audit } = tx;
  const [current, owner] = await Promise.all([
    stores.oidcAuths.findForLogin(auth.identityId),
    stores.identities.findOwner(auth.identityId),
  ]);
  if (!isDeepStrictEqual(current, auth))
    throw new Refused('configuration_changed', 'The configuration was changed during the login.');
  if (!owner?.isActive) throw new DisclosedRefusal('membership_not_active', notActive());
  if (organizationSlug !== undefined && organizationSlug !== owner.organizationSlug)
    throw new DisclosedRefusal('sub_org_unauthorized', notFound('This organization does not exist.'));
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

/** Records the reason in the audit log, and returns the error to respond with. */
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
  return refusal instanceof DisclosedRefusal ? refusal.error : refused(`${reason}: ${message}`);
};

export const login = async (
  scope: PublicScope,
  { identityId, jwt, organizationSlug }: Request<'loginWithOidcAuth'>['body'],
): Promise<IssuedToken> => {
  const auth = await scope.stores.oidcAuths.findForLogin(identityId.trim());
  if (!auth) throw oidcAuthGone();
  try {
    // Earlier versions accepted configurations without a binding.
    if (!isBound(auth))
      throw new Refused('no_binding', `The configuration does not say whose tokens are accepted: ${bindingAdvice}.`);
    const claims = await verify(scope, auth, jwt.trim());
    const verified = { auth, claims, oidcClaims: checkClaims(auth, claims) };
    const identity = { id: auth.identityId, organizationId: auth.organizationId };
    return await scope.transaction(ofIdentity(identity), (tx) => issueToken(tx, verified, organizationSlug));
  } catch (error) {
    throw error instanceof Refused ? await refuse(scope, auth, error) : error;
  }
};
