import type { Commit } from './group-commit.ts';
import type { StorageHealth } from '../health.ts';
import { KeptRows } from './cached-rows.ts';
import { SqliteConnection } from './connection.ts';
import { SqliteLongReads } from './long-reads.ts';
import type { Execute, Result } from '../knex/queries.ts';
import type { Use } from '../knex/statement.ts';

/** What is read within some milliseconds. */
const atOnce = { maxRows: 1000, maxLength: 262_144 };

/**
 * Reads what is committed: all that is asked in one turn of the event loop in one transaction. Each question by itself
 * would take the locks of the file and give them back, which costs as much as finding a row.
 */
export class SqliteReader {
  readonly #connection: SqliteConnection;
  readonly #longReads: SqliteLongReads;
  readonly #kept = new KeptRows();
  #isReading = false;
  #revision: number | undefined;
  #uncounted = 0;

  constructor(file: string, health: StorageHealth) {
    this.#connection = new SqliteConnection(file, 'read-only', health);
    this.#longReads = new SqliteLongReads(file, health);
  }

  /**
   * It changes when anybody else commits, but for our writer with nothing but traces of use. What is read in one
   * transaction is of one revision.
   */
  get revision(): number {
    return (this.#revision ??= this.#dataVersion - this.#uncounted);
  }

  /** SQLite's own: it changes when any other connection commits, that of our writer included. */
  get #dataVersion(): number {
    return this.#execute('pragma data_version', [], 'often').rows[0]!.data_version as number;
  }

  readonly execute: Execute = (sql, bindings, use) => {
    if (use !== 'at-length') return this.#execute(sql, bindings, use);
    this.#begin();
    return this.#connection.readUpTo(atOnce, sql, bindings) ?? this.#longReads.read(sql, bindings);
  };

  #execute(sql: string, bindings: readonly unknown[], use: Use): Result {
    this.#begin();
    if (use !== 'kept') return this.#connection.execute(sql, bindings, use);
    return this.#kept.get(this.revision, sql, bindings, () => this.#connection.execute(sql, bindings, use));
  }

  #begin(): void {
    if (!this.#isReading) {
      this.#connection.run('BEGIN');
      this.#isReading = true;
      setImmediate(this.#letGo);
    }
  }

  /** What is read from now on is what is committed by then; and whoever commits finds nobody in its way. */
  readonly besideCommit: Commit = (commit, writes) => {
    this.#letGo();
    if (writes === 'content') return commit();
    const before = this.#dataVersion;
    this.#letGo();
    commit();
    try {
      this.#uncounted += this.#dataVersion - before;
    } catch {
      // Committed it is: that the file cannot be read is for whoever reads next, and the commit counts.
    }
  };

  readonly #letGo = (): void => {
    if (!this.#isReading) return;
    this.#isReading = false;
    this.#revision = undefined;
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
