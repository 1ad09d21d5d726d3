import { secondsAfter, timestamp, type Timestamp } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Log } from '../platform/log.ts';
import { AuditLogStore, type AuditLogRow } from '../resources/audit-logs/store.ts';

interface Waiting {
  entry: AuditLogRow;
  /** Only of a refusal, which is counted. */
  readonly reason: string | undefined;
}

const delayMs = 1000;
const batchSize = 200;
const atOnce = 50;
const limit = 10_000;
const windowSeconds = 60;

const around = (time: Timestamp): { after: Timestamp; before: Timestamp } => ({
  after: timestamp(secondsAfter(new Date(time), -windowSeconds)),
  before: timestamp(secondsAfter(new Date(time), windowSeconds)),
});

const isNear = (time: Timestamp, other: Timestamp): boolean => {
  const { after, before } = around(other);
  return after < time && time < before;
};

/**
 * Entries that are not part of a change, refusals and reads: kept for at most a second, and then written together.
 * So a brute force costs one small write a second, and nobody learns from the time of an answer whether it left an entry.
 */
export class AuditQueue {
  readonly #database: Pick<Database, 'transaction'>;
  readonly #log: Log;
  #waiting: Waiting[] = [];
  #counted = new Map<string, Waiting>();
  #timer: NodeJS.Timeout | undefined;
  #writing = Promise.resolve();
  #lost = 0;

  constructor(database: Pick<Database, 'transaction'>, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  add(entry: AuditLogRow): void {
    this.#push({ entry, reason: undefined });
  }

  /** The same within a minute is counted in one entry. */
  count(entry: AuditLogRow, reason: string): void {
    const key = JSON.stringify([entry.organizationId, entry.projectId, entry.actorType, entry.actorId, entry.eventType, entry.ipAddress, reason]);
    const known = this.#counted.get(key);
    if (known && isNear(entry.createdAt, known.entry.createdAt)) {
      known.entry = { ...known.entry, repeats: known.entry.repeats + 1, updatedAt: entry.updatedAt };
      return;
    }
    const waiting = { entry, reason };
    if (this.#push(waiting)) this.#counted.set(key, waiting);
  }

  /** Writes all that is waiting. Never fails: what cannot be written now is tried again. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return (this.#writing = this.#writing.then(() => this.#writeAll()));
  }

  /** The last flush. */
  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.#timer);
    this.#lost += this.#waiting.length;
    this.#reportLost();
  }

  #push(waiting: Waiting): boolean {
    if (this.#waiting.length >= limit) {
      this.#lost += 1;
      return false;
    }
    this.#waiting.push(waiting);
    this.#timer ??= setTimeout(() => void this.flush(), delayMs).unref();
    if (this.#waiting.length === batchSize) void this.flush();
    return true;
  }

  async #writeAll(): Promise<void> {
    // Only what is there now: under load there is always some more, and every few would cost a commit of their own.
    for (let left = this.#waiting.length; left > 0; left -= batchSize) {
      const batch = this.#waiting.splice(0, Math.min(batchSize, left));
      // What comes from now on begins anew, and is found to be the same in the database.
      this.#counted.clear();
      try {
        await this.#database.transaction(({ db }) => write(new AuditLogStore(db), batch), 'traces');
      } catch (err) {
        this.#log.error({ err, count: batch.length }, 'entries of the audit log could not be written yet');
        this.#waiting.unshift(...batch);
        this.#timer ??= setTimeout(() => void this.flush(), delayMs).unref();
        break;
      }
    }
    this.#reportLost();
  }

  #reportLost(): void {
    if (this.#lost > 0) this.#log.error({ count: this.#lost }, 'entries of the audit log were lost');
    this.#lost = 0;
  }
}

const write = async (store: AuditLogStore, batch: readonly Waiting[]): Promise<void> => {
  const plain = batch.filter(({ reason }) => reason === undefined).map(({ entry }) => entry);
  for (let start = 0; start < plain.length; start += atOnce) {
    await store.insertAll(plain.slice(start, start + atOnce));
    // Whoever reads gets a turn: all of them at once would take milliseconds.
    await new Promise(setImmediate);
  }
  // In one order, so that two nodes that count refusals of the same actors wait for each other instead of locking up.
  const counted = batch.filter(({ reason }) => reason !== undefined).sort((a, b) => (a.entry.actorId! < b.entry.actorId! ? -1 : 1));
  for (const { entry, reason } of counted) await countOrInsert(store, entry, reason!);
};

const countOrInsert = async (store: AuditLogStore, entry: AuditLogRow, reason: string): Promise<void> => {
  await store.lockActor(entry);
  const alike = await store.findAlike(entry, around(entry.createdAt));
  const known = alike.find(({ eventMetadata }) => eventMetadata.reasonCode === reason);
  if (known) await store.count(known.id, entry.repeats + 1, entry.updatedAt);
  else await store.insert(entry);
};
