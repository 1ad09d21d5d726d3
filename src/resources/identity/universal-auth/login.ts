import type { AuditActor } from '../../../audit/audit.ts';
import { loginFailures } from '../../../audit/events.ts';
import type { Request } from '../../../contract.ts';
import { isWithin } from '../../../platform/addresses.ts';
import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { keyedHashes } from '../../../platform/crypto/keyed-hash.ts';
import { forbidden, notFound, ServiceError } from '../../../platform/errors.ts';
import type { PublicScope } from '../../../scope.ts';
import { issueAccessToken, type IssuedToken } from '../access-tokens/issue.ts';
import { notActive } from '../access-tokens/judge.ts';
import { clientSecretPurpose } from '../client-secrets/new.ts';
import type { ClientSecretRow } from '../client-secrets/store.ts';
import type { TokenOwner } from '../identities/store.ts';
import { countFailure, findFailures, isLocked } from './lockout.ts';

/** Why somebody whom we know was not let in. */
interface Refused {
  readonly error: ServiceError;
  /** Both absent when the login had nobody to be refused to. */
  readonly reason?: string;
  readonly owner?: TokenOwner;
}

const refused = (message: string): ServiceError =>
  new ServiceError(401, 'UnauthorizedError', message, { headers: { 'WWW-Authenticate': 'Bearer' } });

/** One for all: an unknown client id, a wrong secret, one that was revoked. */
const invalid = () => refused('Invalid credentials.');

const actorOf = ({ id, name }: TokenOwner): AuditActor => ({
  type: 'identity',
  id,
  name,
  authMethod: 'universal-auth',
});

const isExpired = ({ ttl, createdAt }: ClientSecretRow, now: Date): boolean =>
  ttl > 0 && timestamp(secondsAfter(new Date(createdAt), ttl)) <= timestamp(now);

const isUsedUp = ({ numUses, numUsesLimit }: ClientSecretRow): boolean => numUsesLimit > 0 && numUses >= numUsesLimit;

/**
 * Judges one attempt while nobody else judges one of this identity. What it gives back or refuses is told after the
 * commit.
 */
const attempt = async (
  tx: PublicScope,
  authId: string,
  hashes: readonly string[],
  organizationSlug: string | undefined,
): Promise<IssuedToken | Refused> => {
  const { stores, audit, clock } = tx;
  const date = clock.now();
  const now = timestamp(date);
  const auth = await stores.universalAuths.lock(authId);
  const owner = auth && (await stores.identities.findOwner(auth.identityId));
  if (!owner) return { error: invalid() };
  const failures = await findFailures(tx, auth, now);
  if (isLocked(auth, failures, now))
    return {
      owner,
      reason: 'temporarily_locked',
      error: refused('Too many failed logins from your address: it is locked for a while. Try again later.'),
    };

  const secret = await stores.clientSecrets.findUsable(auth.id, hashes);
  const isTrusted = isWithin(auth.clientSecretTrustedIps, tx.caller.ip);
  if (!secret) {
    // An address that could not log in with the right secret either has nothing to be locked out of.
    if (auth.lockoutEnabled && isTrusted) await countFailure(tx, auth, failures, date);
    return { owner, reason: 'invalid_client_secret', error: invalid() };
  }
  if (!isTrusted)
    return {
      owner,
      reason: 'address_not_trusted',
      error: forbidden('This client secret may not be used from your address.'),
    };
  const end = isExpired(secret, date)
    ? 'client_secret_expired'
    : isUsedUp(secret) && 'client_secret_usage_limit_reached';
  if (end) {
    await stores.clientSecrets.revoke(secret.id, now);
    return { owner, reason: end, error: refused('This client secret has expired, or was used as often as it may.') };
  }

  if (!owner.isActive) return { owner, reason: 'membership_not_active', error: notActive() };
  if (organizationSlug !== undefined && organizationSlug !== owner.organizationSlug)
    return { owner, reason: 'sub_org_unauthorized', error: notFound('There is no such organization.') };
  const issued = issueAccessToken(tx, owner, auth, { authMethod: 'universal-auth', clientSecretId: secret.id });
  if (failures) await stores.failedLogins.delete(auth.id, failures.address);
  await stores.clientSecrets.countUse(secret.id, now);
  await stores.memberships.recordLogin(owner.membershipId, 'universal-auth', now);
  await stores.accessTokens.insert(issued.row);
  await audit.record({
    type: 'login-identity-universal-auth',
    metadata: {
      identityId: owner.id,
      identityUniversalAuthId: auth.id,
      clientSecretId: secret.id,
      identityAccessTokenId: issued.row.id,
    },
    actor: actorOf(owner),
    organizationId: owner.organizationId,
  });
  return issued;
};

export const login = async (
  scope: PublicScope,
  { clientId, clientSecret, organizationSlug }: Request<'loginWithUniversalAuth'>['body'],
): Promise<IssuedToken> => {
  const hashes = keyedHashes(scope.keyring, clientSecretPurpose, clientSecret.trim());
  const auth = await scope.stores.universalAuths.findByClientId(clientId.trim());
  if (!auth) throw invalid();
  const outcome = await scope.transaction((tx) => attempt(tx, auth.id, hashes, organizationSlug), 'traces');
  if (!('error' in outcome)) return outcome;
  const { error, reason, owner } = outcome;
  if (reason && owner) {
    const metadata = { identityId: owner.id, message: error.message };
    scope.audit.recordRefusal({
      type: loginFailures.universalAuth,
      reason,
      metadata,
      actor: actorOf(owner),
      organizationId: owner.organizationId,
    });
  }
  throw error;
};
