import type { Knex } from 'knex';
import type { SqlBuilder } from './derived-knex.ts';
import { nativeOf, sqlOf, type Dialect } from './native.ts';

interface Insertion {
  readonly sql: string;
  /** In the order of the parameters of each row. */
  readonly columns: readonly string[];
}

/** The columns to change in rows that exist already. */
export interface Merge {
  readonly onConflict: string;
  readonly columns: readonly string[];
}

/** What an insertion was compiled for. */
interface Form {
  readonly dialect: Dialect;
  readonly count: number;
  /** The columns in the order of the rows' properties. */
  readonly names: readonly string[];
  readonly merge: Merge | undefined;
}

/** By table. */
const insertions = new Map<string, (Form & Insertion)[]>();

const areEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, index) => name === other[index]);

const isSameForm = (one: Form, other: Form): boolean =>
  one.count === other.count &&
  one.dialect === other.dialect &&
  areEqual(one.names, other.names) &&
  areEqual(one.merge?.columns ?? [], other.merge?.columns ?? []);

const compile = (db: SqlBuilder, table: string, { dialect, count, names, merge }: Form): Insertion => {
  const row = Object.fromEntries(names.map((column) => [column, '']));
  const query: Knex.QueryBuilder = db<object>(table).insert(Array.from({ length: count }, () => row));
  const { sql } = nativeOf(
    dialect,
    sqlOf(merge ? query.onConflict(merge.onConflict).merge([...merge.columns]) : query),
  );
  // Knex puts the columns in alphabetical order.
  return { sql, columns: [...names].sort() };
};

/** Compiles the insertion, once for each number of rows and set of columns; with `merge` it changes existing rows. */
export const insertionOf = (
  dialect: Dialect,
  db: SqlBuilder,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
  merge: Merge | undefined,
): Insertion => {
  const form = { dialect, count: rows.length, names: Object.keys(rows[0]!), merge };
  const known = insertions.get(table) ?? [];
  // Comparing names is cheaper than a key made of all of them.
  const found = known.find((each) => isSameForm(each, form));
  if (found) return found;
  const insertion = { ...form, ...compile(db, table, form) };
  insertions.set(table, [...known, insertion]);
  return insertion;
};
