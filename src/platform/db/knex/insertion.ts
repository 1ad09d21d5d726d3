import type { Knex } from 'knex';
import type { SqlBuilder } from './derived-knex.ts';
import { nativeOf, sqlOf, type Dialect } from './native.ts';

interface Insertion {
  readonly sql: string;
  /** In the order of the parameters. */
  readonly columns: readonly string[];
}

/** The columns to change in rows that exist already. */
export interface Merge {
  readonly onConflict: string;
  readonly columns: readonly string[];
}

const insertions = new Map<string, Insertion>();

/** Builds the insertion, which changes rows that exist already if there is a merge. */
const insertInto = (
  db: SqlBuilder,
  table: string,
  rows: readonly object[],
  merge: Merge | undefined,
): Knex.QueryBuilder => {
  const query: Knex.QueryBuilder = db<object>(table).insert([...rows]);
  return merge ? query.onConflict(merge.onConflict).merge([...merge.columns]) : query;
};

/** Compiles the insertion, once for each number of rows and set of columns. */
export const insertionOf = (
  dialect: Dialect,
  db: SqlBuilder,
  table: string,
  rows: readonly object[],
  merge: Merge | undefined,
): Insertion => {
  const names = Object.keys(rows[0]!);
  const key = `${dialect} ${table} ${rows.length} ${names.join()} ${merge?.columns.join() ?? ''}`;
  let insertion = insertions.get(key);
  if (!insertion) {
    // Knex puts the columns in alphabetical order.
    const columns = names.sort();
    const row = Object.fromEntries(columns.map((column) => [column, '']));
    const query = insertInto(
      db,
      table,
      Array.from(rows, () => row),
      merge,
    );
    insertion = { sql: nativeOf(dialect, sqlOf(query)).sql, columns };
    insertions.set(key, insertion);
  }
  return insertion;
};
