import type Sqlite from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { openSqliteFile } from './driver.ts';
import type { StorageHealth } from '../health.ts';
import { toColumn, type Result } from '../knex/queries.ts';
import type { Use } from '../knex/statement.ts';
import type { MakeRow } from '../row-maker.ts';
import { listReader, rowReader, type ListReader } from './rows.ts';
import { tableWrittenBy, WrittenTables } from '../written-tables.ts';

interface Prepared {
  readonly statement: Sqlite.Statement;
  readonly readRow: MakeRow;
  readonly isWriting: boolean;
  /** The result of `tableWrittenBy`. */
  readonly table: string | undefined;
}

const toSqlite = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : toColumn(value));

const maxPrepared = 500;

const resultOf = (rows: Result['rows']): Result => ({ rows, affected: rows.length });

const noRows: MakeRow = () => ({});

/** A connection that prepares each statement once. All calls are synchronous. */
export class SqliteConnection {
  readonly raw: Sqlite.Database;
  readonly #prepared = new LRUCache<string, Prepared>({ max: maxPrepared });
  readonly #lists = new LRUCache<string, ListReader>({ max: maxPrepared });
  readonly #health: StorageHealth;
  #tables = new WrittenTables();

  constructor(file: string, access: 'read-only' | 'read-write', health: StorageHealth) {
    this.#health = health;
    this.raw = openSqliteFile(file, { timeout: 5000 });
    this.raw.pragma('journal_mode = WAL');
    // Set on every connection: in WAL mode better-sqlite3 defaults to NORMAL, which may lose the last commits in a power
    // failure.
    this.raw.pragma('synchronous = FULL');
    this.raw.pragma('foreign_keys = ON');
    // Overwrites what is deleted, so that removed values are not left in free pages of the file.
    this.raw.pragma('secure_delete = ON');
    // 8 MiB instead of 2: otherwise the audit log would evict everything else.
    this.raw.pragma('cache_size = -8192');
    // Keeps the journal of savepoints in memory instead of a temporary file.
    this.raw.pragma('temp_store = MEMORY');
    // Checkpoints the WAL after 16 MiB instead of 4, because most changes are to the same few pages.
    this.raw.pragma('wal_autocheckpoint = 4000');
    // SQLite's `lower` supports only ASCII; PostgreSQL's supports all alphabets.
    this.raw.function('lower', { deterministic: true }, (value: unknown) =>
      typeof value === 'string' ? value.toLowerCase() : value,
    );
    if (access === 'read-only') this.raw.pragma('query_only = ON');
  }

  /** SQLite's `data_version`, which changes with every commit of another connection. */
  get dataVersion(): number {
    return this.run('pragma data_version').rows[0]!.data_version as number;
  }

  /** Returns the tables written since the last call, also by transactions that were rolled back. */
  takeWrittenTables(): WrittenTables {
    const tables = this.#tables;
    this.#tables = new WrittenTables();
    return tables;
  }

  run(sql: string, bindings: readonly unknown[] = []): Result {
    try {
      const { statement, readRow, isWriting, table } = this.#prepare(sql);
      if (isWriting) this.#tables.add(table);
      const values = bindings.map(toSqlite);
      return statement.reader
        ? resultOf((statement.all(...values) as unknown[][]).map(readRow))
        : { rows: [], affected: statement.run(...values).changes };
    } catch (error) {
      throw this.#health.note(error);
    }
  }

  readonly execute = (sql: string, bindings: readonly unknown[], use: Use): Result =>
    (use === 'at-length' ? this.#readList(sql, bindings) : undefined) ?? this.run(sql, bindings);

  /** Moves what is in the log to the file, as far as no transaction reads it, so that the log can begin again. */
  checkpoint(): void {
    try {
      this.raw.pragma('wal_checkpoint(PASSIVE)');
    } catch (error) {
      this.#health.note(error);
    }
  }

  /** Rolls back a transaction that could not be committed, unless the failure has ended it already. */
  rollback(): void {
    try {
      if (this.raw.inTransaction) this.raw.exec('ROLLBACK');
    } catch (error) {
      this.#health.note(error);
    }
  }

  close(): void {
    this.#prepared.clear();
    this.#lists.clear();
    this.raw.close();
  }

  /** Returns undefined for more than `maxRows` rows, or for large rows of more than `maxLength` characters in total. */
  readUpTo(
    { maxRows, maxLength }: { maxRows: number; maxLength: number },
    sql: string,
    bindings: readonly unknown[],
  ): Result | undefined {
    const list = this.#readList(sql, bindings, maxRows + 1);
    if (list) return list.rows.length > maxRows ? undefined : list;
    const rows: Record<string, unknown>[] = [];
    let length = 0;
    for (const { columns, row } of this.#iterate(sql, bindings)) {
      for (const column of columns) if (typeof column === 'string') length += column.length;
      if (length > maxLength || rows.length === maxRows) return undefined;
      rows.push(row());
    }
    return resultOf(rows);
  }

  /** Reads row by row. The connection cannot be used for anything else until the last row is read. */
  *iterate(sql: string, bindings: readonly unknown[]): Generator<Record<string, unknown>> {
    for (const { row } of this.#iterate(sql, bindings)) yield row();
  }

  *#iterate(
    sql: string,
    bindings: readonly unknown[],
  ): Generator<{ columns: readonly unknown[]; row: () => Record<string, unknown> }> {
    try {
      const { statement, readRow } = this.#prepare(sql);
      for (const columns of statement.iterate(...bindings.map(toSqlite)) as Iterable<unknown[]>)
        yield { columns, row: () => readRow(columns) };
    } catch (error) {
      throw this.#health.note(error);
    }
  }

  /** `limit` must be the same for every call with a statement. Returns undefined if there are large values. */
  #readList(sql: string, bindings: readonly unknown[], limit = -1): Result | undefined {
    try {
      let readAll = this.#lists.get(sql);
      if (!readAll) this.#lists.set(sql, (readAll = listReader(this.raw, sql, limit)));
      const rows = readAll(bindings.map(toSqlite));
      return rows && resultOf(rows);
    } catch (error) {
      throw this.#health.note(error);
    }
  }

  #prepare(sql: string): Prepared {
    const cached = this.#prepared.get(sql);
    if (cached) return cached;
    const statement = this.raw.prepare(sql);
    const prepared = {
      statement,
      readRow: statement.reader ? rowReader(statement.raw(true)) : noRows,
      isWriting: !statement.readonly,
      table: tableWrittenBy(sql),
    };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
