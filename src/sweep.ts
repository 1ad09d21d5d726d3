import { newEntry, type Audit, type AuditedRequest } from './audit/audit.ts';
import { secondsAfter, timestamp, type Timestamp } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import { purgeEnvironments } from './resources/project/environments/purge.ts';
import type { Parts } from './scope.ts';
import { createStores, type Stores } from './stores.ts';

const everyMs = 60_000;
const batch = 500;

type Means = Pick<Parts, 'database' | 'clock' | 'ids' | 'config'>;

/** What the audit log says of a request that nobody made. */
const noRequest: AuditedRequest = { requestId: '', operation: 'sweep', ip: '', userAgent: '' };

/** How long nodes have to deliver what happened. */
const eventSeconds = 60;

/** What can be forgotten: it has ended by itself, and only takes up room. */
const expired: readonly ((stores: Stores, before: Timestamp, audit: Pick<Audit, 'record'>) => Promise<number>)[] = [
  ({ accessTokens }, before) => accessTokens.deleteExpired(before, batch),
  ({ serviceTokens }, before) => serviceTokens.deleteExpired(before, batch),
  ({ sessions }, before) => sessions.deleteExpired(before, batch),
  ({ failedLogins }, before) => failedLogins.deleteExpired(before, batch),
  (stores, before, audit) => purgeEnvironments(stores, audit, before, batch),
  ({ auditLogs }, before) => auditLogs.deleteExpired(before, batch),
  ({ events }, before) => events.deleteBefore(timestamp(secondsAfter(new Date(before), -eventSeconds)), batch),
];

/** In small transactions, so that nobody waits for it; several nodes may do it at once. Tells how much there was. */
export const sweep = async ({ database, clock, ids, config }: Means): Promise<number> => {
  const before = timestamp(clock.now());
  const means = { clock, ids, retentionDays: config.auditRetentionDays, request: noRequest, actor: undefined };
  let total = 0;
  for (const forget of expired) {
    let count: number;
    do {
      count = await database.transaction(({ db }) => {
        const stores = createStores(db);
        return forget(stores, before, { record: (event) => stores.auditLogs.insert(newEntry(means, event)) });
      });
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
