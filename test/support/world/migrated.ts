import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../../migrations/index.ts';
import { migrate } from '../../../src/platform/db/knex/migrate.ts';
import { databaseFileIn } from '../../../src/platform/db/sqlite/data-directory.ts';
import { fastScratchFolder } from './folders.ts';
import { newPostgresDatabase } from './postgres.ts';

// Most tests are not about migrations, and to copy a migrated database takes a tenth of the time of migrating an empty one.

const steps = { before: () => Promise.resolve(), after: () => Promise.resolve() };

let file: Promise<string> | undefined;
let database: Promise<string> | undefined;

const migrateFile = async (): Promise<string> => {
  const path = join(fastScratchFolder(), 'migrated.db');
  await migrate({ kind: 'sqlite', file: path }, migrations, steps);
  return path;
};

const migrateDatabase = async (): Promise<string> => {
  const url = await newPostgresDatabase();
  await migrate({ kind: 'postgres', url, poolSize: 1 }, migrations, steps);
  return new URL(url).pathname.slice(1);
};

/** Returns a new data directory with a migrated database in which nothing is stored. */
export const newMigratedDirectory = async (): Promise<string> => {
  const directory = join(fastScratchFolder(), 'data');
  mkdirSync(directory, { mode: 0o700 });
  copyFileSync(await (file ??= migrateFile()), databaseFileIn(directory));
  return directory;
};

/** Returns the URL of a new, migrated database in which nothing is stored. */
export const newMigratedDatabase = async (): Promise<string> =>
  newPostgresDatabase({ template: await (database ??= migrateDatabase()) });
