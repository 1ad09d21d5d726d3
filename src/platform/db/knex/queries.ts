import type { Knex } from 'knex';
import { derivedKnex, type SqlBuilder } from './derived-knex.ts';
import { insertSelect } from './insert-select.ts';
import { insertionOf, type Merge } from './insertion.ts';
import { nativeOf, sqlOf, type Dialect, type KnexSql } from './native.ts';
import { isInList, type Statement, type Use } from './statement.ts';

export interface Result {
  readonly rows: readonly Record<string, unknown>[];
  readonly affected: number;
}

/**
 * Runs one native statement. SQLite returns its result without a promise, which would cost more than some of the
 * queries. PostgreSQL sends a `held` statement with the next one, and its result is empty; of equal ones that are held
 * `once`, one is enough in transactions that share a commit.
 */
export type Execute = (sql: string, bindings: readonly unknown[], use: Use, sending?: Held) => Result | Promise<Result>;

type Held = 'held' | 'once';

/** With which transactions one may share its commit, and the id of the row that it locks. */
export interface Sharing {
  readonly key: string;
  readonly locked: string;
}

/**
 * The query builder of the stores: Knex, with statements that are compiled once per process. Knex only builds the SQL;
 * its runner would prepare each statement on every call, and needs a pool, which SQLite does not.
 */
export interface Db extends SqlBuilder {
  prepared<Row, Values extends Record<string, unknown>>(
    statement: Statement<Row, Values>,
    values: Values,
  ): Promise<Row[]>;
  /**
   * Runs a query that may return many or large rows, in no particular order. On SQLite it yields to the event loop.
   */
  atLength<Row>(query: Knex.QueryBuilder): Promise<Row[]>;
  /** Returns a condition for `where` like `whereIn`, for lists of any length: SQLite has at most 32,766 parameters. */
  isIn(column: string, items: readonly string[]): (query: Knex.QueryBuilder) => void;
  /**
   * Inserts rows that all have the same columns, in few statements with only two numbers of rows, because every other
   * number would be another statement to compile and prepare. With `merge`, existing rows are changed.
   */
  insertRows(table: string, rows: readonly object[], merge?: Merge): Promise<void>;
  /**
   * Inserts many rows of texts, numbers and JSON that all have the same columns. On PostgreSQL they are one value of one
   * statement, however many they are, which takes half of the processor time of a value for each column.
   */
  insertList(table: string, rows: readonly object[]): Promise<void>;
  /**
   * Runs a statement whose result nobody needs: on PostgreSQL without a round trip of its own, with the next statement
   * that is awaited or with the commit. If it fails, so does the transaction.
   */
  enqueue<Row, Values extends Record<string, unknown>>(statement: Statement<Row, Values>, values: Values): void;
  /** The same for a query that is built at each call. */
  enqueueQuery(query: Knex.QueryBuilder): void;
  /** The same for rows to insert. */
  enqueueRows(table: string, rows: readonly object[], merge?: Merge): void;
  /**
   * Fails the transaction unless the query finds a row: it then runs again, as a retry. For what was read without a lock;
   * it is sent like an enqueued statement. On SQLite nothing can have changed since it was read, so nothing is checked.
   * With `once`, the check also holds for transactions with which this one shares its commit: it locks what it finds.
   */
  enqueueCheck<Row, Values extends Record<string, unknown>>(
    statement: Statement<Row, Values>,
    values: Values,
    sending?: Held,
  ): void;
  /** Enqueues a change with `returning` that has to find a row; otherwise the transaction fails and runs again. */
  enqueueChange<Row, Values extends Record<string, unknown>>(statement: Statement<Row, Values>, values: Values): void;
  /**
   * Locks the names until the transaction ends; the next statement runs once the locks are granted. On PostgreSQL they
   * are advisory locks: locking a row for many readers writes to it. SQLite has one writer at a time, and no such lock.
   */
  lockNames(mode: 'shared' | 'exclusive', ...names: readonly [string, ...string[]]): void;
  /**
   * Lets transactions with the same key share one commit, on PostgreSQL: those that would wait for each other anyway,
   * and await none of their own statements. `locked` is what the transaction locks, besides what all with that key do.
   * SQLite commits in groups without it.
   */
  shareCommit(sharing: Sharing): void;
  /** Runs the step at the end of the transaction, just before the commit; once for each key. */
  beforeCommit(key: string, step: (db: Db) => void): void;
}

const reading = new Set(['select', 'first', 'pluck']);

/** Converts the result of the driver to the one that Knex promises for the query. */
const knexResult = (query: KnexSql, { rows, affected }: Result): unknown => {
  if (query.method === 'first') return rows[0];
  if (query.method === 'pluck') return rows.map((row) => row[query.pluck!]);
  if (query.method === 'select' || query.returning || query.method === undefined || query.method === 'raw') return rows;
  return affected;
};

const lockFunctions = { shared: 'pg_advisory_xact_lock_shared', exclusive: 'pg_advisory_xact_lock' };

const lockNamesSql = (mode: keyof typeof lockFunctions, names: readonly string[]): string =>
  `select ${names.map((_, index) => `${lockFunctions[mode]}(hashtextextended($${index + 1}, 0))`).join(', ')}`;

const checks = new Map<string, string>();

/** Returns the statement that fails with a serialization failure unless the query, or the change, finds a row. */
const checkOf = (sql: string): string => {
  let check = checks.get(sql);
  if (check === undefined) {
    check = sql.startsWith('update ')
      ? `with changed as (${sql}) select require_found(exists(select 1 from changed))`
      : `select require_found(exists(${sql}))`;
    checks.set(sql, check);
  }
  return check;
};

const lists = new Map<string, string>();

/** Escaped characters that PostgreSQL refuses in a JSON list, although it stores them as parameters: half pairs and NUL. */
const unreadable = /\\u(?:0000|d[89a-f])/;

/** Returns the statement that inserts the rows of a JSON list; PostgreSQL converts the values to the types of the table. */
const listInsertionOf = (db: SqlBuilder, table: string, names: readonly string[]): string => {
  const key = `${table} ${names.join()}`;
  let sql = lists.get(key);
  if (sql === undefined) {
    const source = db.raw('json_populate_recordset(null::??, ?)', [table, '']);
    const insertion = insertSelect(db, table, Object.fromEntries(names.map((name) => [name, name])), db.from(source));
    lists.set(key, (sql = nativeOf('pg', sqlOf(insertion)).sql));
  }
  return sql;
};

const rowsAtOnce = 50;

/** Divides the rows into as many groups of the full size as possible, and single rows. */
function* partsOf(rows: readonly object[]): Generator<readonly Readonly<Record<string, unknown>>[]> {
  const all = rows as readonly Readonly<Record<string, unknown>>[];
  const whole = all.length - (all.length % rowsAtOnce);
  for (let start = 0; start < whole; start += rowsAtOnce) yield all.slice(start, start + rowsAtOnce);
  for (const row of all.slice(whole)) yield [row];
}

/** What a transaction does at its end. */
export interface Ending {
  /** The steps before the commit, by key. */
  readonly lastSteps: Map<string, (db: Db) => void>;
  sharing?: Sharing;
}

export type SharedEnding = Ending & { readonly sharing: Sharing };

export const isSharing = (ending: Ending): ending is SharedEnding => ending.sharing !== undefined;

/** Runs the steps in an order that is the same in all transactions, so that no two deadlock. */
export const runLastSteps = ({ lastSteps }: Pick<Ending, 'lastSteps'>, db: Db): void => {
  for (const key of [...lastSteps.keys()].sort()) lastSteps.get(key)!(db);
};

/** What a handle works with. */
interface Unit {
  readonly dialect: Dialect;
  readonly execute: Execute;
  /** Without it, the handle cannot write. */
  readonly ending: Ending | undefined;
}

type Handle = Db & { readonly unit: Unit };

const run = async ({ dialect, execute, ending }: Unit, builder: { toSQL(): KnexSql }): Promise<unknown> => {
  const query = builder.toSQL();
  if (Array.isArray(query)) throw new Error('one statement at a time');
  if (!reading.has(query.method ?? '')) requireEnding(ending);
  const { sql, bindings } = nativeOf(dialect, query);
  return knexResult(query, await execute(sql, bindings, 'seldom'));
};

const requireEnding = (ending: Ending | undefined): Ending => {
  if (!ending) throw new Error('writing needs a transaction');
  return ending;
};

const insert = (
  db: Handle,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  merge: Merge | undefined,
  sending?: Held,
): Result | Promise<Result> => {
  const { sql, shared, columns } = insertionOf(db.unit.dialect, db, table, rows, merge);
  const bindings = shared.map((column) => rows[0]![column]);
  for (const row of rows) for (const column of columns) bindings.push(row[column]);
  return db.unit.execute(sql, bindings, 'often', sending);
};

/**
 * What a handle has in addition to Knex. One object for all handles: a request creates several, and assigning these
 * functions to each would take longer than finding a row (`get` of `npm run bench`).
 */
const methods: Omit<Db, keyof SqlBuilder> & ThisType<Handle> = {
  async prepared<Row, Values extends Record<string, unknown>>(statement: Statement<Row, Values>, values: Values) {
    const { sql, bindings, use } = statement.compile(this.unit.dialect, this, values);
    const result = this.unit.execute(sql, bindings, use);
    return (result instanceof Promise ? await result : result).rows as unknown as Row[];
  },
  async atLength<Row>(query: Knex.QueryBuilder) {
    const { sql, bindings } = nativeOf(this.unit.dialect, sqlOf(query));
    return (await this.unit.execute(sql, bindings, 'at-length')).rows as unknown as Row[];
  },
  isIn(column, items) {
    return isInList(this.unit.dialect, column, items);
  },
  async insertRows(table, rows, merge) {
    requireEnding(this.unit.ending);
    const parts = [...partsOf(rows)];
    // Only the last one is awaited: the others have failed before it, or not at all.
    for (const part of parts.slice(0, -1)) void insert(this, table, part, merge, 'held');
    if (parts.length > 0) await insert(this, table, parts.at(-1)!, merge);
  },
  async insertList(table, rows) {
    requireEnding(this.unit.ending);
    const json = this.unit.dialect === 'pg' && rows.length > 1 ? JSON.stringify(rows) : undefined;
    if (json === undefined || unreadable.test(json)) return this.insertRows(table, rows);
    await this.unit.execute(listInsertionOf(this, table, Object.keys(rows[0]!)), [json], 'often');
  },
  enqueue(statement, values) {
    requireEnding(this.unit.ending);
    const { sql, bindings, use } = statement.compile(this.unit.dialect, this, values);
    void this.unit.execute(sql, bindings, use, 'held');
  },
  enqueueQuery(query) {
    requireEnding(this.unit.ending);
    const { sql, bindings } = nativeOf(this.unit.dialect, sqlOf(query));
    void this.unit.execute(sql, bindings, 'seldom', 'held');
  },
  enqueueRows(table, rows, merge) {
    requireEnding(this.unit.ending);
    for (const part of partsOf(rows)) void insert(this, table, part, merge, 'held');
  },
  enqueueCheck(statement, values, sending = 'held') {
    const { dialect, execute, ending } = this.unit;
    requireEnding(ending);
    if (dialect !== 'pg') return;
    const { sql, bindings } = statement.compile(dialect, this, values);
    void execute(checkOf(sql), bindings, 'often', sending);
  },
  enqueueChange(statement, values) {
    const { dialect, execute, ending } = this.unit;
    requireEnding(ending);
    const { sql, bindings, use } = statement.compile(dialect, this, values);
    void execute(dialect === 'pg' ? checkOf(sql) : sql, bindings, use, 'held');
  },
  lockNames(mode, ...names) {
    const { dialect, execute, ending } = this.unit;
    requireEnding(ending);
    if (dialect === 'pg') void execute(lockNamesSql(mode, names), names, 'often', 'once');
  },
  shareCommit(sharing) {
    requireEnding(this.unit.ending).sharing = sharing;
  },
  beforeCommit(key, step) {
    requireEnding(this.unit.ending).lastSteps.set(key, step);
  },
};

/** Without an `ending`, the handle cannot write. */
export const createDb = (dialect: Dialect, execute: Execute, ending?: Ending): Db => {
  const unit: Unit = { dialect, execute, ending };
  return derivedKnex(dialect, { unit, run: (builder) => run(unit, builder) }, methods) as Handle;
};

/** Converts objects to JSON text on both databases: the PostgreSQL driver would convert an array to an SQL array. */
export const toColumn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value) ? JSON.stringify(value) : value;
