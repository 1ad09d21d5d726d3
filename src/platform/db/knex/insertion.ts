import type { Knex } from 'knex';
import { nativeOf, sqlOf, type Dialect } from './native.ts';

interface Insertion {
  readonly sql: string;
  /** In the order in which the statement wants their values. */
  readonly columns: readonly string[];
}

const insertions = new Map<string, Insertion>();

/**
 * The statement that puts in so many rows, compiled once for whole rows of a table: those with the same number of
 * columns have the same ones.
 */
export const insertionOf = (dialect: Dialect, knex: Knex, table: string, rows: readonly object[]): Insertion => {
  const names = Object.keys(rows[0]!);
  const key = `${dialect} ${table} ${names.length} ${rows.length}`;
  let insertion = insertions.get(key);
  if (!insertion) {
    // Knex puts the columns in alphabetical order.
    const columns = names.sort();
    const row = Object.fromEntries(columns.map((column) => [column, '']));
    insertion = { sql: nativeOf(dialect, sqlOf(knex(table).insert(Array.from(rows, () => row)))).sql, columns };
    insertions.set(key, insertion);
  }
  return insertion;
};
