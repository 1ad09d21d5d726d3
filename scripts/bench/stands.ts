import { randomBytes } from 'node:crypto';
import { removeScratchFolders } from '../../test/support/world/folders.ts';
import { newPostgresDatabase, stopPostgres } from '../../test/support/world/postgres.ts';
import { newFolder } from './processes.ts';
import { startServer, type Server } from './server.ts';

/** One way to run the server: where its data is, and how many nodes there are. */
export interface Stand {
  readonly nodes: readonly [Server, ...Server[]];
  /** Starts one more, or the only one again. */
  readonly start: () => Promise<Server>;
}

/** All streams are of one project, and no request is refused for being one too many. */
const environment = { EVENT_STREAM_LIMIT: '20000', RATE_LIMIT: '0' };

const onSqlite = async (): Promise<Stand> => {
  const folder = newFolder();
  const start = (): Promise<Server> => startServer({ ...environment, DATA_DIR: folder });
  return { nodes: [await start()], start };
};

/** PostgreSQL as it comes: what is committed is on the disk, unlike in the tests. */
const onPostgres = (count: number) => async (): Promise<Stand> => {
  const database = await newPostgresDatabase(['max_connections=100']);
  const rootKey = randomBytes(32).toString('base64');
  const start = (): Promise<Server> => startServer({ ...environment, DATABASE_URL: database, ROOT_KEY: rootKey });
  const nodes: [Server, ...Server[]] = [await start()];
  while (nodes.length < count) nodes.push(await start());
  return { nodes, start };
};

export const stands = {
  SQLite: onSqlite,
  'PostgreSQL, one node': onPostgres(1),
  'PostgreSQL, two nodes': onPostgres(2),
} as const satisfies Record<string, () => Promise<Stand>>;

/** When no stand is needed any more. */
export const closeStands = async (): Promise<void> => {
  await stopPostgres();
  removeScratchFolders();
};
