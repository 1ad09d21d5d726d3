import { join } from 'node:path';
import { settings } from '../../src/settings.ts';
import { sqliteLimit, type Bare } from './limits.ts';
import { newFolder, startMeasured, type Measured } from './processes.ts';

const start = (node: string, file: string, environment: Readonly<Record<string, string>>): Promise<Measured> =>
  startMeasured(node, ['--import', 'tsx', join(import.meta.dirname, file)], environment);

const item = { path: '/item-57' };

/** Changes on SQLite are compared with a read, too. */
export const bareSqlite = (node: string): Bare => ({
  start: () => start(node, 'sqlite-limit-server.ts', { DATA_DIR: newFolder() }),
  read: { name: sqliteLimit, request: item },
  change: { name: sqliteLimit, request: item },
});

/** In an empty database, with as many connections as the server has by default. */
export const barePostgres = (node: string, newDatabase: () => Promise<string>): Bare => ({
  start: async () =>
    start(node, 'postgres-limit-server.ts', {
      DATABASE_URL: await newDatabase(),
      DATABASE_POOL: settings.DATABASE_POOL.fallback,
    }),
  read: { name: 'PostgreSQL, one select', request: item },
  change: { name: 'PostgreSQL, one transaction', request: { method: 'POST', path: '/item-{n%1000}' } },
});
