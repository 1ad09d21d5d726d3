import { secondsAfter, timestamp, type Timestamp } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { isRefusedValue, UniqueViolation } from '../platform/db/errors.ts';
import { ServiceError, unavailable } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { AuditLogStore, type AuditLogRow } from '../resources/organization/audit-logs/store.ts';
import { Gate } from './gate.ts';

interface Waiting {
  entry: AuditLogRow;
  /** Only of a refusal, which is counted. */
  readonly reason: string | undefined;
  /** In milliseconds of the process. */
  readonly since: number;
}

/**
 * How long entries are collected before they are written. Together with the write itself below the 100 ms of which a
 * kill may lose the entries. SQLite: a commit for every few entries would halve the speed of reads. PostgreSQL: a
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
 * Rows that are inserted before others get their turn: a tenth of the queue, so that it shrinks however many
 * connections add to it; at most some 15 ms.
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

/** 503 in the words of what went wrong, if those were written for callers. */
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
 * Entries that are not part of a change, refusals and reads: written together a moment after the answer.
 * So a brute force costs a few small writes a second, and nobody learns from the time of an answer whether it left an
 * entry. None is dropped: while the queue is long or late, whoever may leave an entry waits before it begins.
 */
export class AuditQueue {
  readonly #database: AuditDatabase;
  readonly #log: Log;
  readonly #gate = new Gate();
  #waiting: Waiting[] = [];
  /** Oldest first. */
  readonly #beingWritten = new Set<readonly Waiting[]>();
  #counted = new Map<string, Waiting>();
  #timer: NodeJS.Timeout | undefined;
  /** The last flush of each of those that may be under way at once. */
  readonly #flushes: Promise<void>[];
  #flushCount = 0;
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

  /** How long the oldest of them has been waiting. */
  get oldestAgeMs(): number {
    const [batch = this.#waiting] = this.#beingWritten;
    return batch[0] ? performance.now() - batch[0].since : 0;
  }

  /** Entries written since the start. */
  get written(): number {
    return this.#written;
  }

  /**
   * Whether whoever may leave an entry has to wait for room. While entries cannot be written there is room until the
   * queue is full.
   */
  get isHeld(): boolean {
    return this.#gate.isBusy || this.waiting >= limit || (!this.#failure && this.oldestAgeMs > lateMs);
  }

  /** Resolves when an entry may be added; 503 if the queue is full of what cannot be written. */
  async room(): Promise<void> {
    if (this.#failure && this.waiting >= limit) throw cannotRecord(this.#failure.error);
    if (!this.isHeld) return;
    if (!this.#gate.isBusy) void this.flush();
    await this.#gate.pass();
  }

  add(entry: AuditLogRow): void {
    this.#push({ entry, reason: undefined, since: performance.now() });
  }

  /** The same within a minute is counted in one entry. */
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
    const known = this.#counted.get(key);
    if (known && isNear(entry.createdAt, known.entry.createdAt)) {
      known.entry = { ...known.entry, repeats: known.entry.repeats + 1, updatedAt: entry.updatedAt };
      return;
    }
    const waiting = { entry, reason, since: performance.now() };
    this.#counted.set(key, waiting);
    this.#push(waiting);
  }

  /** Writes all that is waiting. Never fails: what cannot be written now is tried again. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const slot = this.#flushCount++ % this.#flushes.length;
    return (this.#flushes[slot] = this.#flushes[slot]!.then(() => this.#writeAll()));
  }

  /** The same, if there is anything that is not being written already. */
  flushWaiting(): void {
    if (this.#waiting.length > 0 && this.#beingWritten.size === 0 && !this.#failure) void this.flush();
  }

  /** The last flush. */
  async close(): Promise<void> {
    await Promise.all(this.#flushes);
    await this.flush();
    clearTimeout(this.#timer);
    this.#gate.refuse(() => unavailable('The server is stopping.'));
    if (this.#waiting.length > 0)
      this.#log.error({ count: this.#waiting.length }, 'entries of the audit log were lost');
  }

  #push(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.#flushIn(this.#failure ? retryMs : delayMs(this.#flushes.length));
  }

  #flushIn(ms: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), ms).unref();
  }

  async #writeAll(): Promise<void> {
    // Only what is there now: under load there is always some more, and every few would cost a commit of their own.
    for (let left = this.#waiting.length; left > 0; left -= batchSize) {
      const batch = this.#waiting.splice(0, Math.min(batchSize, left));
      this.#beingWritten.add(batch);
      // What comes from now on begins anew, and is found to be the same in the database.
      this.#counted.clear();
      const unwritten = await this.#writeBatch(batch);
      this.#beingWritten.delete(batch);
      if (unwritten.length > 0) this.#waiting = [...unwritten, ...this.#waiting];
      this.#letPass();
      if (this.#failure) return this.#flushIn(retryMs);
    }
    this.#letPass();
    if (this.#gate.isBusy) this.#flushIn(0);
  }

  /** Gives what could not be written, and why is in `#failure`. */
  async #writeBatch(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    try {
      await this.#database.transaction(({ db }) => this.#insert(new AuditLogStore(db), batch), 'urgent-traces');
      this.#failure = undefined;
      this.#written += batch.length;
      return [];
    } catch (error) {
      const isRefused = isRefusedValue(error);
      this.#failure = isRefused ? undefined : { error };
      if (isRefused) return batch.length > 1 ? this.#writeEach(batch) : this.#giveUp(batch[0]!, error);
      this.#log.error({ err: error, count: this.waiting }, 'entries of the audit log could not be written yet');
      return batch;
    }
  }

  /** One entry that the database refuses must not keep back the others. */
  async #writeEach(batch: readonly Waiting[]): Promise<readonly Waiting[]> {
    for (const [index, waiting] of batch.entries()) {
      if ((await this.#writeBatch([waiting])).length > 0) return batch.slice(index);
    }
    return [];
  }

  /**
   * It can never be written: either it is there already, from a commit whose outcome was unknown, or the log is the
   * place that is left for it.
   */
  #giveUp({ entry }: Waiting, err: unknown): readonly Waiting[] {
    if (err instanceof UniqueViolation) this.#written += 1;
    else this.#log.error({ err, entry }, 'the database refused an entry of the audit log');
    return [];
  }

  async #insert(store: AuditLogStore, batch: readonly Waiting[]): Promise<void> {
    const plain = batch.filter(({ reason }) => reason === undefined).map(({ entry }) => entry);
    for (let start = 0; start < plain.length;) {
      const next = plain.slice(start, start + rowsAtOnce(this.waiting));
      await store.insertAll(next);
      start += next.length;
      // Whoever reads gets a turn: all of them at once would take milliseconds. Not after the last: entries of that
      // turn would wait for the whole commit.
      if (start < plain.length) await new Promise(setImmediate);
    }
    // In one order, so that two nodes that count refusals of the same actors wait for each other instead of locking up.
    const counted = batch
      .filter(({ reason }) => reason !== undefined)
      .sort((a, b) => (a.entry.actorId! < b.entry.actorId! ? -1 : 1));
    for (const { entry, reason } of counted) await countOrInsert(store, entry, reason!);
  }

  #letPass(): void {
    if (this.#failure && this.waiting >= limit) this.#gate.refuse(() => cannotRecord(this.#failure!.error));
    else if (this.#failure || this.oldestAgeMs <= lateMs) this.#gate.open(limit - this.waiting);
  }
}

const countOrInsert = async (store: AuditLogStore, entry: AuditLogRow, reason: string): Promise<void> => {
  await store.lockActor(entry);
  const alike = await store.findAlike(entry, around(entry.createdAt));
  // From a commit whose outcome was unknown.
  if (alike.some(({ id }) => id === entry.id)) return;
  const known = alike.find(({ eventMetadata }) => eventMetadata.reasonCode === reason);
  if (known) await store.count(known.id, entry.repeats + 1, entry.updatedAt);
  else await store.insert(entry);
};
