// The databases of the nodes, and direct access to them.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';
import { newFolder, until } from './processes.mjs';

const require = createRequire(import.meta.url);

export const rootKey = Buffer.alloc(32, 'for the fault campaign').toString('base64');

export const sqliteStorage = (folder = newFolder()) => ({ DATA_DIR: join(folder, 'data'), ROOT_KEY: rootKey });
export const postgresStorage = (url) => ({ DATABASE_URL: url, DATABASE_POOL: '10', ROOT_KEY: rootKey });

/** Queries the database directly, bypassing the server. */
export const execute = async ({ DATA_DIR, DATABASE_URL }, sql) => {
  if (DATA_DIR) {
    // The same driver as the server, see src/platform/db/sqlite/driver.ts.
    const Sqlite = require(Number(process.versions.napi) >= 10 ? 'better-sqlite3-13' : 'better-sqlite3');
    const db = new Sqlite(join(DATA_DIR, 'sallyport.db'), { timeout: 10_000 });
    try {
      const statement = db.prepare(sql);
      return statement.reader ? statement.all() : [statement.run()];
    } finally {
      db.close();
    }
  }
  const client = new pg.Client({ connectionString: DATABASE_URL });
  client.on('error', () => undefined);
  await client.connect();
  return (await client.query(sql).finally(() => client.end())).rows;
};

/** Waits for statements of killed nodes that PostgreSQL still executes. */
export const untilNobodyWrites = async (storage) => {
  if (storage.DATA_DIR) return;
  const others =
    "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'";
  await until(
    'the end of all transactions',
    async () => (await execute(storage, others).catch(() => [1])).length === 0,
  );
};

/** Runs SQLite's integrity check; returns a line for each problem. */
export const damageOf = async (storage) => {
  if (!storage.DATA_DIR) return [];
  const [pages] = await execute(storage, 'pragma integrity_check');
  const orphans = await execute(storage, 'pragma foreign_key_check');
  return [
    ...(pages.integrity_check === 'ok' ? [] : [`lost: integrity_check says ${pages.integrity_check}`]),
    ...(orphans.length === 0 ? [] : [`lost: foreign_key_check finds ${orphans.length} rows`]),
  ];
};
