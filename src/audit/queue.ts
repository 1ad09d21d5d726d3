import { secondsAfter, timestamp, type Timestamp } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { isRefusedValue, UniqueViolation } from '../platform/db/errors.ts';
import { ServiceError, unavailable } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { AuditLogStore, type AuditLogRow } from '../resources/organization/audit-logs/store.ts';
import { ofTask } from '../transaction-keys.ts';
import { Gate } from './gate.ts';

interface Waiting {
  entry: AuditLogRow;
  /** For refusals only, which are counted. */
  readonly reason: string | undefined;
  /** In milliseconds, from `performance.now()`. */
  readonly since: number;
}

/**
 * How long entries are collected before they are written. Together with the write this stays below 100 ms, the most
 * that a kill may lose. SQLite: a commit for every few entries would halve the throughput of reads. PostgreSQL: a
 * commit may take half of the time, and the next one does not wait for it.
 */
const delayMs = (commitsAtOnce: number): number => (commitsAtOnce > 1 ? 20 : 50);
const lateMs = 100;
const retryMs = 1000;
const batchSize = 2000;
const limit = 10_000;
const windowSeconds = 60;

type AuditDatabase = Pick<Database, 'transaction' | 'commitsAtOnce'>;

/**
 * How many rows are inserted before yielding: a tenth of the queue, so that it shrinks whatever the load; at most about
 * 15 ms.
 */
const rowsAtOnce = (waiting: number): number => Math.min(1000, Math.max(50, Math.ceil(waiting / 10)));

const around = (time: Timestamp): { after: Timestamp; before: Timestamp } => ({
  after: timestamp(secondsAfter(new Date(time), -windowSeconds)),
  before: timestamp(secondsAfter(new Date(time), windowSeconds)),
});

const isNear = (time: Timestamp, other: Timestamp): boolean => {
  const { after, before } = around(other);
  return after < time && time < before;
};

/** A 503 that includes the message of the failure if that is meant for callers. */
const cannotRecord = (failure: unknown): ServiceError => {
  const message = 'The audit log cannot be written, and this request must be recorded.';
  return failure instanceof ServiceError
    ? new ServiceError(failure.status, failure.name, `${message} ${failure.message}`, {
        headers: failure.headers,
        cause: failure.cause,
      })
    : unavailable(`${message} Try again shortly.`, failure);
};

/**
 * Writes the audit log entries of refusals and reads, which are not part of a change, in batches shortly after the
 * response. So a brute-force attack costs a few small writes a second, and response times do not reveal whether an
 * entry was written. No entry is dropped: while the queue is long or late, requests that may add one wait before they
 * start.
 */
export class AuditQueue {
  readonly #database: AuditDatabase;
  readonly #log: Log;
  readonly #gate = new Gate();
  #waiting: Waiting[] = [];
  /** Batches that are being written, oldest first. */
  readonly #beingWritten = new Set<readonly Waiting[]>();
  #counted = new Map<string, Waiting>();
  #timer: NodeJS.Timeout | undefined;
  /** The last flush of each concurrent writer. */
  readonly #flushes: Promise<void>[];
  #flushCount = 0;
  /** The last batch with refusals. */
  #refusals: Promise<unknown> = Promise.resolve();
  #failure: { readonly error: unknown } | undefined;
  #written = 0;

  constructor(database: AuditDatabase, log: Log) {
    this.#database = database;
    this.#log = log;
    this.#flushes = Array.from({ length: database.commitsAtOnce }, () => Promise.resolve());
  }

  /** Entries that are not durable yet. */
  get waiting(): number {
    let count = this.#waiting.length;
    for (const batch of this.#beingWritten) count += batch.length;
    return count;
  }

  /** The age of the oldest of these entries. */
  get oldestAgeMs(): number {
    const [batch = this.#waiting] = this.#beingWritten;
    return batch[0] ? performance.now() - batch[0].since : 0;
  }

  /** Entries written since the start. */
  get written(): number {
    return this.#written;
  }

  /**
   * Whether requests that may add an entry must wait. While writing fails, entries are accepted until the queue is
   * full.
   */
  get mustWait(): boolean {
    return this.#gate.isBusy || this.waiting >= limit || (!this.#failure && this.oldestAgeMs > lateMs);
  }

  /** Resolves when an entry may be added; 503 if the queue is full because writing fails. */
  async room(): Promise<void> {
    if (this.#failure && this.waiting >= limit) throw cannotRecord(this.#failure.error);
    if (!this.mustWait) return;
    if (!this.#gate.isBusy) void this.flush();
    await this.#gate.pass();
  }

  add(entry: AuditLogRow): void {
    this.#push({ entry, reason: undefined, since: performance.now() });
  }

  /** Adds an entry for a refusal; equal refusals within a minute are counted in one entry. */
  count(entry: AuditLogRow, reason: string): void {
    const key = JSON.stringify([
      entry.organizationId,
      entry.projectId,
      entry.actorType,
      entry.actorId,
      entry.eventType,
      entry.ipAddress,
      reason,
    ]);
    const counted = this.#counted.get(key);
    if (counted && isNear(entry.createdAt, counted.entry.createdAt)) {
      counted.entry = { ...counted.entry, repeats: counted.entry.repeats + 1, updatedAt: entry.updatedAt };
      return;
    }
    const waiting = { entry, reason, since: performance.now() };
    this.#counted.set(key, waiting);
    this.#push(waiting);
  }

  /** Writes all waiting entries. Never rejects: entries that cannot be written now are retried. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const slot = this.#flushCount++ % this.#flushes.length;
    return (this.#flushes[slot] = this.#flushes[slot]!.then(() => this.#writeAll()));
  }

  /** Writes all waiting entries, and waits for those that other writers are writing. */
  async settle(): Promise<void> {
    await Promise.all([this.flush(), ...this.#flushes]);
  }

  /** Flushes if entries are waiting and nothing is being written. */
  flushWaiting(): void {
    if (this.#waiting.length > 0 && this.#beingWritten.size === 0 && !this.#failure) void this.flush();
  }

  /** Writes the remaining entries, and refuses waiting requests. */
  async close(): Promise<void> {
    // Again, because requests that waited may have added entries meanwhile.
    do await this.settle();
    while (this.waiting > 0 && !this.#failure);
    clearTimeout(this.#timer);
    this.#gate.refuse(() => unavailable('The server is stopping.'));
    if (this.#waiting.length > 0) this.#log.error({ count: this.#waiting.length }, 'audit log entries lost');
  }

  #push(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.#flushIn(this.#failure ? retryMs : delayMs(this.#flushes.length));
  }

  #flushIn(ms: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), ms).unref();
  }

  async #writeAll(): Promise<void> {
    // Only the entries that are waiting now: under load, every few new ones would cost another commit.
    for (let left = this.#waiting.length; left > 0; left -= batchSize) {
      const batch = this.#waiting.splice(0, Math.min(batchSize, left));
      this.#beingWritten.add(batch);
      // Later refusals get a new entry, which is merged with the stored one when it is written.
      this.#counted.clear();
      const hasRefusals = batch.some(({ reason }) => reason !== undefined);
      const unwritten = await (hasRefusals ? this.#writeRefusals(batch) : this.#writeBatch(batch));
      this.#beingWritten.delete(batch);
      if (unwritten.length > 0) this.#waiting = [...unwritten, ...this.#waiting];
      this.#releaseWaiting();
      if (this.#failure) return this.#flushIn(retryMs);
    }
    this.#releaseWaiting();
    if (this.#gate.isBusy) this.#flushIn(0);
  }

  /** Writes batches with refusals one after the other, so that an entry describes the first of those that it counts. */
  #writeRefusals(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    const written = this.#refusals.then(() => this.#writeBatch(batch));
    this.#refusals = written;
    return written;
  }

  /** Returns the entries that could not be written; sets `#failure`. */
  async #writeBatch(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    try {
      // Nodes count refusals one after the other, and insert other entries at the same time.
      const keys = batch.some(({ reason }) => reason !== undefined) ? ofTask('counts of refusals') : [];
      await this.#database.transaction(keys, ({ db }) => this.#insert(new AuditLogStore(db), batch), 'urgent');
      this.#failure = undefined;
      this.#written += batch.length;
      return [];
    } catch (error) {
      const isRefused = isRefusedValue(error);
      this.#failure = isRefused ? undefined : { error };
      if (isRefused) return batch.length > 1 ? this.#writeEach(batch) : this.#drop(batch[0]!, error);
      this.#log.error({ err: error, count: this.waiting }, 'audit log entries not written yet; retrying');
      return batch;
    }
  }

  /** Writes entries one by one, so that one that the database refuses does not block the others. */
  async #writeEach(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    for (const [index, waiting] of batch.entries()) {
      if ((await this.#writeBatch([waiting])).length > 0) return batch.slice(index);
    }
    return [];
  }

  /**
   * Drops an entry that can never be written: it is stored already, from a commit of unknown outcome, or it is logged.
   */
  #drop({ entry }: Waiting, err: unknown): readonly Waiting[] {
    if (err instanceof UniqueViolation) this.#written += 1;
    else this.#log.error({ err, entry }, 'audit log entry refused by the database');
    return [];
  }

  async #insert(store: AuditLogStore, batch: readonly Waiting[]): Promise<void> {
    const plain = batch.filter(({ reason }) => reason === undefined).map(({ entry }) => entry);
    for (let start = 0; start < plain.length;) {
      const next = plain.slice(start, start + rowsAtOnce(this.waiting));
      await store.insertAll(next);
      start += next.length;
      // Yields to requests, because all rows at once take milliseconds; not after the last rows, so that new entries do
      // not wait for this commit.
      if (start < plain.length) await new Promise(setImmediate);
    }
    for (const { entry, reason } of batch) if (reason !== undefined) await countOrInsert(store, entry, reason);
  }

  #releaseWaiting(): void {
    if (this.#failure && this.waiting >= limit) this.#gate.refuse(() => cannotRecord(this.#failure!.error));
    else if (this.#failure || this.oldestAgeMs <= lateMs) this.#gate.open(limit - this.waiting);
  }
}

const countOrInsert = async (store: AuditLogStore, entry: AuditLogRow, reason: string): Promise<void> => {
  const alike = await store.findSimilar(entry, around(entry.createdAt));
  // Stored already, by a commit of unknown outcome.
  if (alike.some(({ id }) => id === entry.id)) return;
  const stored = alike.find(({ eventMetadata }) => eventMetadata.reasonCode === reason);
  if (stored) await store.count(stored.id, entry.repeats + 1, entry.updatedAt);
  else await store.insert(entry);
};
