import knexFactory, { type Knex } from 'knex';
import pg from 'pg';
import { StartError } from '../errors.ts';
import { SqliteClient, sqliteConnection } from './driver.ts';
import type { Location } from './open.ts';

export interface Migration {
  readonly name: string;
  up(knex: Knex): Promise<void>;
}

const table = 'schema_migrations';

// Any number will do, as long as every node takes the same one.
const advisoryLock = 7_255_591_167;

const connect = (location: Location): Knex =>
  location.kind === 'sqlite'
    ? knexFactory({ client: SqliteClient, connection: sqliteConnection(location.file), useNullAsDefault: true })
    : knexFactory({ client: 'pg', connection: { connectionString: location.url, connectionTimeoutMillis: 5000 }, pool: { min: 0, max: 2 } });

/** Runs the work on a connection of Knex's own, alone: nodes that start together wait for each other. */
const exclusively = async <T>(location: Location, work: (knex: Knex) => Promise<T>): Promise<T> => {
  const knex = connect(location);
  // The lock belongs to the session of this client, so that it ends with the process whatever happens.
  const lock = location.kind === 'postgres' ? new pg.Client({ connectionString: location.url, connectionTimeoutMillis: 5000 }) : undefined;
  try {
    await lock?.connect();
    await lock?.query('SELECT pg_advisory_lock($1)', [advisoryLock]);
    return await work(knex);
  } finally {
    await knex.destroy();
    await lock?.end();
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
    throw new StartError(`The database was last used by a newer version of Sallyport (it has ${unknown.join(', ')}). Start that version, or a later one.`);
  }
  return { applied, pending: known.filter((name) => !applied.includes(name)) };
};

/** How far the schema is; nothing is changed. */
export const migrationStatus = async (location: Location, migrations: readonly Migration[]): Promise<MigrationStatus> => {
  const knex = connect(location);
  try {
    return await statusOf(knex, migrations);
  } finally {
    await knex.destroy();
  }
};

export interface Steps {
  /** Sees the database before anything is changed, and may refuse. */
  before(knex: Knex): Promise<void>;
  after(knex: Knex): Promise<void>;
}

/** Brings the schema up to date, and gives the names of what was applied. */
export const migrate = (location: Location, migrations: readonly Migration[], steps: Steps): Promise<readonly string[]> =>
  exclusively(location, async (knex) => {
    const { pending } = await statusOf(knex, migrations);
    await steps.before(knex);
    if (pending.length > 0) {
      const config: Knex.MigratorConfig = {
        tableName: table,
        migrationSource: {
          getMigrations: async () => [...migrations],
          getMigrationName: (migration: Migration) => migration.name,
          // Knex wants a way back; there is none, and nothing here calls it.
          getMigration: async (migration: Migration) => ({ up: (on: Knex) => migration.up(on), down: () => Promise.reject(new Error('there is no way back')) }),
        },
      };
      // Ours is the lock that counts; Knex's own would stay behind if a process died while it held it.
      await knex.migrate.forceFreeMigrationsLock(config);
      await knex.migrate.latest(config);
    }
    await steps.after(knex);
    return pending;
  });
