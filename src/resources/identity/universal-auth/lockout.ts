import { clientNetwork } from '../../../platform/addresses.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import type { PublicScope } from '../../../scope.ts';
import { countFailure as count } from '../lockouts/lockout.ts';
import type { FailedLoginsRow } from '../lockouts/store.ts';
import type { UniversalAuthRow } from './store.ts';

type Attempt = Pick<PublicScope, 'stores' | 'caller'>;

/** Whether failed logins from any address count at this time. */
const hasFailures = ({ failuresExpireAt }: UniversalAuthRow, now: Timestamp): boolean =>
  failuresExpireAt !== null && now < failuresExpireAt;

/** Finds the failures from the caller's address; saves the query if no address has any, as for most logins. */
export const findFailures = async (
  { stores, caller }: Attempt,
  auth: UniversalAuthRow,
  now: Timestamp,
): Promise<FailedLoginsRow | undefined> =>
  hasFailures(auth, now) ? stores.failedLogins.find(auth.id, clientNetwork(caller.ip)) : undefined;

/** Counts a failed login from the caller's address, in a transaction of the identity. */
export const countFailure = async (
  { stores: { failedLogins, universalAuths }, caller }: Attempt,
  auth: UniversalAuthRow,
  previous: FailedLoginsRow | undefined,
  now: Date,
): Promise<void> => {
  const expiresAt = await count({ failedLogins, caller }, auth, previous, now);
  const isLatest = auth.failuresExpireAt === null || auth.failuresExpireAt < expiresAt;
  if (isLatest) await universalAuths.update(auth.id, { failuresExpireAt: expiresAt });
};
