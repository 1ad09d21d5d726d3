import type { Knex } from 'knex';
import { nativeOf, sqlOf, type Dialect } from './native.ts';

const insertions = new Map<string, string>();

/** The statement that puts in so many rows, compiled once. Knex puts the columns in alphabetical order, and so has whoever brings the values. */
export const insertion = (dialect: Dialect, knex: Knex, table: string, columns: readonly string[], count: number): string => {
  const name = [dialect, table, count, ...columns].join(' ');
  let sql = insertions.get(name);
  if (sql === undefined) {
    const row = Object.fromEntries(columns.map((column) => [column, '']));
    sql = nativeOf(dialect, sqlOf(knex(table).insert(Array.from({ length: count }, () => row)))).sql;
    insertions.set(name, sql);
  }
  return sql;
};
