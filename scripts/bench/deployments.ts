import { randomBytes } from 'node:crypto';
import { removeScratchFolders } from '../../test/support/world/folders.ts';
import { newPostgresDatabase, stopPostgres } from '../../test/support/world/postgres.ts';
import { barePostgres, bareSqlite } from './bare.ts';
import type { Bare } from './limits.ts';
import { newFolder } from './processes.ts';
import { currentRuntime, type Runtime } from './runtime.ts';
import { startServer, type Server } from './server.ts';

/** A way to run the server: the database and the number of nodes. */
export interface Deployment {
  readonly nodes: readonly [Server, ...Server[]];
  /** Starts another node, or restarts the only one. */
  readonly start: () => Promise<Server>;
  readonly bare: Bare;
}

type Open = (runtime?: Runtime) => Promise<Deployment>;

/**
 * Raises the limits, because all streams belong to one project, and all requests, also ten lists of 7 MB at once, come from
 * one caller and address. Systems that leases are made in are on this machine.
 */
const environment = {
  ALLOW_HOSTS: '127.0.0.1',
  EVENT_STREAM_LIMIT: '200000',
  RATE_LIMIT: '0',
  ANSWER_LIMIT: String(128 * 1024 * 1024),
};

const onSqlite: Open = async (runtime = currentRuntime) => {
  const folder = newFolder();
  const start = (): Promise<Server> => startServer(runtime, { ...environment, DATA_DIR: folder });
  return { nodes: [await start()], start, bare: bareSqlite(runtime.node) };
};

/** On a PostgreSQL with default settings: commits are durable, unlike in the tests. */
const newDatabase = (): Promise<string> => newPostgresDatabase({ settings: ['max_connections=100'] });

const onPostgres =
  (count: number, more: Readonly<Record<string, string>> = {}): Open =>
  async (runtime = currentRuntime) => {
    const database = await newDatabase();
    const rootKey = randomBytes(32).toString('base64');
    const start = (): Promise<Server> =>
      startServer(runtime, { ...environment, ...more, DATABASE_URL: database, ROOT_KEY: rootKey });
    const nodes: [Server, ...Server[]] = [await start()];
    while (nodes.length < count) nodes.push(await start());
    return { nodes, start, bare: barePostgres(runtime.node, newDatabase) };
  };

export const deployments = {
  SQLite: onSqlite,
  'PostgreSQL, one node': onPostgres(1),
  'PostgreSQL, two nodes': onPostgres(2),
  'PostgreSQL, two workers': onPostgres(1, { WORKERS: '2' }),
} as const satisfies Record<string, Open>;

/** Stops PostgreSQL and removes the scratch folders. */
export const closeDeployments = async (): Promise<void> => {
  await stopPostgres();
  removeScratchFolders();
};
