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

// An arbitrary number, the same on every node.
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

/** The lock of migrations belongs to a session, which a pooler would share. */
const sessionUrl = ({ url, directUrl = url }: Location & { kind: 'postgres' }): string => directUrl;

/** Runs the work, and closes the connection of Knex afterwards. */
const withKnex = async <T>(knex: Knex, work: (knex: Knex) => Promise<T>): Promise<T> => {
  try {
    return await work(knex);
  } finally {
    await knex.destroy();
  }
};

/**
 * Takes the lock for which nodes that start at the same time wait. It belongs to the session of this client, so it ends
 * with the process in any case.
 */
const lock = async (client: pg.Client, servers: PostgresServers): Promise<void> => {
  // Without a listener, the loss of the connection would end the process; the next query of Knex fails as well.
  client.on('error', () => undefined);
  await client.connect();
  await client.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
  // The lock is not valid on another server.
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

/** Returns the migration status; throws if the database has migrations that this version does not have. */
const statusOf = async (knex: Knex, migrations: readonly Migration[]): Promise<MigrationStatus> => {
  const names = migrations.map(({ name }) => name);
  const applied = await appliedNames(knex);
  const unknown = applied.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new StartError(
      `The database was last used by a newer version of Sallyport (it has ${unknown.join(', ')}). Start that version, or a later one.`,
    );
  }
  return { applied, pending: names.filter((name) => !applied.includes(name)) };
};

/** Reads the migration status without changing anything. */
export const migrationStatus = (location: Location, migrations: readonly Migration[]): Promise<MigrationStatus> =>
  withKnex(
    location.kind === 'sqlite'
      ? connectSqlite(location.file)
      : connectPostgres(new PostgresServers(sessionUrl(location))),
    (knex) => statusOf(knex, migrations),
  );

export interface Steps {
  /** Runs before anything is changed; throws to prevent the migration. */
  before(knex: Knex): Promise<void>;
  after(knex: Knex): Promise<void>;
}

/** Applies the pending migrations and returns their names. */
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
          // Knex requires `down`; migrations cannot be reverted, and nothing calls it.
          getMigration: async (migration: Migration) => ({
            up: (on: Knex) => migration.up(on),
            down: () => Promise.reject(new Error('migrations cannot be reverted')),
          }),
        },
      };
      // Our own lock is sufficient; Knex's would stay behind if the process died during the migration.
      await knex.migrate.forceFreeMigrationsLock(config);
      await knex.migrate.latest(config);
    }
    await steps.after(knex);
    return pending;
  };
  return location.kind === 'sqlite'
    ? withKnex(connectSqlite(location.file), work)
    : exclusivelyOnPostgres(sessionUrl(location), work);
};
