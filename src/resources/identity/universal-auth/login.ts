import type { AuditActor } from '../../../audit/audit.ts';
import { loginFailures } from '../../../audit/events.ts';
import type { Request } from '../../../contract.ts';
import { isWithin } from '../../../platform/addresses.ts';
import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { keyedHashes } from '../../../platform/crypto/keyed-hash.ts';
import { forbidden, notFound, ServiceError } from '../../../platform/errors.ts';
import { helpSections } from '../../../platform/help-sections.ts';
import type { PublicScope } from '../../../scope.ts';
import { issueAccessToken, type IssuedToken } from '../access-tokens/issue.ts';
import { notActive } from '../access-tokens/authorize.ts';
import { clientSecretPurpose } from '../client-secrets/new.ts';
import type { ClientSecretRow } from '../client-secrets/store.ts';
import type { TokenOwner } from '../identities/store.ts';
import { isLocked } from '../lockouts/lockout.ts';
import { countFailure, findFailures } from './lockout.ts';
import type { UniversalAuthRow } from './store.ts';
import { ofIdentity } from '../../../transaction-keys.ts';

/** A refused login, with what the audit log needs. */
interface Refusal {
  readonly error: ServiceError;
  /** Absent, like `owner`, if the identity no longer exists. */
  readonly reason?: string;
  readonly owner?: TokenOwner;
}

const refused = (message: string): ServiceError =>
  new ServiceError(401, 'UnauthorizedError', message, { headers: { 'WWW-Authenticate': 'Bearer' } });

/** Responds equally to an unknown client id, a wrong secret and a revoked one. */
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

/** What a client presents to log in. */
interface Credentials {
  readonly hashes: readonly string[];
  readonly organizationSlug: string | undefined;
}

/** Checks one login. A refusal is a result and not an error, because what it counts has to be stored. */
const attempt = async (
  tx: PublicScope,
  { id, identityId }: UniversalAuthRow,
  { hashes, organizationSlug }: Credentials,
): Promise<IssuedToken | Refusal> => {
  const { stores, audit, clock } = tx;
  const date = clock.now();
  const now = timestamp(date);
  const [auth, owner, secret] = await Promise.all([
    stores.universalAuths.find(id),
    stores.identities.findOwner(identityId),
    stores.clientSecrets.findUsable(id, hashes),
  ]);
  if (!auth || !owner) return { error: invalid() };
  const end =
    secret &&
    (isExpired(secret, date) ? 'client_secret_expired' : isUsedUp(secret) && 'client_secret_usage_limit_reached');
  const failures = await findFailures(tx, auth, now);
  if (isLocked(auth, failures, now))
    return {
      owner,
      reason: 'temporarily_locked',
      error: refused('Too many failed logins from your address. It is locked temporarily; try again later.'),
    };

  const isTrusted = isWithin(auth.clientSecretTrustedIps, tx.caller.ip);
  if (!secret) {
    // An address that is not trusted cannot log in anyway, so its failures need not be counted.
    if (auth.lockoutEnabled && isTrusted) await countFailure(tx, auth, failures, date);
    return { owner, reason: 'invalid_client_secret', error: invalid() };
  }
  if (!isTrusted)
    return {
      owner,
      reason: 'address_not_trusted',
      error: forbidden('This client secret may not be used from your address.', helpSections.trustedAddresses),
    };
  if (end) {
    await stores.clientSecrets.revoke(secret.id, now);
    return {
      owner,
      reason: end,
      error: refused('This client secret has expired or reached its limit of uses. Create a new one.'),
    };
  }

  if (!owner.isActive) return { owner, reason: 'membership_not_active', error: notActive() };
  if (organizationSlug !== undefined && organizationSlug !== owner.organizationSlug)
    return { owner, reason: 'sub_org_unauthorized', error: notFound('This organization does not exist.') };
  const issued = issueAccessToken(tx, owner, auth, { authMethod: 'universal-auth', clientSecretId: secret.id });
  stores.clientSecrets.countUse(secret.id, now);
  if (failures) await stores.failedLogins.delete(auth.id, failures.address);
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
  const credentials = { hashes, organizationSlug };
  const identity = { id: auth.identityId, organizationId: auth.organizationId };
  const outcome = await scope.transaction(ofIdentity(identity), (tx) => attempt(tx, auth, credentials));
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
