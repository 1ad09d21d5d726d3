import knexFactory, { type Knex } from 'knex';

export interface Result {
  readonly rows: readonly Record<string, unknown>[];
  readonly affected: number;
}

/** How a statement is used: those that are used often are worth preparing, and `at-length` gives many rows, in no order. */
export type Use = 'seldom' | 'often' | 'at-length';

/** Runs one native statement. */
export type Execute = (sql: string, bindings: readonly unknown[], use: Use) => Promise<Result>;

export type Dialect = 'better-sqlite3' | 'pg';

/**
 * Knex as stores use it, with one addition: statements that are compiled once per process.
 * Knex builds the SQL; running it is ours, because its runner prepares anew on every call and holds a pool we do not want on SQLite.
 */
export type Db = Knex & {
  prepared<Row, Values extends Record<string, unknown>>(statement: Statement<Row, Values>, values: Values): Promise<Row[]>;
  /** Whole rows, each with the same columns: in few statements, and of only two lengths, for every other length would be one more to compile and prepare. */
  insertRows(table: string, rows: readonly object[]): Promise<void>;
};

interface Compiled {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

/** Where in a compiled statement a value of the call goes. */
interface Slot {
  readonly index: number;
  readonly name: string;
}

interface KnexSql extends Compiled {
  readonly method?: string;
  readonly pluck?: string;
  readonly returning?: unknown;
  toNative(): Compiled;
}

/** SQLite looks at the value of a bound limit to plan the query, and so plans it anew at each call; one that is written out it plans once. */
const withLiteralLimit = (dialect: Dialect, { sql, bindings }: Compiled): Compiled =>
  dialect === 'better-sqlite3' && bindings.at(-1) === 1 && sql.endsWith(' limit ?') ? { sql: `${sql.slice(0, -1)}1`, bindings: bindings.slice(0, -1) } : { sql, bindings };

const placeholder = /^\u0000param:(.+)$/;

/** A query of the hot path, built once. `param('x')` stands for what `values.x` will be at each call. */
export class Statement<Row, Values extends Record<string, unknown>> {
  declare readonly row: Row;
  readonly use: Exclude<Use, 'seldom'>;
  readonly #build: (db: Knex, param: (name: keyof Values & string) => string) => Knex.QueryBuilder;
  readonly #compiled = new Map<Dialect, Compiled & { readonly slots: readonly Slot[] }>();

  constructor(build: (db: Knex, param: (name: keyof Values & string) => string) => Knex.QueryBuilder, use: Exclude<Use, 'seldom'> = 'often') {
    this.#build = build;
    this.use = use;
  }

  compile(dialect: Dialect, db: Knex, values: Values): Compiled {
    const { sql, bindings, slots } = this.#compiled.get(dialect) ?? this.#compileFirst(dialect, db);
    const filled = [...bindings];
    for (const { index, name } of slots) filled[index] = values[name];
    return { sql, bindings: filled };
  }

  #compileFirst(dialect: Dialect, db: Knex): Compiled & { readonly slots: readonly Slot[] } {
    const { sql, bindings } = withLiteralLimit(dialect, (this.#build(db, (name) => `\0param:${name}`).toSQL() as unknown as KnexSql).toNative());
    const slots = bindings.flatMap((binding, index) => {
      const name = typeof binding === 'string' ? placeholder.exec(binding)?.[1] : undefined;
      return name === undefined ? [] : [{ index, name }];
    });
    const compiled = { sql, bindings, slots };
    this.#compiled.set(dialect, compiled);
    return compiled;
  }
}

const reading = new Set(['select', 'first', 'pluck']);

/** What awaiting a Knex query gives, from what the driver gave. */
const answer = (query: KnexSql, { rows, affected }: Result): unknown => {
  if (query.method === 'first') return rows[0];
  if (query.method === 'pluck') return rows.map((row) => row[query.pluck!]);
  if (query.method === 'select' || query.returning || query.method === undefined || query.method === 'raw') return rows;
  return affected;
};

interface KnexContext {
  client: object;
  queryBuilder(): { table(name: string): unknown };
}

type WholeKnex = Knex & { context: KnexContext };

const bases = new Map<Dialect, WholeKnex>();

const baseOf = (dialect: Dialect): WholeKnex => {
  let base = bases.get(dialect);
  if (!base) bases.set(dialect, (base = knexFactory({ client: dialect, useNullAsDefault: true }) as WholeKnex));
  return base;
};

/**
 * A Knex that runs its queries in its own way, on the shoulders of one that is made once.
 * Making a whole one for each unit of work took longer than the work.
 */
const derivedKnex = (dialect: Dialect, run: (builder: { toSQL(): KnexSql }) => Promise<unknown>): Knex => {
  const base = baseOf(dialect);
  const runner = (builder: { toSQL(): KnexSql }) => ({ run: () => run(builder) });
  const client = Object.assign(Object.create(base.client as object) as object, { runner });
  const context = Object.assign(Object.create(base.context) as KnexContext, { client });
  const knex = (table: string): unknown => context.queryBuilder().table(table);
  return Object.assign(Object.setPrototypeOf(knex, base) as WholeKnex, { context });
};

const rowsAtOnce = 50;
const insertions = new Map<string, string>();

/** Knex puts the columns in alphabetical order. */
const insertion = (dialect: Dialect, knex: Knex, table: string, columns: readonly string[], count: number): string => {
  const name = [dialect, table, count, ...columns].join(' ');
  let sql = insertions.get(name);
  if (sql === undefined) {
    const row = Object.fromEntries(columns.map((column) => [column, '']));
    sql = (knex(table).insert(Array.from({ length: count }, () => row)).toSQL() as unknown as KnexSql).toNative().sql;
    insertions.set(name, sql);
  }
  return sql;
};

export const createDb = (dialect: Dialect, execute: Execute, access: 'read-only' | 'read-write'): Db => {
  const run = async (builder: { toSQL(): KnexSql }): Promise<unknown> => {
    const query = builder.toSQL();
    if (Array.isArray(query)) throw new Error('one statement at a time');
    if (access === 'read-only' && !reading.has(query.method ?? '')) throw new Error('writing needs a transaction');
    const { sql, bindings } = withLiteralLimit(dialect, query.toNative());
    return answer(query, await execute(sql, bindings, 'seldom'));
  };
  const knex = derivedKnex(dialect, run);
  const insert = async (table: string, rows: readonly object[]): Promise<void> => {
    const columns = Object.keys(rows[0]!).sort();
    const bindings = rows.flatMap((row) => columns.map((column) => (row as Record<string, unknown>)[column]));
    await execute(insertion(dialect, knex, table, columns, rows.length), bindings, 'often');
  };

  return Object.assign(knex, {
    prepared: async <Row, Values extends Record<string, unknown>>(statement: Statement<Row, Values>, values: Values): Promise<Row[]> => {
      const { sql, bindings } = statement.compile(dialect, knex, values);
      return (await execute(sql, bindings, statement.use)).rows as unknown as Row[];
    },
    insertRows: async (table: string, rows: readonly object[]): Promise<void> => {
      const whole = rows.length - (rows.length % rowsAtOnce);
      for (let start = 0; start < whole; start += rowsAtOnce) await insert(table, rows.slice(start, start + rowsAtOnce));
      for (const row of rows.slice(whole)) await insert(table, [row]);
    },
  });
};

/** JSON goes in as text on both databases: the PostgreSQL driver would read an array as an SQL array. */
export const toColumn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value) ? JSON.stringify(value) : value;
