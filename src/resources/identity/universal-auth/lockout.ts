import { clientNetwork } from '../../../platform/addresses.ts';
import { secondsAfter, timestamp, type Timestamp } from '../../../platform/clock.ts';
import type { PublicScope } from '../../../scope.ts';
import type { FailedLoginsRow, UniversalAuthRow } from './store.ts';

/** Bounds the stored addresses per universal auth, because anybody who knows a client id can add more. */
const maxAddresses = 1_000;

type Attempt = Pick<PublicScope, 'stores' | 'caller'>;

/** Whether failed logins from any address count at this time. */
export const hasFailures = ({ failuresExpireAt }: UniversalAuthRow, now: Timestamp): boolean =>
  failuresExpireAt !== null && now < failuresExpireAt;

/** Finds the failures from the caller's address; saves the query if no address has any, as for most logins. */
export const findFailures = async (
  { stores, caller }: Attempt,
  auth: UniversalAuthRow,
  now: Timestamp,
): Promise<FailedLoginsRow | undefined> =>
  hasFailures(auth, now) ? stores.failedLogins.find(auth.id, clientNetwork(caller.ip)) : undefined;

export const isLocked = (
  { lockoutEnabled }: UniversalAuthRow,
  failures: FailedLoginsRow | undefined,
  now: Timestamp,
): boolean => lockoutEnabled && typeof failures?.lockedUntil === 'string' && now < failures.lockedUntil;

/**
 * Returns the counter after one more failure: it restarts at one if the earlier failures have expired, and locks the
 * address at the threshold.
 */
const afterFailure = (
  auth: UniversalAuthRow,
  previous: FailedLoginsRow | undefined,
  now: Date,
): Pick<FailedLoginsRow, 'failures' | 'lockedUntil' | 'expiresAt'> => {
  const failures = previous && timestamp(now) < previous.expiresAt ? previous.failures + 1 : 1;
  if (failures < auth.lockoutThreshold)
    return { failures, lockedUntil: null, expiresAt: timestamp(secondsAfter(now, auth.lockoutCounterResetSeconds)) };
  const lockedUntil = timestamp(secondsAfter(now, auth.lockoutDurationSeconds));
  return { failures, lockedUntil, expiresAt: lockedUntil };
};

/** Counts a failed login from the caller's address, in a transaction of the identity. */
export const countFailure = async (
  { stores, caller }: Attempt,
  auth: UniversalAuthRow,
  previous: FailedLoginsRow | undefined,
  now: Date,
): Promise<void> => {
  if (!previous) await stores.failedLogins.trim(auth.id, maxAddresses - 1, timestamp(now));
  const row = { universalAuthId: auth.id, address: clientNetwork(caller.ip), ...afterFailure(auth, previous, now) };
  await stores.failedLogins.save(row);
  const isLatest = auth.failuresExpireAt === null || auth.failuresExpireAt < row.expiresAt;
  if (isLatest) await stores.universalAuths.update(auth.id, { failuresExpireAt: row.expiresAt });
};
