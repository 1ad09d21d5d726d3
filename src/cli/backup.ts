import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { readConfig, type Config } from '../config.ts';
import { backUpSqlite } from '../platform/db/sqlite/backup.ts';
import { databaseFileIn, rootKeyFileIn } from '../platform/db/sqlite/data-directory.ts';
import { withoutPassword } from '../platform/db/postgres/url.ts';
import { StartError } from '../platform/errors.ts';

/** For a shell, with the password left out: `pg_dump` takes it from PGPASSWORD or a password file. */
const dumpCommand = (url: string, file: string): string =>
  `pg_dump --format=custom --file='${file.replaceAll(`'`, `'\\''`)}' '${withoutPassword(url).replaceAll(`'`, '%27')}'`;

const backUp = ({ database, rootKeys }: Config, file: string): void => {
  if (database.kind === 'postgres') {
    console.log(dumpCommand(database.url, file));
    console.error(
      'PostgreSQL makes its own backups: run the command above. Keep ROOT_KEY elsewhere; nothing sealed can be read without it.',
    );
    return;
  }
  const databaseFile = databaseFileIn(database.directory);
  if (!existsSync(databaseFile))
    throw new StartError(`There is no database in ${database.directory}. Is DATA_DIR right?`);
  backUpSqlite(databaseFile, file);
  console.log(`Backed up to ${file} (${(statSync(file).size / 1_048_576).toFixed(1)} MiB).`);
  console.error(
    `The root key is not in it, and nothing sealed can be read without it: keep ${rootKeys.length > 0 ? 'ROOT_KEY' : rootKeyFileIn(database.directory)} as well, elsewhere.`,
  );
};

export const backupCommand = (): Command =>
  new Command('backup')
    .description(
      'Copy the database to a file, also while the server runs. The root key is not copied. With PostgreSQL: print the command that does it.',
    )
    .argument('<file>', 'where to; it must not exist yet')
    .action((file: string) => backUp(readConfig(process.env), resolve(file)));
