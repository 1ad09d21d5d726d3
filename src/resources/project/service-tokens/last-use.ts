import { secondsAfter, timestamp, type Timestamp } from '../../../platform/clock.ts';
import type { Parts } from '../../../scope.ts';
import { ServiceTokenStore, type PresentedServiceToken } from './store.ts';

const everySeconds = 60;
const maxRemembered = 10_000;

/** When the last use of each token was written or attempted; a failed write is not repeated within the minute. */
const attempts = new Map<string, Timestamp>();

/** Stores the time of the token's last use in the background, at most about once a minute. */
export const storeLastUse = (
  { background, database }: Pick<Parts, 'background' | 'database'>,
  { id, lastUsed }: Pick<PresentedServiceToken, 'id' | 'lastUsed'>,
  now: Date,
): void => {
  const recently = timestamp(secondsAfter(now, -everySeconds));
  const before = attempts.get(id) ?? lastUsed;
  if (before !== null && before > recently) return;
  if (attempts.size >= maxRemembered) attempts.clear();
  attempts.set(id, timestamp(now));
  background.start('store last use of service token', () =>
    database.transaction(({ db }) => new ServiceTokenStore(db).setLastUsed(id, timestamp(now))),
  );
};
