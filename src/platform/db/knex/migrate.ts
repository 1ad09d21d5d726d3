import knexFactory, { type Knex } from 'knex';
import type pg from 'pg';
import { StartError } from '../../errors.ts';
import { SqliteClient, sqliteConnection } from '../sqlite/driver.ts';
import type { Location } from '../open.ts';
import { clientFor, knexClientFor } from '../postgres/client.ts';
import { PostgresServers } from '../postgres/servers.ts';

export interface Migration {
  readonly name: string;
  up(knex: Knex): Promise<void>;
}

const table = 'schema_migrations';

// Any number will do, as long as every node takes the same one.
const advisoryLock = 7_255_591_167;

const limits = { connectionTimeoutMillis: 5000 };

const connectSqlite = (file: string): Knex =>
  knexFactory({ client: SqliteClient, connection: sqliteConnection(file), useNullAsDefault: true });

const connectPostgres = (servers: PostgresServers): Knex =>
  knexFactory({
    client: knexClientFor(servers),
    connection: { connectionString: servers.connectionString, ...limits },
    pool: { min: 0, max: 2 },
  });

/** Runs the work on a connection of Knex's own. */
const withKnex = async <T>(knex: Knex, work: (knex: Knex) => Promise<T>): Promise<T> => {
  try {
    return await work(knex);
  } finally {
    await knex.destroy();
  }
};

/**
 * Nodes that start together wait for each other. The lock belongs to the session of this client, so that it ends with
 * the process whatever happens.
 */
const lock = async (client: pg.Client, servers: PostgresServers): Promise<void> => {
  // Unhandled, the loss of the connection would end the process; what Knex asks next fails as well.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
  // On another server the lock would not hold.
  servers.pin();
};

const exclusivelyOnPostgres = async <T>(url: string, work: (knex: Knex) => Promise<T>): Promise<T> => {
  const servers = new PostgresServers(url);
  const Client = clientFor(servers);
  const client = new Client({ connectionString: servers.connectionString, ...limits });
  try {
    await lock(client, servers);
    return await withKnex(connectPostgres(servers), work);
  } finally {
    await client.end();
  }
};

const appliedNames = async (knex: Knex): Promise<string[]> =>
  (await knex.schema.hasTable(table)) ? knex(table).orderBy('id').pluck('name') : [];

export interface MigrationStatus {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
}

/** What is still to be applied; a database that knows more than this program is refused. */
const statusOf = async (knex: Knex, migrations: readonly Migration[]): Promise<MigrationStatus> => {
  const known = migrations.map(({ name }) => name);
  const applied = await appliedNames(knex);
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new StartError(
      `The database was last used by a newer version of Sallyport (it has ${unknown.join(', ')}). Start that version, or a later one.`,
    );
  }
  return { applied, pending: known.filter((name) => !applied.includes(name)) };
};

/** How far the schema is; nothing is changed. */
export const migrationStatus = (location: Location, migrations: readonly Migration[]): Promise<MigrationStatus> =>
  withKnex(
    location.kind === 'sqlite' ? connectSqlite(location.file) : connectPostgres(new PostgresServers(location.url)),
    (knex) => statusOf(knex, migrations),
  );

export interface Steps {
  /** Sees the database before anything is changed, and may refuse. */
  before(knex: Knex): Promise<void>;
  after(knex: Knex): Promise<void>;
}

/** Brings the schema up to date, and gives the names of what was applied. */
export const migrate = (
  location: Location,
  migrations: readonly Migration[],
  steps: Steps,
): Promise<readonly string[]> => {
  const work = async (knex: Knex): Promise<readonly string[]> => {
    const { pending } = await statusOf(knex, migrations);
    await steps.before(knex);
    if (pending.length > 0) {
      const config: Knex.MigratorConfig = {
        tableName: table,
        migrationSource: {
          getMigrations: async () => [...migrations],
          getMigrationName: (migration: Migration) => migration.name,
          // Knex wants a way back; there is none, and nothing here calls it.
          getMigration: async (migration: Migration) => ({
            up: (on: Knex) => migration.up(on),
            down: () => Promise.reject(new Error('there is no way back')),
          }),
        },
      };
      // Ours is the lock that counts; Knex's own would stay behind if a process died while it held it.
      await knex.migrate.forceFreeMigrationsLock(config);
      await knex.migrate.latest(config);
    }
    await steps.after(knex);
    return pending;
  };
  return location.kind === 'sqlite'
    ? withKnex(connectSqlite(location.file), work)
    : exclusivelyOnPostgres(location.url, work);
};
