import { join } from 'node:path';
import pg from 'pg';
import { openSqliteFile } from '../../../src/platform/db/sqlite/driver.ts';
import type { Environment } from './world.ts';

/** Executes SQL directly on the database of a server. */
export const execute = async (
  { DATA_DIR, DATABASE_URL }: Environment,
  sql: string,
): Promise<Record<string, unknown>[]> => {
  if (DATA_DIR) {
    const db = openSqliteFile(join(DATA_DIR, 'sallyport.db'), { timeout: 5000 });
    try {
      const statement = db.prepare(sql);
      return statement.reader ? (statement.all() as Record<string, unknown>[]) : [{ ...statement.run() }];
    } finally {
      db.close();
    }
  }
  const client = new pg.Client({ connectionString: DATABASE_URL! });
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
};
