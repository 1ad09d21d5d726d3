import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import type { Database } from '../platform/db/database.ts';
import { databaseFileIn } from '../platform/db/sqlite/data-directory.ts';
import { openDatabase, type Location } from '../platform/db/open.ts';
import { createLog } from '../platform/log.ts';
import { createStores, type Stores } from '../stores.ts';
import { schemaStatus } from './migrate.ts';

const locationOf = ({ database }: Config): Location =>
  database.kind === 'postgres' ? database : { kind: 'sqlite', file: databaseFileIn(database.directory) };

export const isThere = ({ database }: Config): boolean =>
  database.kind === 'postgres' || existsSync(databaseFileIn(database.directory));

/** Returns the result of the work; undefined if there is no database or its schema is not up to date. */
export const fromDatabase = async <T>(
  config: Config,
  work: (stores: Stores, database: Database) => Promise<T>,
): Promise<T | undefined> => {
  if (!isThere(config) || (await schemaStatus(config)).pending.length > 0) return undefined;
  const database = openDatabase(locationOf(config), createLog('silent'));
  try {
    return await work(createStores(database.read), database);
  } finally {
    await database.close();
  }
};
