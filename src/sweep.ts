import { newEntry, type Audit, type AuditedRequest } from './audit/audit.ts';
import { secondsAfter, timestamp, type Timestamp } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import { purgeEnvironments } from './resources/project/environments/purge.ts';
import { purgeTrash, purgeTrashedSecrets } from './resources/secrets/trash/purge.ts';
import type { Parts } from './scope.ts';
import { createStores, type Stores } from './stores.ts';
import { ofInstance } from './transaction-keys.ts';

const everyMs = 60_000;
const batch = 500;

type Deps = Pick<Parts, 'database' | 'clock' | 'ids' | 'config'>;

/** The request data of audit log entries that no request caused. */
const noRequest: AuditedRequest = { requestId: '', operation: 'sweep', ip: '', userAgent: '' };

/** How long events are stored for delivery by all nodes. */
const eventSeconds = 60;

/** The mailer deletes mail that expires, and says so; this is for mail that it does not look at any more. */
const mailGraceSeconds = 7_200;

/** Deletes the expired records of each kind. */
const expired: readonly ((stores: Stores, before: Timestamp, audit: Pick<Audit, 'record'>) => Promise<number>)[] = [
  ({ accessTokens }, before) => accessTokens.deleteExpired(before, batch),
  ({ serviceTokens }, before) => serviceTokens.deleteExpired(before, batch),
  ({ sessions }, before) => sessions.deleteExpired(before, batch),
  ({ passwordResets }, before) => passwordResets.deleteExpired(before, batch),
  ({ signOnUses }, before) => signOnUses.deleteExpired(before, batch),
  ({ failedLogins }, before) => failedLogins.deleteExpired(before, batch),
  ({ secondFactorFailures }, before) => secondFactorFailures.deleteExpired(before, batch),
  ({ passkeyChallenges }, before) => passkeyChallenges.deleteExpired(before, batch),
  (stores, before, audit) => purgeEnvironments(stores, audit, before, batch),
  (stores, before) => purgeTrashedSecrets(stores, before, batch),
  (stores, before, audit) => purgeTrash(stores, audit, before, batch),
  ({ auditLogs }, before) => auditLogs.deleteExpired(before, batch),
  ({ mails }, before) => mails.deleteExpired(timestamp(secondsAfter(new Date(before), -mailGraceSeconds)), batch),
  ({ events }, before) => events.deleteBefore(timestamp(secondsAfter(new Date(before), -eventSeconds)), batch),
];

/** Removes expired records in small transactions, also concurrently on several nodes; returns how many. */
export const sweep = async ({ database, clock, ids, config }: Deps): Promise<number> => {
  const before = timestamp(clock.now());
  const auditDeps = { clock, ids, retentionDays: config.auditRetentionDays, request: noRequest, actor: undefined };
  let total = 0;
  for (const remove of expired) {
    let count: number;
    do {
      count = await database.transaction(ofInstance, ({ db }) => {
        const stores = createStores(db);
        return remove(stores, before, { record: (event) => stores.auditLogs.insert(newEntry(auditDeps, event)) });
      });
      total += count;
    } while (count === batch);
  }
  return total;
};

/** Removes expired records periodically; returns a function that stops it. */
export const startExpirySweep = (deps: Deps, log: Log): (() => Promise<void>) => {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => sweep(deps))
      .then((count) => {
        if (count > 0) log.debug({ count }, 'expired records removed');
      })
      .catch((err: unknown) => log.warn({ err }, 'expired records not removed'));
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
};
