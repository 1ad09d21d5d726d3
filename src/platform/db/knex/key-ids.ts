import type { Knex } from 'knex';
import type { Db } from './queries.ts';

/** `s1.<id>.…` and `h1.<id>.…`: what is sealed or hashed under a root key has the key's id at the same place. */
export const keyIdIn = (db: Db, column: string): Knex.Raw => db.raw('substr(??, 4, 16)', [column]);

/** The ids of the root keys that a column of these rows names, each once. */
export const namedKeyIds = async (db: Db, column: string, rows: Knex.QueryBuilder): Promise<string[]> => {
  const found = (await rows.distinct({ keyId: keyIdIn(db, column) } as never)) as { keyId: string }[];
  return found.map(({ keyId }) => keyId);
};
