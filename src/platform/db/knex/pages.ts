import type { Knex } from 'knex';

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Returns one page of a query, and the total number of rows; the last page needs no query for the total. */
export const pageOf = async <Row extends object>(
  query: Knex.QueryBuilder<Row, Row[]>,
  { offset, limit }: Page,
): Promise<{ rows: Row[]; totalCount: number }> => {
  const rows = (await query.clone().offset(offset).limit(limit)) as Row[];
  if (rows.length < limit && (rows.length > 0 || offset === 0)) return { rows, totalCount: offset + rows.length };
  const [count] = await query.clearSelect().clearOrder().count<{ rows: number }[]>({ rows: '*' });
  return { rows, totalCount: count!.rows };
};
