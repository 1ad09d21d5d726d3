import { Command } from 'commander';
import { migrations } from '../../migrations/index.ts';
import { readConfig } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { prepareDatabase } from '../platform/db/prepare.ts';
import { openStorage } from '../storage.ts';

const migrate = async (): Promise<void> => {
  const storage = openStorage(readConfig(process.env));
  try {
    const applied = await prepareDatabase(storage.location, { migrations, keyring: storage.keyring, clock: systemClock });
    console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The schema is up to date.');
  } finally {
    storage.release();
  }
};

export const migrateCommand = (): Command =>
  new Command('migrate').description('Bring the database schema up to date, as `serve` does when it starts.').action(migrate);
