import type { Writer } from '../group-commit.ts';
import type { Execute } from '../knex/queries.ts';
import type { SqliteConnection } from './connection.ts';
import type { WrittenTables } from '../written-tables.ts';

/** Commits what wrote to these tables. */
export type Commit = (commit: () => void, tables: WrittenTables) => void;

/** The one connection that writes to the file. Errors do not end its transactions. */
export class SqliteWriter implements Writer {
  readonly dialect = 'better-sqlite3';
  readonly execute: Execute;
  readonly isFailed = false;
  readonly #connection: SqliteConnection;
  readonly #commit: Commit;

  constructor(connection: SqliteConnection, commit: Commit) {
    this.#connection = connection;
    this.#commit = commit;
    this.execute = connection.execute;
  }

  /** A full disk, for example, ends the transaction and its savepoints. */
  get isOver(): boolean {
    return !this.#connection.raw.inTransaction;
  }

  begin(): void {
    this.#connection.run('BEGIN IMMEDIATE');
  }

  commit(): void {
    this.#commit(() => this.#connection.run('COMMIT'), this.#connection.takeWrittenTables());
  }

  rollback(): void {
    this.#connection.rollback();
  }

  savepoint(): void {
    this.#connection.run('SAVEPOINT unit');
  }

  release(): void {
    this.#connection.run('RELEASE unit');
  }

  rollbackToSavepoint(): void {
    this.#connection.run('ROLLBACK TO unit');
    this.#connection.run('RELEASE unit');
  }
}
