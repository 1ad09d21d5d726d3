import type { Knex } from 'knex';
import { derivedKnex, type SqlBuilder } from './derived-knex.ts';
import { insertInto, insertionOf, type Merge } from './insertion.ts';
import { nativeOf, sqlOf, type Dialect, type KnexSql } from './native.ts';
import type { Statement, Use } from './statement.ts';

export interface Result {
  readonly rows: readonly Record<string, unknown>[];
  readonly affected: number;
}

/**
 * Runs one native statement. SQLite returns its result without a promise, which would cost more than some of the
 * queries.
 */
export type Execute = (sql: string, bindings: readonly unknown[], use: Use) => Result | Promise<Result>;

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
  /**
   * Inserts rows that all have the same columns, in few statements with only two numbers of rows, because every other
   * number would be another statement to compile and prepare. With `merge`, existing rows are changed.
   */
  insertRows(table: string, rows: readonly object[], merge?: Merge): Promise<void>;
  /** Runs the step at the end of the transaction, just before the commit; once for each key. */
  beforeCommit(key: string, step: (db: Db) => Promise<unknown>): void;
}

const reading = new Set(['select', 'first', 'pluck']);

/** Converts the result of the driver to the one that Knex promises for the query. */
const knexResult = (query: KnexSql, { rows, affected }: Result): unknown => {
  if (query.method === 'first') return rows[0];
  if (query.method === 'pluck') return rows.map((row) => row[query.pluck!]);
  if (query.method === 'select' || query.returning || query.method === undefined || query.method === 'raw') return rows;
  return affected;
};

const writingNeedsATransaction = (): Error => new Error('writing needs a transaction');

const rowsAtOnce = 50;

/** `lastSteps` collects the steps before the commit; without it, the handle cannot write. */
export const createDb = (
  dialect: Dialect,
  execute: Execute,
  lastSteps?: Map<string, (db: Db) => Promise<unknown>>,
): Db => {
  const run = async (builder: { toSQL(): KnexSql }): Promise<unknown> => {
    const query = builder.toSQL();
    if (Array.isArray(query)) throw new Error('one statement at a time');
    if (!lastSteps && !reading.has(query.method ?? '')) throw writingNeedsATransaction();
    const { sql, bindings } = nativeOf(dialect, query);
    return knexResult(query, await execute(sql, bindings, 'seldom'));
  };
  const knex = derivedKnex(dialect, run);
  const insert = async (table: string, rows: readonly object[], merge?: Merge): Promise<void> => {
    const { sql, columns } = insertionOf(dialect, knex, table, rows, merge);
    const bindings: unknown[] = [];
    for (const row of rows) for (const column of columns) bindings.push((row as Record<string, unknown>)[column]);
    await execute(sql, bindings, 'often');
  };

  return Object.assign(knex, {
    prepared: async <Row, Values extends Record<string, unknown>>(
      statement: Statement<Row, Values>,
      values: Values,
    ): Promise<Row[]> => {
      const { sql, bindings, use } = statement.compile(dialect, knex, values);
      const result = execute(sql, bindings, use);
      return (result instanceof Promise ? await result : result).rows as unknown as Row[];
    },
    atLength: async <Row>(query: Knex.QueryBuilder): Promise<Row[]> => {
      const { sql, bindings } = nativeOf(dialect, sqlOf(query));
      return (await execute(sql, bindings, 'at-length')).rows as unknown as Row[];
    },
    insertRows: async (table: string, rows: readonly object[], merge?: Merge): Promise<void> => {
      if (!lastSteps) throw writingNeedsATransaction();
      const whole = rows.length - (rows.length % rowsAtOnce);
      for (let start = 0; start < whole; start += rowsAtOnce)
        await insert(table, rows.slice(start, start + rowsAtOnce), merge);
      const rest = rows.slice(whole);
      // Single rows cost nothing extra on SQLite, but a round trip each on PostgreSQL.
      if (dialect === 'pg' && rest.length > 1) await insertInto(knex, table, rest, merge);
      else for (const row of rest) await insert(table, [row], merge);
    },
    beforeCommit: (key: string, step: (db: Db) => Promise<unknown>): void => {
      if (!lastSteps) throw writingNeedsATransaction();
      lastSteps.set(key, step);
    },
  });
};

/** Converts objects to JSON text on both databases: the PostgreSQL driver would convert an array to an SQL array. */
export const toColumn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value) ? JSON.stringify(value) : value;
