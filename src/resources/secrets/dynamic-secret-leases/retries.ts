import { secretInt } from '../../../platform/crypto/random-secrets.ts';

const delays = [10, 30, 120, 600, 3_600];
const lastDelay = 14_400;
/** So that leases that failed together are not tried together for ever. */
const spread = 0.2;

/** The longest time between two attempts, in seconds. */
export const longestRetryDelay = lastDelay * (1 + spread);

/** Seconds until the next attempt to revoke credentials, after so many failed ones; it never ends. */
export const retryDelay = (attempts: number): number =>
  delays[attempts - 1] ?? Math.round(lastDelay * (1 - spread) + secretInt(lastDelay * spread * 2));
