import { SqliteConnection } from './sqlite-connection.ts';
import type { Result } from './queries.ts';
import type { Use } from './statement.ts';

/**
 * Reads what is committed: all that is asked in one turn of the event loop in one transaction. Each question by itself would take the locks
 * of the file and give them back, which costs as much as finding a row.
 */
export class SqliteReader {
  readonly #connection: SqliteConnection;
  #isReading = false;

  constructor(file: string) {
    this.#connection = new SqliteConnection(file, 'read-only');
  }

  /** SQLite's own: it changes when any other connection commits, that of our writer included. */
  get revision(): number {
    return this.execute('pragma data_version', [], 'often').rows[0]!.data_version as number;
  }

  readonly execute = (sql: string, bindings: readonly unknown[], use: Use): Result => {
    if (!this.#isReading) {
      this.#connection.run('BEGIN');
      this.#isReading = true;
      setImmediate(this.letGo);
    }
    return this.#connection.execute(sql, bindings, use);
  };

  /** What is read from now on is what is committed by then; and whoever commits finds nobody in its way. */
  readonly letGo = (): void => {
    if (!this.#isReading) return;
    this.#isReading = false;
    // Some failures end a transaction by themselves.
    if (this.#connection.raw.inTransaction) this.#connection.run('COMMIT');
  };

  close(): void {
    this.letGo();
    this.#connection.close();
  }
}
