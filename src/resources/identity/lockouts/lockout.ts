import { clientNetwork } from '../../../platform/addresses.ts';
import { secondsAfter, timestamp, type Timestamp } from '../../../platform/clock.ts';
import type { PublicScope } from '../../../scope.ts';
import type { FailedLoginsRow, FailedLoginStore, LockoutSettings } from './store.ts';

/** Bounds the stored addresses per configuration, because anybody who knows its identity can add more. */
const maxAddresses = 1_000;

/** Whose failures are counted. */
export type Locking = LockoutSettings & { readonly id: string };

type Failures = Pick<FailedLoginsRow, 'failures' | 'lockedUntil' | 'expiresAt'>;

export const isLocked = (
  { lockoutEnabled }: LockoutSettings,
  failures: FailedLoginsRow | undefined,
  now: Timestamp,
): boolean => lockoutEnabled && typeof failures?.lockedUntil === 'string' && now < failures.lockedUntil;

/**
 * Returns the counter after one more failure: it restarts at one if the earlier failures have expired, and locks the
 * address at the threshold.
 */
const afterFailure = (auth: LockoutSettings, previous: FailedLoginsRow | undefined, now: Date): Failures => {
  const failures = previous && timestamp(now) < previous.expiresAt ? previous.failures + 1 : 1;
  if (failures < auth.lockoutThreshold)
    return { failures, lockedUntil: null, expiresAt: timestamp(secondsAfter(now, auth.lockoutCounterResetSeconds)) };
  const lockedUntil = timestamp(secondsAfter(now, auth.lockoutDurationSeconds));
  return { failures, lockedUntil, expiresAt: lockedUntil };
};

/** Counts a failed login from the caller's address, in a transaction of the identity; returns when it expires. */
export const countFailure = async (
  { failedLogins, caller }: { failedLogins: FailedLoginStore } & Pick<PublicScope, 'caller'>,
  auth: Locking,
  previous: FailedLoginsRow | undefined,
  now: Date,
): Promise<Timestamp> => {
  if (!previous) await failedLogins.trim(auth.id, maxAddresses - 1, timestamp(now));
  const row = { configurationId: auth.id, address: clientNetwork(caller.ip), ...afterFailure(auth, previous, now) };
  await failedLogins.save(row);
  return row.expiresAt;
};
