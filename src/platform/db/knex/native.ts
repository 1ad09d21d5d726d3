import type { Knex } from 'knex';

export type Dialect = 'better-sqlite3' | 'pg';

export interface Compiled {
  readonly sql: string;
  readonly bindings: readonly unknown[];
}

/** A query that Knex has compiled. */
export interface KnexSql extends Compiled {
  readonly method?: string;
  readonly pluck?: string;
  readonly returning?: unknown;
  toNative(): Compiled;
}

/**
 * SQLite plans a query with a bound limit again at each call, because it uses the value of the limit. It plans once if
 * the limit is a literal, as for `first`, or an expression.
 */
const withPlannedLimit = ({ sql, bindings }: Compiled): Compiled =>
  bindings.at(-1) === 1 && sql.endsWith(' limit ?')
    ? { sql: `${sql.slice(0, -1)}1`, bindings: bindings.slice(0, -1) }
    : { sql: sql.replace(/ limit \?( offset \?)?$/, ' limit +?$1'), bindings };

/** Returns the statement in the dialect of the database. */
export const nativeOf = (dialect: Dialect, query: KnexSql): Compiled => {
  const native = query.toNative();
  return dialect === 'better-sqlite3' ? withPlannedLimit(native) : native;
};

export const sqlOf = (builder: Knex.QueryBuilder): KnexSql => builder.toSQL();
