import type Sqlite from 'better-sqlite3';
import { rowMaker, type MakeRow } from '../row-maker.ts';

export type ListReader = (bindings: readonly unknown[]) => Record<string, unknown>[] | undefined;

/** SQLite stores booleans as 0 and 1 and JSON as text; the declared type of the column distinguishes them. */
const kinds: Readonly<Record<string, (value: never) => unknown>> = {
  boolean: (value) => value === 1,
  json: (value) => JSON.parse(value) as unknown,
};

const kindOf = ({ type }: Sqlite.ColumnDefinition): string => type?.toLowerCase() ?? '';

const readerOf = (columns: readonly Sqlite.ColumnDefinition[], readers: typeof kinds): MakeRow =>
  rowMaker(columns.map((column) => ({ name: column.name, read: readers[kindOf(column)] })));

export const rowReader = (statement: Sqlite.Statement): MakeRow => readerOf(statement.columns(), kinds);

/** Values up to this size are read faster as JSON than column by column; larger ones are slower. */
const maxValueBytes = 1024;

const isUnbounded = (column: Sqlite.ColumnDefinition): boolean => ['text', 'json'].includes(kindOf(column));

/**
 * Reads the rows of a query as one JSON text, which takes a third of the time that fetching the columns one by one
 * takes. Reads up to `limit` rows; all if it is negative. Returns undefined if a value is so large that fetching columns
 * is faster.
 */
export const listReader = (database: Sqlite.Database, sql: string, limit: number): ListReader => {
  const columns = database.prepare(sql).columns();
  const values = columns.map((column) => (kindOf(column) === 'json' ? `json("${column.name}")` : `"${column.name}"`));
  const isSmall = [
    'true',
    ...columns.filter(isUnbounded).map(({ name }) => `coalesce(octet_length("${name}"), 0) <= ${maxValueBytes}`),
  ].join(' and ');
  const statement = database
    .prepare(
      `select json_group_array(json_array(${values.join(', ')})) filter (where ${isSmall}), count(*) from (select * from (${sql}) limit ${limit})`,
    )
    .raw(true);
  const { json: _read, ...others } = kinds;
  const readRow = readerOf(columns, others);
  return (bindings) => {
    const [json, count] = statement.get(...bindings) as [string, number];
    const rows = JSON.parse(json) as unknown[][];
    return rows.length === count ? rows.map(readRow) : undefined;
  };
};
