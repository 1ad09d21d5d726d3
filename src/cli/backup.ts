import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { readConfig, type Config } from '../config.ts';
import { systemClock } from '../platform/clock.ts';
import { backUpSqlite, unfinishedName } from '../platform/db/sqlite/backup.ts';
import { databaseFileIn, noteBackup, rootKeyFileIn } from '../platform/db/sqlite/data-directory.ts';
import { withoutPassword } from '../platform/db/postgres/url.ts';
import { StartError } from '../platform/errors.ts';
import { showingCopy } from './copy-progress.ts';
import { withSettings } from './settings-options.ts';
import { note } from './terminal.ts';

/** The shell command without the password, which `pg_dump` reads from PGPASSWORD or a password file. */
const dumpCommand = (url: string, file: string): string =>
  `pg_dump --format=custom --file='${file.replaceAll(`'`, `'\\''`)}' '${withoutPassword(url).replaceAll(`'`, '%27')}'`;

/** For the metrics of the server; a backup by a user who may only read the directory is a backup nevertheless. */
const rememberBackup = (directory: string): void => {
  try {
    noteBackup(directory, systemClock.now());
  } catch (error) {
    note(`The time of the backup is not remembered, for the metrics of the server: ${(error as Error).message}`);
  }
};

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

const mebibytes = (file: string): string => `${(sizeOf(file) / 1_048_576).toFixed(1)} MiB`;

const backUp = async ({ database, rootKeys }: Config, file: string): Promise<void> => {
  if (database.kind === 'postgres') {
    console.log(dumpCommand(database.directUrl ?? database.url, file));
    console.error(
      'Run the command above to back up PostgreSQL. Keep ROOT_KEY elsewhere; without it, encrypted data cannot be read.',
    );
    return;
  }
  const databaseFile = databaseFileIn(database.directory);
  if (!existsSync(databaseFile))
    throw new StartError(`There is no database in ${database.directory}. Is DATA_DIR right?`);
  // What was written last is only in the log.
  const total = sizeOf(databaseFile) + sizeOf(`${databaseFile}-wal`);
  await showingCopy({ file: unfinishedName(file), total }, () => backUpSqlite(databaseFile, file));
  rememberBackup(database.directory);
  console.log(`Backed up to ${file} (${mebibytes(file)}).`);
  console.error(
    `The backup does not contain the root key, without which encrypted data cannot be read: keep ${rootKeys.length > 0 ? 'ROOT_KEY' : rootKeyFileIn(database.directory)} as well, in another place.`,
  );
};

export const backupCommand = (): Command =>
  withSettings(new Command('backup'))
    .argument('<file>', 'the file to create')
    .addHelpText('after', '\nExample: sallyport backup backups/monday.db')
    .action((file: string) => backUp(readConfig(process.env), resolve(file)));
