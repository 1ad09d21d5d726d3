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

/**
 * SQLite looks at the value of a bound limit to plan the query, and so plans it anew at each call. It plans once what
 * has its limit written out, as the one row of `first` has, or has it as the value of an expression.
 */
const withUnseenLimit = ({ sql, bindings }: Compiled): Compiled =>
  bindings.at(-1) === 1 && sql.endsWith(' limit ?')
    ? { sql: `${sql.slice(0, -1)}1`, bindings: bindings.slice(0, -1) }
    : { sql: sql.replace(/ limit \?( offset \?)?$/, ' limit +?$1'), bindings };

/** The statement in the words of the database. */
export const nativeOf = (dialect: Dialect, query: KnexSql): Compiled => {
  const native = query.toNative();
  return dialect === 'better-sqlite3' ? withUnseenLimit(native) : native;
};

export const sqlOf = (builder: Knex.QueryBuilder): KnexSql => builder.toSQL();
