import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { migrations } from '../../migrations/index.ts';
import { readConfig, type Config } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { databaseFileIn } from '../platform/db/sqlite/data-directory.ts';
import { migrationStatus } from '../platform/db/knex/migrate.ts';
import { prepareDatabase } from '../platform/db/prepare.ts';
import { openStorage } from '../storage.ts';
import { withSettings } from './settings-options.ts';

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

/** Reads the migration status, also of a database in use; does not create a missing database. */
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
  withSettings(new Command('migrate'))
    .option('--status', 'only list the applied and pending migrations')
    .addHelpText('after', '\nExample: sallyport migrate --status')
    .action(({ status }: { status?: true }) => (status ? showStatus : migrate)(readConfig(process.env)));
