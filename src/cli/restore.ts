import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { systemClock, timestamp } from '../platform/clock.ts';
import { migrations } from '../../migrations/index.ts';
import { readConfig, type Config } from '../config.ts';
import type { RootKey } from '../platform/crypto/keys.ts';
import { readRootKeyFile } from '../platform/crypto/root-key-file.ts';
import { holdLeases, restoreSqlite, rootKeyIdIn, sqliteProblem, unfinishedName } from '../platform/db/sqlite/backup.ts';
import { databaseFileIn, openDataDirectory, rootKeyFileIn } from '../platform/db/sqlite/data-directory.ts';
import { migrationStatus } from '../platform/db/knex/migrate.ts';
import { StartError } from '../platform/errors.ts';
import { showingCopy } from './copy-progress.ts';
import { withSettings } from './settings-options.ts';
import { announceWork } from './terminal.ts';

/** Checks that this version can use the backup; returns the id of the root key that it needs. */
const inspect = async (file: string): Promise<string> => {
  if (!existsSync(file)) throw new StartError(`The file ${file} does not exist.`);
  announceWork(`Checking ${file} ...`);
  const problem = sqliteProblem(file);
  const rootKeyId = problem === undefined ? rootKeyIdIn(file) : undefined;
  if (rootKeyId === undefined)
    throw new StartError(
      `${file} is not a complete backup of Sallyport${problem === undefined ? '' : `: ${problem}`}.`,
    );
  await migrationStatus({ kind: 'sqlite', file }, migrations);
  return rootKeyId;
};

/** Throws unless a backup with this root key may be restored there. */
const requireRestorable = (directory: string, rootKeys: readonly RootKey[], rootKeyId: string): void => {
  if (existsSync(databaseFileIn(directory)))
    throw new StartError(
      `${directory} already contains a database. Restore into an empty DATA_DIR. Nothing was changed.`,
    );
  const keyFile = rootKeyFileIn(directory);
  const keys = rootKeys.length > 0 || !existsSync(keyFile) ? rootKeys : [readRootKeyFile(keyFile)];
  if (!keys.some(({ id }) => id === rootKeyId))
    throw new StartError(
      `This backup needs the root key ${rootKeyId}. Put it into ${keyFile}, or set ROOT_KEY. Nothing was changed.`,
    );
};

const restore = async ({ database, rootKeys }: Config, file: string): Promise<void> => {
  if (database.kind === 'postgres')
    throw new StartError(
      'PostgreSQL restores its own backups, into an empty database: pg_restore --no-owner --dbname=URL FILE',
    );
  const rootKeyId = await inspect(file);
  // Before the directory is locked, which creates files, and again once nobody else can change it.
  requireRestorable(database.directory, rootKeys, rootKeyId);
  const directory = openDataDirectory(database.directory);
  let leases = 0;
  try {
    requireRestorable(database.directory, rootKeys, rootKeyId);
    const target = directory.databaseFile;
    const copy = { file: unfinishedName(target), total: statSync(file).size };
    await showingCopy(copy, () =>
      restoreSqlite(file, target, (unfinished) => {
        leases = holdLeases(unfinished, timestamp(systemClock.now()));
      }),
    );
  } finally {
    directory.release();
  }
  console.log(`Restored into ${database.directory}. Start the server with: sallyport serve`);
  if (leases > 0)
    console.log(
      `The ${leases} leases of dynamic secrets in it are not revoked at their end until an administrator of the instance agrees, because they may have been renewed since the backup: sallyport leases resume`,
    );
};

export const restoreCommand = (): Command =>
  withSettings(new Command('restore'))
    .argument('<file>', 'a file that `backup` created')
    .addHelpText('after', '\nExample: sallyport restore backups/monday.db')
    .action((file: string) => restore(readConfig(process.env), resolve(file)));
