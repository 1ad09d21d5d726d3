import type { Knex } from 'knex';
import type { Db } from './queries.ts';

/** Extracts the id of the root key, which has the same position in `s1.<id>.…` and `h1.<id>.…`. */
export const keyIdIn = (db: Db, column: string): Knex.Raw => db.raw('substr(??, 4, 16)', [column]);

/** Lists the ids of the root keys in a column of these rows, each once. */
export const namedKeyIds = async (db: Db, column: string, rows: Knex.QueryBuilder): Promise<string[]> => {
  const ids = (await rows.distinct({ keyId: keyIdIn(db, column) } as never)) as { keyId: string }[];
  return ids.map(({ keyId }) => keyId);
};
