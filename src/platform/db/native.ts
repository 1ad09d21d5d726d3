import type { Knex } from 'knex';

export type Dialect = 'better-sqlite3' | 'pg';

export interface Compiled {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

/** What Knex makes of a query. */
export interface KnexSql extends Compiled {
  readonly method?: string;
  readonly pluck?: string;
  readonly returning?: unknown;
  toNative(): Compiled;
}

/** SQLite looks at the value of a bound limit to plan the query, and so plans it anew at each call; one that is written out it plans once. */
const withLiteralLimit = (dialect: Dialect, { sql, bindings }: Compiled): Compiled =>
  dialect === 'better-sqlite3' && bindings.at(-1) === 1 && sql.endsWith(' limit ?') ? { sql: `${sql.slice(0, -1)}1`, bindings: bindings.slice(0, -1) } : { sql, bindings };

/** The statement in the words of the database. */
export const nativeOf = (dialect: Dialect, query: KnexSql): Compiled => withLiteralLimit(dialect, query.toNative());

export const sqlOf = (builder: Knex.QueryBuilder): KnexSql => builder.toSQL();
