import knexFactory, { type Knex } from 'knex';

export interface Result {
  readonly rows: readonly Record<string, unknown>[];
  readonly affected: number;
}

/** Runs one native statement; `isHot` marks those worth preparing on the server. */
export type Execute = (sql: string, bindings: readonly unknown[], isHot: boolean) => Promise<Result>;

export type Dialect = 'better-sqlite3' | 'pg';

/**
 * Knex as stores use it, with one addition: statements that are compiled once per process.
 * Knex builds the SQL; running it is ours, because its runner prepares anew on every call and holds a pool we do not want on SQLite.
 */
export type Db = Knex & {
  prepared<Row, Values extends Record<string, unknown>>(statement: Statement<Row, Values>, values: Values): Promise<Row[]>;
};

interface Compiled {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

interface KnexSql extends Compiled {
  readonly method?: string;
  readonly pluck?: string;
  readonly returning?: unknown;
  toNative(): Compiled;
}

const placeholder = /^\u0000param:(.+)$/;

/** A query of the hot path, built once. `param('x')` stands for what `values.x` will be at each call. */
export class Statement<Row, Values extends Record<string, unknown>> {
  declare readonly row: Row;
  readonly #build: (db: Knex, param: (name: keyof Values & string) => string) => Knex.QueryBuilder;
  readonly #compiled = new Map<Dialect, Compiled>();

  constructor(build: (db: Knex, param: (name: keyof Values & string) => string) => Knex.QueryBuilder) {
    this.#build = build;
  }

  compile(dialect: Dialect, db: Knex, values: Values): Compiled {
    let compiled = this.#compiled.get(dialect);
    if (!compiled) {
      compiled = (this.#build(db, (name) => `\0param:${name}`).toSQL() as unknown as KnexSql).toNative();
      this.#compiled.set(dialect, compiled);
    }
    const bindings = compiled.bindings.map((binding) => {
      const name = typeof binding === 'string' ? placeholder.exec(binding)?.[1] : undefined;
      return name === undefined ? binding : values[name];
    });
    return { sql: compiled.sql, bindings };
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

export const createDb = (dialect: Dialect, execute: Execute, access: 'read-only' | 'read-write'): Db => {
  const knex = knexFactory({ client: dialect, useNullAsDefault: true });

  const run = async (builder: { toSQL(): KnexSql }): Promise<unknown> => {
    const query = builder.toSQL();
    if (Array.isArray(query)) throw new Error('one statement at a time');
    if (access === 'read-only' && !reading.has(query.method ?? '')) throw new Error('writing needs a transaction');
    const { sql, bindings } = query.toNative();
    return answer(query, await execute(sql, bindings, false));
  };

  (knex.client as { runner: unknown }).runner = (builder: { toSQL(): KnexSql }) => ({ run: () => run(builder) });

  return Object.assign(knex, {
    prepared: async <Row, Values extends Record<string, unknown>>(statement: Statement<Row, Values>, values: Values): Promise<Row[]> => {
      const { sql, bindings } = statement.compile(dialect, knex, values);
      return (await execute(sql, bindings, true)).rows as unknown as Row[];
    },
  });
};

/** JSON goes in as text on both databases: the PostgreSQL driver would read an array as an SQL array. */
export const toColumn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Buffer.isBuffer(value) ? JSON.stringify(value) : value;
