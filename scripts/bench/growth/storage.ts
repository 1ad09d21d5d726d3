import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { readConfig } from '../../../src/config.ts';
import { Keyring, type RootKey } from '../../../src/platform/crypto/keys.ts';
import { databaseFileIn } from '../../../src/platform/db/sqlite/data-directory.ts';
import { newPostgresDatabase } from '../../../test/support/world/postgres.ts';
import { newFolder } from '../processes.ts';
import { currentRuntime } from '../runtime.ts';
import { postgresRows, sqliteRows, type RowWriter } from './rows.ts';

/** A database of one size. No server runs on it while it is copied or filled. */
export interface GrowthStorage {
  /** The settings of a server on it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly keyring: Keyring;
  copy(): Promise<GrowthStorage>;
  openRows(): Promise<RowWriter>;
  mebibytes(): Promise<number>;
  /** Backs up as the documents say, while the server runs; returns the seconds, or undefined if it cannot. */
  backUp(): Promise<number | undefined>;
  /** Frees the disk; a database of PostgreSQL is dropped at the end of the run. */
  remove(): Promise<void>;
}

const run = promisify(execFile);

/** Writes a backup with the command, and removes it. */
const timedBackUp = async (commandFor: (file: string) => Promise<unknown>): Promise<number> => {
  const folder = newFolder();
  const startedAt = performance.now();
  await commandFor(join(folder, 'backup'));
  const seconds = (performance.now() - startedAt) / 1000;
  rmSync(folder, { recursive: true });
  return seconds;
};

/** Many requests and streams come from one address and belong to one project. */
const unlimited = { RATE_LIMIT: '0', EVENT_STREAM_LIMIT: '200000', DRAIN_DELAY_MS: '0' };

const keyringOf = (environment: Readonly<Record<string, string>>): Keyring =>
  new Keyring(readConfig(environment).rootKeys as [RootKey, ...RootKey[]]);

const onSqlite = (rootKey: string, folder: string): GrowthStorage => {
  const environment = { ...unlimited, DATA_DIR: folder, ROOT_KEY: rootKey };
  const file = databaseFileIn(folder);
  return {
    environment,
    keyring: keyringOf(environment),
    copy: async () => {
      const target = newFolder();
      cpSync(folder, target, { recursive: true });
      return onSqlite(rootKey, target);
    },
    openRows: async () => sqliteRows(file),
    mebibytes: async () => statSync(file).size / 2 ** 20,
    backUp: () => {
      const { node, program } = currentRuntime;
      return timedBackUp((backup) => run(node, [program, 'backup', backup], { env: environment }));
    },
    remove: async () => rmSync(folder, { recursive: true }),
  };
};

const onPostgres = (rootKey: string, url: string): GrowthStorage => {
  const environment = { ...unlimited, DATABASE_URL: url, ROOT_KEY: rootKey };
  return {
    environment,
    keyring: keyringOf(environment),
    copy: async () => onPostgres(rootKey, await newPostgresDatabase({ template: new URL(url).pathname.slice(1) })),
    openRows: () => postgresRows(url),
    mebibytes: async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query<{ size: string }>('select pg_database_size(current_database()) as size');
      await client.end();
      return Number(rows[0]!.size) / 2 ** 20;
    },
    // The installed pg_dump may be older than the server, which it refuses then.
    backUp: () =>
      timedBackUp((backup) => run('pg_dump', ['--format=custom', `--file=${backup}`, url])).catch(() => undefined),
    remove: async () => undefined,
  };
};

/** Empty databases, of each kind. */
export const newStorage = {
  SQLite: async (): Promise<GrowthStorage> => onSqlite(randomBytes(32).toString('base64'), newFolder()),
  PostgreSQL: async (): Promise<GrowthStorage> =>
    onPostgres(
      randomBytes(32).toString('base64'),
      await newPostgresDatabase({ settings: ['max_connections=100', 'shared_buffers=1GB'] }),
    ),
};
