import type { Knex } from 'knex';
import type { SqlBuilder } from './derived-knex.ts';

/** Builds an insertion of the rows of a query; `columns` maps the columns of the table to those of the query. */
export const insertSelect = (
  db: SqlBuilder,
  table: string,
  columns: Readonly<Record<string, string | Knex.Raw>>,
  rows: Knex.QueryBuilder,
): Knex.QueryBuilder => {
  const names = Object.keys(columns);
  const into = db.raw(`?? (${names.map(() => '??').join(', ')})`, [table, ...names]);
  return db<object>(into as never).insert(rows.select(Object.values(columns)) as never) as Knex.QueryBuilder;
};
