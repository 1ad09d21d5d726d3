import type { StorageHealth } from '../health.ts';
import { SqliteConnection } from './connection.ts';

/** A connection, with a name that distinguishes it from others. */
interface Reader {
  readonly name: number;
  readonly connection: SqliteConnection;
}

/** A read transaction of a connection of its own: whatever is committed meanwhile, it reads the same state. */
export class OpenTransaction {
  readonly reader: Reader;
  /** How many snapshots read in it. */
  snapshots = 0;
  /** While a long query runs, for which the connection is not usable otherwise. */
  longRead: Promise<unknown> | undefined;
  #version: string | undefined;

  constructor(reader: Reader) {
    this.reader = reader;
    reader.connection.run('BEGIN');
  }

  get connection(): SqliteConnection {
    return this.reader.connection;
  }

  /** The version of what it reads. SQLite's own number cannot be compared with that of another connection. */
  get version(): string {
    return (this.#version ??= `${this.reader.name} ${this.connection.dataVersion}`);
  }

  end(): void {
    const { connection } = this;
    try {
      // Some failures end a transaction by themselves.
      if (connection.raw.inTransaction) connection.run('COMMIT');
    } catch {
      // No caller is left to receive the error, and uncaught it would end the process.
      connection.rollback();
    }
  }
}

/** How many states are read beside the last committed one. Each has a connection, with its own cache of pages. */
const maxKept = 4;

/**
 * SQLite cannot empty its log of changes while a transaction reads from it. After this time without a moment at which
 * none does, new snapshots wait for one.
 */
const longestKeptMs = 10_000;

/**
 * One transaction per event-loop turn, which all reads of that turn share: locking and unlocking the file for each
 * query would cost as much as finding a row. If a snapshot reads in it for longer, it is kept, and other reads continue
 * with another connection.
 */
export class ReadTransactions {
  readonly #file: string;
  readonly #health: StorageHealth;
  readonly #maxKeptMs: number;
  readonly #free: Reader[] = [];
  #readers = 0;
  readonly #kept = new Set<OpenTransaction>();
  readonly #waiting: (() => void)[] = [];
  #current: OpenTransaction | undefined;
  #keptSince = 0;

  constructor(file: string, health: StorageHealth, { maxKeptMs = longestKeptMs } = {}) {
    this.#file = file;
    this.#health = health;
    this.#maxKeptMs = maxKeptMs;
    this.#free.push(this.#connect());
  }

  /** The transaction of this event-loop turn, which reads the last committed state. */
  get current(): OpenTransaction {
    if (!this.#current) {
      this.#current = this.#begin();
      setImmediate(this.endCurrent);
    }
    return this.#current;
  }

  isCurrent(transaction: OpenTransaction): boolean {
    return transaction === this.#current;
  }

  /** Ends the current transaction, or keeps it for the snapshots that read in it. */
  readonly endCurrent = (): void => {
    const ended = this.#current;
    this.#current = undefined;
    if (!ended) return;
    if (ended.snapshots === 0) return this.#end(ended);
    if (this.#kept.size === 0) this.#keptSince = performance.now();
    this.#kept.add(ended);
  };

  /** Whether a snapshot has to wait before it joins the current transaction. */
  get isFull(): boolean {
    return this.#kept.size >= maxKept || this.#isOverdue;
  }

  /** Resolves when a transaction ends that was kept. */
  wait(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Keeps the current transaction open for a snapshot, until it leaves. */
  join(): OpenTransaction {
    const { current } = this;
    current.snapshots += 1;
    return current;
  }

  leave(transaction: OpenTransaction): void {
    transaction.snapshots -= 1;
    if (transaction.snapshots > 0 || !this.#kept.has(transaction)) return;
    // The connection is usable again after a long query, which stops soon when nobody waits for it.
    if (transaction.longRead) void transaction.longRead.then(() => this.#endKept(transaction));
    else this.#endKept(transaction);
  }

  async close(): Promise<void> {
    this.endCurrent();
    for (const transaction of this.#kept) {
      await transaction.longRead;
      this.#endKept(transaction);
    }
    for (const { connection } of this.#free) connection.close();
  }

  get #isOverdue(): boolean {
    return this.#kept.size > 0 && performance.now() - this.#keptSince > this.#maxKeptMs;
  }

  #connect(): Reader {
    return { name: (this.#readers += 1), connection: new SqliteConnection(this.#file, 'read-only', this.#health) };
  }

  #begin(): OpenTransaction {
    const reader = this.#free.pop() ?? this.#connect();
    try {
      return new OpenTransaction(reader);
    } catch (error) {
      this.#free.push(reader);
      throw error;
    }
  }

  #endKept(transaction: OpenTransaction): void {
    const isOverdue = this.#isOverdue;
    if (!this.#kept.delete(transaction)) return;
    this.#end(transaction);
    if (isOverdue && this.#kept.size === 0) transaction.connection.checkpoint();
    if (!this.isFull) for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #end(transaction: OpenTransaction): void {
    transaction.end();
    this.#free.push(transaction.reader);
  }
}
