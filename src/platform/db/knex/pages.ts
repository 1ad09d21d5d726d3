import type { Knex } from 'knex';

export interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** One page of what is found, and how many there are on all of them: the last page tells that by itself. */
export const pageOf = async <Row extends object>(
  found: Knex.QueryBuilder<Row, Row[]>,
  { offset, limit }: Page,
): Promise<{ rows: Row[]; totalCount: number }> => {
  const rows = (await found.clone().offset(offset).limit(limit)) as Row[];
  if (rows.length < limit && (rows.length > 0 || offset === 0)) return { rows, totalCount: offset + rows.length };
  const [count] = await found.clearSelect().clearOrder().count<{ rows: number }[]>({ rows: '*' });
  return { rows, totalCount: count!.rows };
};
