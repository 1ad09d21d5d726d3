import type { Request } from '../../contract.ts';
import { isWithin } from '../../platform/addresses.ts';
import { secondsAfter, timestamp } from '../../platform/clock.ts';
import { keyedHashes } from '../../platform/crypto/keyed-hash.ts';
import { forbidden, notFound, ServiceError } from '../../platform/errors.ts';
import type { PublicScope } from '../../scope.ts';
import { issueAccessToken, type IssuedToken } from '../access-tokens/issue.ts';
import { notActive } from '../access-tokens/judge.ts';
import { clientSecretPurpose } from '../client-secrets/new.ts';
import type { ClientSecretRow } from '../client-secrets/store.ts';
import type { UniversalAuthRow } from './store.ts';

const refused = (message: string): ServiceError =>
  new ServiceError(401, 'UnauthorizedError', message, { headers: { 'WWW-Authenticate': 'Bearer' } });

/** One for all: an unknown client id, a wrong secret, one that was revoked. */
const invalid = () => refused('Invalid credentials.');

const isLocked = ({ lockoutEnabled, lockedUntil }: UniversalAuthRow, now: Date): boolean =>
  lockoutEnabled && lockedUntil !== null && timestamp(now) < lockedUntil;

/** What one more failure changes: it counts from one again when the latest is long enough ago, and locks when there are enough. */
const afterFailure = (auth: UniversalAuthRow, now: Date): Partial<UniversalAuthRow> => {
  const { lastFailedLoginAt: last, lockoutCounterResetSeconds: reset } = auth;
  const isFresh = last === null || timestamp(now) >= timestamp(secondsAfter(new Date(last), reset));
  const failedLogins = isFresh ? 1 : auth.failedLogins + 1;
  if (failedLogins < auth.lockoutThreshold) return { failedLogins, lastFailedLoginAt: timestamp(now) };
  return { failedLogins: 0, lastFailedLoginAt: null, lockedUntil: timestamp(secondsAfter(now, auth.lockoutDurationSeconds)) };
};

const isExpired = ({ ttl, createdAt }: ClientSecretRow, now: Date): boolean => ttl > 0 && timestamp(secondsAfter(new Date(createdAt), ttl)) <= timestamp(now);

const isUsedUp = ({ numUses, numUsesLimit }: ClientSecretRow): boolean => numUsesLimit > 0 && numUses >= numUsesLimit;

/** Judges one attempt while nobody else judges one of this identity. What it gives back or refuses is told after the commit. */
const attempt = async (
  { stores, ...tx }: PublicScope,
  authId: string,
  hashes: readonly string[],
  organizationSlug: string | undefined,
): Promise<IssuedToken | ServiceError> => {
  const date = tx.clock.now();
  const now = timestamp(date);
  const auth = await stores.universalAuths.lock(authId);
  if (!auth) return invalid();
  if (isLocked(auth, date)) return refused('Too many failed logins: this identity is locked for a while. Try again later.');

  const secret = await stores.clientSecrets.findUsable(auth.id, hashes);
  const isTrusted = isWithin(auth.clientSecretTrustedIps, tx.caller.ip);
  if (!secret) {
    // A stranger from elsewhere must not be able to lock the identity out.
    if (auth.lockoutEnabled && isTrusted) await stores.universalAuths.update(auth.id, afterFailure(auth, date));
    return invalid();
  }
  if (!isTrusted) return forbidden('This client secret may not be used from your address.');
  if (isExpired(secret, date) || isUsedUp(secret)) {
    await stores.clientSecrets.revoke(secret.id, now);
    return refused('This client secret has expired, or was used as often as it may.');
  }

  const owner = await stores.identities.findOwner(auth.identityId);
  if (!owner) return invalid();
  if (!owner.isActive) return notActive();
  if (organizationSlug !== undefined && organizationSlug !== owner.organizationSlug) return notFound('There is no such organization.');
  const issued = issueAccessToken(tx, owner, auth, { authMethod: 'universal-auth', clientSecretId: secret.id });
  await stores.universalAuths.update(auth.id, { failedLogins: 0, lastFailedLoginAt: null });
  await stores.clientSecrets.countUse(secret.id, now);
  await stores.memberships.recordLogin(owner.membershipId, 'universal-auth', now);
  await stores.accessTokens.insert(issued.row);
  return issued;
};

export const login = async (
  scope: PublicScope,
  { clientId, clientSecret, organizationSlug }: Request<'loginWithUniversalAuth'>['body'],
): Promise<IssuedToken> => {
  const hashes = keyedHashes(scope.keyring, clientSecretPurpose, clientSecret.trim());
  const auth = await scope.stores.universalAuths.findByClientId(clientId.trim());
  if (!auth) throw invalid();
  const outcome = await scope.transaction((tx) => attempt(tx, auth.id, hashes, organizationSlug));
  if (outcome instanceof ServiceError) throw outcome;
  return outcome;
};
