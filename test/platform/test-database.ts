import knexFactory, { type Knex } from 'knex';
import type { Database } from '../../src/platform/db/database.ts';
import { SqliteClient } from '../../src/platform/db/sqlite/driver.ts';
import { openDatabase, type Location } from '../../src/platform/db/open.ts';
import { createLog } from '../../src/platform/log.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { newPostgresDatabase } from '../support/world/postgres.ts';
import { patientMs } from '../support/world/time-limit.ts';
import { databaseKinds, type DatabaseKind } from '../support/world/world.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

export const log = createLog('silent');

const newLocation = async (kind: DatabaseKind): Promise<Location> =>
  kind === 'sqlite'
    ? { kind, file: `${scratchFolder()}/test.db` }
    : { kind, url: await newPostgresDatabase(), poolSize: 10 };

export const createTables = async (location: Location): Promise<void> => {
  const knex: Knex =
    location.kind === 'sqlite'
      ? knexFactory({ client: SqliteClient, connection: { filename: location.file }, useNullAsDefault: true })
      : knexFactory({ client: 'pg', connection: location.url });
  await knex.schema.createTable('items', (table) => {
    table.text('id').primary();
    table.text('name').unique();
    table.integer('count').notNullable().defaultTo(0);
    table.boolean('isOn');
    table.json('data');
  });
  await knex.schema.createTable('parts', (table) => {
    table.text('itemId').notNullable().references('id').inTable('items').onDelete('CASCADE');
  });
  await knex.destroy();
};

export interface Item {
  id: string;
  name: string | null;
  count: number;
  isOn: boolean | null;
  data: unknown;
}

export interface TestDatabase {
  readonly location: Location;
  readonly database: Database;
  readonly insert: (id: string, more?: Partial<Item>) => Promise<unknown>;
  readonly find: (id: string) => Promise<Item | undefined>;
}

const open = async (kind: DatabaseKind): Promise<TestDatabase> => {
  const location = await newLocation(kind);
  await createTables(location);
  const database = openDatabase(location, log, patientMs);
  return {
    location,
    database,
    insert: (id, more = {}) =>
      database.transaction(ofInstance, async ({ db }) => db<Item>('items').insert({ id, ...more })),
    find: (id) => database.read<Item>('items').where({ id }).first(),
  };
};

/** Runs the tests on a new database of each kind, without a server. */
export const onEachTestDatabase = (
  title: string,
  tests: (test: () => TestDatabase, kind: DatabaseKind) => void,
): void => {
  for (const kind of databaseKinds) {
    describe(`${title} [${kind}]`, () => {
      let test: TestDatabase;
      before(async () => {
        test = await open(kind);
      });
      after(() => test.database.close());
      tests(() => test, kind);
    });
  }
};
