import type { Knex } from 'knex';
import { derivedKnex, type SqlBuilder } from './derived-knex.ts';
import { insertSelect } from './insert-select.ts';
import { insertionOf, type Merge } from './insertion.ts';
import { nativeOf, sqlOf, type Compiled, type Dialect, type KnexSql } from './native.ts';
import { isInList, Statement, type Use } from './statement.ts';

export interface Result {
  readonly rows: readonly Record<string, unknown>[];
  readonly affected: number;
}

/**
 * Runs one native statement. SQLite returns its result without a promise, which would cost more than some of the
 * queries. PostgreSQL sends one whose result nobody needs with the next one, or with the commit; its result is empty.
 */
export type Execute = (
  sql: string,
  bindings: readonly unknown[],
  use: Use,
  isUnawaited?: boolean,
) => Result | Promise<Result>;

/**
 * The query builder of the stores: Knex, with statements that are compiled once per process. Knex only builds the SQL;
 * its runner would prepare each statement on every call, and needs a pool, which SQLite does not. A query that is awaited
 * returns what Knex promises, for changes the number of rows.
 */
export interface Db extends SqlBuilder {
  /** Runs a statement that reads. */
  read<Row, Values extends Record<string, unknown>>(statement: Statement<Row, Values>, values: Values): Promise<Row[]>;
  /**
   * Runs a query that may return many or large rows, in no particular order. On SQLite it yields to the event loop.
   */
  read<Row>(query: Knex.QueryBuilder): Promise<Row[]>;
  /** Runs a statement, or a query, that writes. If it fails, so does the transaction. */
  write<Row, Values extends Record<string, unknown>>(statement: Statement<Row, Values>, values: Values): void;
  write(query: Knex.QueryBuilder): void;
  /**
   * Inserts rows that all have the same columns, with JSON as values and not as text; with `merge`, existing rows are
   * changed. If it fails, so does the transaction.
   */
  insert(table: string, rows: readonly object[], merge?: Merge): void;
  /** Returns a condition for `where` like `whereIn`, for lists of any length: SQLite has at most 32,766 parameters. */
  isIn(column: string, items: readonly string[]): (query: Knex.QueryBuilder) => void;
  /** Runs the step just before the commit, once for each key: the last one of all transactions that share the commit. */
  atEnd(key: string, step: (db: Db) => void): void;
}

const reading = new Set(['select', 'first', 'pluck']);

/** Converts the result of the driver to the one that Knex promises for the query. */
const knexResult = (query: KnexSql, { rows, affected }: Result): unknown => {
  if (query.method === 'first') return rows[0];
  if (query.method === 'pluck') return rows.map((row) => row[query.pluck!]);
  if (query.method === 'select' || query.returning || query.method === undefined || query.method === 'raw') return rows;
  return affected;
};

const lists = new Map<string, string>();

/** Escaped characters that PostgreSQL refuses in a JSON list, although it stores them as parameters: half pairs and NUL. */
const unreadable = /\\u(?:0000|d[89a-f])/;

/**
 * Returns several rows as one value for PostgreSQL, which takes half of the processor time of a value for each column;
 * undefined where that is not possible.
 */
const listOf = (dialect: Dialect, rows: readonly object[]): string | undefined => {
  if (dialect !== 'pg' || rows.length < 2) return undefined;
  const json = JSON.stringify(rows);
  return unreadable.test(json) ? undefined : json;
};

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

/** What a unit of work has written, and what it does at its end. */
export interface Writing {
  hasWritten: boolean;
  /** The steps before the commit, by key. */
  readonly lastSteps: Map<string, (db: Db) => void>;
}

export const newWriting = (): Writing => ({ hasWritten: false, lastSteps: new Map() });

/** Runs the steps in an order that is the same in all transactions. */
export const runLastSteps = ({ lastSteps }: Pick<Writing, 'lastSteps'>, db: Db): void => {
  for (const key of [...lastSteps.keys()].sort()) lastSteps.get(key)!(db);
};

/** What a handle works with. */
interface Unit {
  readonly dialect: Dialect;
  readonly execute: Execute;
  /** Without it, the handle cannot write. */
  readonly writing: Writing | undefined;
}

type Handle = Db & { readonly unit: Unit };

const requireWriting = ({ writing }: Unit): Writing => {
  if (!writing) throw new Error('writing needs a transaction');
  return writing;
};

/** Notes a write that did not fail at once: on SQLite, one that fails has written nothing. */
const writeWith = <Returned>(unit: Unit, write: () => Returned): Returned => {
  const writing = requireWriting(unit);
  const result = write();
  writing.hasWritten = true;
  return result;
};

const run = async (unit: Unit, builder: { toSQL(): KnexSql }): Promise<unknown> => {
  const query = builder.toSQL();
  if (Array.isArray(query)) throw new Error('one statement at a time');
  const { sql, bindings } = nativeOf(unit.dialect, query);
  const execute = () => unit.execute(sql, bindings, 'seldom');
  return knexResult(query, await (reading.has(query.method ?? '') ? execute() : writeWith(unit, execute)));
};

const insertPart = (
  db: Handle,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  merge: Merge | undefined,
): void => {
  const { sql, columns } = insertionOf(db.unit.dialect, db, table, rows, merge);
  const bindings = rows.flatMap((row) => columns.map((column) => row[column]));
  void writeWith(db.unit, () => db.unit.execute(sql, bindings, 'often', true));
};

/** Compiles a statement with its values, or a query, which is used as `otherwise`. */
const compile = <Row, Values extends Record<string, unknown>>(
  db: Handle,
  query: Statement<Row, Values> | Knex.QueryBuilder,
  values: Values | undefined,
  otherwise: Use,
): Compiled & { readonly use: Use } =>
  query instanceof Statement
    ? query.compile(db.unit.dialect, db, values!)
    : { ...nativeOf(db.unit.dialect, sqlOf(query)), use: otherwise };

/**
 * What a handle has in addition to Knex. One object for all handles: a request creates several, and assigning these
 * functions to each would take longer than finding a row (`get` of `npm run bench`).
 */
const methods: Omit<Db, keyof SqlBuilder> & ThisType<Handle> = {
  async read<Row, Values extends Record<string, unknown>>(
    query: Statement<Row, Values> | Knex.QueryBuilder,
    values?: Values,
  ) {
    const { sql, bindings, use } = compile(this, query, values, 'at-length');
    const result = this.unit.execute(sql, bindings, use);
    return (result instanceof Promise ? await result : result).rows as unknown as Row[];
  },
  write<Row, Values extends Record<string, unknown>>(
    query: Statement<Row, Values> | Knex.QueryBuilder,
    values?: Values,
  ) {
    const { sql, bindings, use } = compile(this, query, values, 'seldom');
    void writeWith(this.unit, () => this.unit.execute(sql, bindings, use, true));
  },
  insert(table, rows, merge) {
    const { unit } = this;
    requireWriting(unit);
    const list = merge ? undefined : listOf(unit.dialect, rows);
    // Each part is noted on its own: if a later one fails, the earlier ones are written.
    if (list === undefined) for (const part of partsOf(rows)) insertPart(this, table, part, merge);
    else {
      const sql = listInsertionOf(this, table, Object.keys(rows[0]!));
      void writeWith(unit, () => unit.execute(sql, [list], 'often', true));
    }
  },
  isIn(column, items) {
    return isInList(this.unit.dialect, column, items);
  },
  atEnd(key, step) {
    requireWriting(this.unit).lastSteps.set(key, step);
  },
};

/** Without `writing`, the handle cannot write. */
export const createDb = (dialect: Dialect, execute: Execute, writing?: Writing): Db => {
  const unit: Unit = { dialect, execute, writing };
  return derivedKnex(dialect, { unit, run: (builder) => run(unit, builder) }, methods) as Handle;
};

/** Converts objects to JSON text on both databases: the PostgreSQL driver would convert an array to an SQL array. */
export const toColumn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value) ? JSON.stringify(value) : value;
