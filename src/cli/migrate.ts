import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { migrations } from '../../migrations/index.ts';
import { readConfig, type Config } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { databaseFileIn } from '../platform/db/sqlite/data-directory.ts';
import { migrationStatus } from '../platform/db/knex/migrate.ts';
import { prepareDatabase } from '../platform/db/prepare.ts';
import { openStorage } from '../storage.ts';

const migrate = async (config: Config): Promise<void> => {
  const storage = openStorage(config);
  try {
    const applied = await prepareDatabase(storage.location, {
      migrations,
      keyring: storage.keyring,
      clock: systemClock,
    });
    console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The schema is up to date.');
  } finally {
    storage.release();
  }
};

/** Of a database that a server may be using; one that does not exist yet is not made by looking. */
export const schemaStatus = async ({
  database,
}: Config): Promise<{ applied: readonly string[]; pending: readonly string[] }> => {
  if (database.kind === 'postgres') return migrationStatus(database, migrations);
  const file = databaseFileIn(database.directory);
  return existsSync(file)
    ? migrationStatus({ kind: 'sqlite', file }, migrations)
    : { applied: [], pending: migrations.map(({ name }) => name) };
};

const showStatus = async (config: Config): Promise<void> => {
  const { applied, pending } = await schemaStatus(config);
  for (const name of applied) console.log(`applied  ${name}`);
  for (const name of pending) console.log(`pending  ${name}`);
};

export const migrateCommand = (): Command =>
  new Command('migrate')
    .description('Bring the database schema up to date, as `serve` does when it starts.')
    .option('--status', 'only say what is applied and what is pending')
    .action(({ status }: { status?: true }) => (status ? showStatus : migrate)(readConfig(process.env)));
