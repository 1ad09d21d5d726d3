import { createRequire } from 'node:module';
import type Sqlite from 'better-sqlite3';
import BetterSqliteClient from 'knex/lib/dialects/better-sqlite3/index.js';

// Two versions of one driver: 13 needs Node-API 10, which Node 20 does not have, and 12 aborts the process on Node 24
// when one of its objects is garbage-collected. When Node 20 goes, so does this file.
const packageName = Number(process.versions.napi) >= 10 ? 'better-sqlite3-13' : 'better-sqlite3';
const Driver = createRequire(import.meta.url)(packageName) as typeof Sqlite;

export const openSqliteFile = (file: string, options: Sqlite.Options): Sqlite.Database => new Driver(file, options);

/** Knex's own client on the same driver, for migrations. */
export class SqliteClient extends BetterSqliteClient {
  override _driver(): typeof Sqlite {
    return Driver;
  }
}
