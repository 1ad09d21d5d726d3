import { timestamp, type Timestamp } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import type { Parts } from './scope.ts';
import { createStores, type Stores } from './stores.ts';

const everyMs = 60_000;
const batch = 500;

type Means = Pick<Parts, 'database' | 'clock'>;

/** What can be forgotten: it has ended by itself, and only takes up room. */
const expired: readonly ((stores: Stores, before: Timestamp) => Promise<number>)[] = [
  ({ accessTokens }, before) => accessTokens.deleteExpired(before, batch),
  ({ sessions }, before) => sessions.deleteExpired(before, batch),
  ({ auditLogs }, before) => auditLogs.deleteExpired(before, batch),
];

/** In small transactions, so that nobody waits for it; several nodes may do it at once. Tells how much there was. */
export const sweep = async ({ database, clock }: Means): Promise<number> => {
  const before = timestamp(clock.now());
  let total = 0;
  for (const forget of expired) {
    let count: number;
    do {
      count = await database.transaction(({ db }) => forget(createStores(db), before));
      total += count;
    } while (count === batch);
  }
  return total;
};

/** Sweeps now and then; gives the way to stop it. */
export const startSweeping = (means: Means, log: Log): (() => Promise<void>) => {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => sweep(means))
      .then((count) => {
        if (count > 0) log.debug({ count }, 'what had expired was removed');
      })
      .catch((err: unknown) => log.warn({ err }, 'what has expired could not be removed'));
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
};
