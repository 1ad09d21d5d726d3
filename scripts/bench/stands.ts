import { newFolder } from './processes.ts';
import { startServer, type Server } from './server.ts';

/** One way to run the server: where its data is, and how many nodes there are. */
export interface Stand {
  readonly nodes: readonly Server[];
  /** Starts one more, or the only one again. */
  readonly start: () => Promise<Server>;
  readonly stop: () => Promise<void>;
}

/** Streams are many here, and no request is refused for being one too many. */
const environment = { EVENT_STREAM_LIMIT: '20000', RATE_LIMIT: '0' };

const onSqlite = async (): Promise<Stand> => {
  const folder = newFolder();
  const start = (): Promise<Server> => startServer({ ...environment, DATA_DIR: folder });
  const nodes = [await start()];
  return { nodes, start, stop: async () => undefined };
};

export const stands: Readonly<Record<string, () => Promise<Stand>>> = {
  SQLite: onSqlite,
};
