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

const texts = new Set<number>([pg.types.builtins.TEXT, pg.types.builtins.VARCHAR]);

/** Converts the text that PostgreSQL sends for a value of this type; undefined if it stays as it is. */
export const readerOf = (oid: number): ((text: string) => unknown) | undefined =>
  texts.has(oid) ? undefined : (types.getTypeParser(oid, 'text') as (text: string) => unknown);

const statementNames = new Map<string, string>();

const nameOf = (sql: string): string => {
  let name = statementNames.get(sql);
  if (!name) statementNames.set(sql, (name = `s_${hashText(sql).slice(0, 24)}`));
  return name;
};

type Value = string | Buffer | null;

export interface Statement {
  readonly text: string;
  readonly values: Value[];
  /** The name of a prepared statement. */
  readonly name?: string;
}

/** Returns the key of equal statements; those without a name are prepared at each call. */
export const keyOf = ({ name, text, values }: Statement): string => `${name ?? text} ${JSON.stringify(values)}`;

const arrayOf = (items: readonly string[]): string =>
  `{${items.map((item) => `"${item.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join()}}`;

/** Converts a value to the text of a parameter. */
const toPostgres = (value: unknown): Value => {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return null;
  if (value instanceof SqlList) return arrayOf(value.items);
  const column = toColumn(value);
  return Buffer.isBuffer(column) ? column : String(column);
};

export const statementOf = (text: string, bindings: readonly unknown[], use: Use): Statement => ({
  text,
  values: bindings.map(toPostgres),
  ...(use !== 'seldom' && { name: nameOf(text) }),
});

export const resultOf = ({ rows, rowCount }: pg.QueryResult): Result => ({
  rows: rows as Result['rows'],
  affected: rowCount ?? 0,
});
