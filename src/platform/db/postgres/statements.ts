import pg from 'pg';
import { hashText } from '../../crypto/digest.ts';
import { toColumn, type Result } from '../knex/queries.ts';
import { SqlList, type Use } from '../knex/statement.ts';

const numeric = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

/** Returns counts and sums as numbers, as SQLite does; by default the driver returns text. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: Parameters<typeof pg.types.getTypeParser>[0], format?: 'text'): unknown =>
    numeric.has(oid) ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const statementNames = new Map<string, string>();

const nameOf = (sql: string): string => {
  let name = statementNames.get(sql);
  if (!name) statementNames.set(sql, (name = `s_${hashText(sql).slice(0, 24)}`));
  return name;
};

/** The driver converts an array to an SQL array. */
const toPostgres = (value: unknown): unknown => (value instanceof SqlList ? value.items : toColumn(value));

export const statementOf = (text: string, bindings: readonly unknown[], use: Use): pg.QueryConfig => ({
  text,
  values: bindings.map(toPostgres),
  ...(use !== 'seldom' && { name: nameOf(text) }),
});

export const resultOf = ({ rows, rowCount }: pg.QueryResult): Result => ({
  rows: rows as Result['rows'],
  affected: rowCount ?? 0,
});
