import type { Commit } from './group-commit.ts';
import type { StorageHealth } from '../health.ts';
import { CachedRows } from './cached-rows.ts';
import { SqliteConnection } from './connection.ts';
import { SqliteLongReads } from './long-reads.ts';
import type { Execute, Result } from '../knex/queries.ts';

/** Results up to this size are read at once, within a few milliseconds. */
const maxAtOnce = { maxRows: 1000, maxLength: 262_144 };

/**
 * Reads committed data, in one transaction per iteration of the event loop: locking and unlocking the file for each
 * query would cost as much as finding a row.
 */
export class SqliteReader {
  readonly #connection: SqliteConnection;
  readonly #writer: SqliteConnection;
  readonly #longReads: SqliteLongReads;
  readonly #cached = new CachedRows();
  #isReading = false;
  #version: number | undefined;

  constructor(file: string, writer: SqliteConnection, health: StorageHealth) {
    this.#writer = writer;
    this.#connection = new SqliteConnection(file, 'read-only', health);
    this.#longReads = new SqliteLongReads(file, health);
  }

  readonly execute: Execute = (sql, bindings, use) => {
    this.#begin();
    if (use === 'at-length')
      return this.#connection.readUpTo(maxAtOnce, sql, bindings) ?? this.#longReads.read(sql, bindings);
    const read = (): Result => this.#connection.execute(sql, bindings, use);
    return use === 'cached' ? this.#cached.get(this.#dataVersion, sql, bindings, read) : read();
  };

  /** The version of what the open transaction reads; it changes also with every commit of our writer. */
  get #dataVersion(): number {
    this.#begin();
    return (this.#version ??= this.#connection.dataVersion);
  }

  #begin(): void {
    if (!this.#isReading) {
      this.#connection.run('BEGIN');
      this.#isReading = true;
      setImmediate(this.#release);
    }
  }

  /**
   * Commits while no read transaction is open, so that later reads see the commit and no read delays it. Cached rows of
   * other tables stay valid: most commits write only the audit log (`get` and `list` of `npm run bench`).
   */
  readonly besideCommit: Commit = (commit, tables) => {
    this.#release();
    this.#cached.forget(tables);
    if (this.#cached.isEmpty) return commit();
    const before = this.#dataVersion;
    const foreign = this.#writer.dataVersion;
    this.#release();
    commit();
    try {
      const after = this.#dataVersion;
      // Another process may have committed since: then `after` includes its changes, too.
      if (this.#writer.dataVersion === foreign) this.#cached.adopt(before, after);
    } catch {
      // The commit is durable. The next read reports that the file cannot be read, and sees another version.
    }
  };

  readonly #release = (): void => {
    if (!this.#isReading) return;
    this.#isReading = false;
    this.#version = undefined;
    try {
      // Some failures end a transaction by themselves.
      if (this.#connection.raw.inTransaction) this.#connection.run('COMMIT');
    } catch {
      // No caller is left to receive the error, and uncaught it would end the process.
      this.#connection.rollback();
    }
  };

  async close(): Promise<void> {
    await this.#longReads.close();
    this.#release();
    this.#connection.close();
  }
}
