import type { Commit } from './writer.ts';
import type { StorageHealth } from '../health.ts';
import { tookTooLong, type ReadTransaction } from '../snapshot.ts';
import { CachedRows } from './cached-rows.ts';
import type { SqliteConnection } from './connection.ts';
import { readYielding, SqliteLongReads } from './long-reads.ts';
import { ReadTransactions, type OpenTransaction } from './read-transactions.ts';
import type { Execute, Result } from '../knex/queries.ts';
import type { Use } from '../knex/statement.ts';

/** Results up to this size are read at once, within a few milliseconds. */
const maxAtOnce = { maxRows: 1000, maxLength: 262_144 };

/** Reads committed data: the last state, or in a snapshot the one with which it began. */
export class SqliteReader {
  readonly #writer: SqliteConnection;
  readonly #transactions: ReadTransactions;
  readonly #longReads: SqliteLongReads;
  readonly #cached = new CachedRows();

  constructor(file: string, writer: SqliteConnection, health: StorageHealth) {
    this.#writer = writer;
    this.#transactions = new ReadTransactions(file, health);
    this.#longReads = new SqliteLongReads(file, health);
  }

  readonly execute: Execute = (sql, bindings, use) => {
    const { current } = this.#transactions;
    if (use === 'at-length')
      return current.connection.readUpTo(maxAtOnce, sql, bindings) ?? this.#longReads.read(sql, bindings);
    return this.#read(current, sql, bindings, use);
  };

  /** A transaction for a snapshot. */
  snapshot(): ReadTransaction {
    let joined: OpenTransaction | undefined;
    let joining: Promise<void> | undefined;
    let isOver = false;
    const join = async (): Promise<void> => {
      while (this.#transactions.isFull) await this.#transactions.wait();
      if (!isOver) joined = this.#transactions.join();
    };
    const execute: Execute = (sql, bindings, use) => {
      if (isOver) throw tookTooLong();
      if (!joined && !this.#transactions.isFull && !joining) joined = this.#transactions.join();
      if (joined) return this.#readIn(joined, sql, bindings, use);
      return (joining ??= join()).then(() => execute(sql, bindings, use));
    };
    return {
      execute,
      end: () => {
        isOver = true;
        if (joined) this.#transactions.leave(joined);
      },
    };
  }

  /**
   * Commits while no read transaction is open but those of snapshots, so that later reads see the commit and none delays
   * it. Cached rows of other tables stay valid: most commits write only the audit log (`get` and `list` of
   * `npm run bench`).
   */
  readonly besideCommit: Commit = (commit, tables) => {
    this.#transactions.endCurrent();
    this.#cached.forget(tables);
    if (this.#cached.isEmpty) return commit();
    const before = this.#transactions.current.version;
    const foreign = this.#writer.dataVersion;
    this.#transactions.endCurrent();
    commit();
    try {
      const after = this.#transactions.current.version;
      // Another process may have committed since: then `after` includes its changes, too.
      if (this.#writer.dataVersion === foreign) this.#cached.adopt(before, after);
    } catch {
      // The commit is durable. The next read reports that the file cannot be read, and sees another version.
    }
  };

  async close(): Promise<void> {
    await this.#longReads.close();
    await this.#transactions.close();
  }

  #read(transaction: OpenTransaction, sql: string, bindings: readonly unknown[], use: Use): Result {
    const read = (): Result => transaction.connection.execute(sql, bindings, use);
    // Rows of earlier states are not cached.
    return use === 'cached' && this.#transactions.isCurrent(transaction)
      ? this.#cached.get(transaction.version, sql, bindings, read)
      : read();
  }

  #readIn(transaction: OpenTransaction, sql: string, bindings: readonly unknown[], use: Use): Result | Promise<Result> {
    if (transaction.snapshots === 0) throw tookTooLong();
    if (transaction.longRead) return transaction.longRead.then(() => this.#readIn(transaction, sql, bindings, use));
    if (use !== 'at-length') return this.#read(transaction, sql, bindings, use);
    return transaction.connection.readUpTo(maxAtOnce, sql, bindings) ?? this.#readLong(transaction, sql, bindings);
  }

  /** The connection is not usable for others while it reads row by row, so that they continue with another. */
  #readLong(transaction: OpenTransaction, sql: string, bindings: readonly unknown[]): Promise<Result> {
    if (this.#transactions.isCurrent(transaction)) this.#transactions.endCurrent();
    const rows = readYielding(transaction.connection, sql, bindings, () => transaction.snapshots === 0);
    transaction.longRead = rows.then(
      () => (transaction.longRead = undefined),
      () => (transaction.longRead = undefined),
    );
    return rows;
  }
}
