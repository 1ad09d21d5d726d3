import type { Commit } from './group-commit.ts';
import type { StorageHealth } from '../health.ts';
import { CachedRows } from './cached-rows.ts';
import { SqliteConnection } from './connection.ts';
import { SqliteLongReads } from './long-reads.ts';
import type { Execute, Result } from '../knex/queries.ts';

/** What is read within some milliseconds. */
const atOnce = { maxRows: 1000, maxLength: 262_144 };

/**
 * Reads what is committed: all that is asked in one turn of the event loop in one transaction. Each question by itself
 * would take the locks of the file and give them back, which costs as much as finding a row.
 */
export class SqliteReader {
  readonly #connection: SqliteConnection;
  readonly #longReads: SqliteLongReads;
  readonly #cached = new CachedRows();
  #isReading = false;
  #version: number | undefined;

  constructor(file: string, health: StorageHealth) {
    this.#connection = new SqliteConnection(file, 'read-only', health);
    this.#longReads = new SqliteLongReads(file, health);
  }

  readonly execute: Execute = (sql, bindings, use) => {
    this.#begin();
    if (use === 'at-length')
      return this.#connection.readUpTo(atOnce, sql, bindings) ?? this.#longReads.read(sql, bindings);
    const read = (): Result => this.#connection.execute(sql, bindings, use);
    return use === 'cached' ? this.#cached.get(this.#dataVersion, sql, bindings, read) : read();
  };

  /** SQLite's own; it changes with every commit of another connection, including that of our writer. */
  get #dataVersion(): number {
    return (this.#version ??= this.#connection.run('pragma data_version').rows[0]!.data_version as number);
  }

  #begin(): void {
    if (!this.#isReading) {
      this.#connection.run('BEGIN');
      this.#isReading = true;
      setImmediate(this.#letGo);
    }
  }

  /**
   * Reads after this see the commit, and nothing that is read delays it. Cached rows of other tables stay valid: most
   * commits write only the audit log (`get` and `list` of `npm run bench`).
   */
  readonly besideCommit: Commit = (commit, tables) => {
    this.#letGo();
    this.#cached.forget(tables);
    if (this.#cached.isEmpty) return commit();
    const before = this.#dataVersion;
    this.#letGo();
    commit();
    try {
      this.#cached.adopt(before, this.#dataVersion);
    } catch {
      // The commit is durable. The next read reports that the file cannot be read, and finds another version.
    }
  };

  readonly #letGo = (): void => {
    if (!this.#isReading) return;
    this.#isReading = false;
    this.#version = undefined;
    try {
      // Some failures end a transaction by themselves.
      if (this.#connection.raw.inTransaction) this.#connection.run('COMMIT');
    } catch {
      // Nobody reads any more who could be told, and uncaught it would end the process.
      this.#connection.rollback();
    }
  };

  async close(): Promise<void> {
    await this.#longReads.close();
    this.#letGo();
    this.#connection.close();
  }
}
