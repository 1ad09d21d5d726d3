/** Parts of Knex that have no types. */
declare module 'knex/lib/dialects/better-sqlite3/index.js' {
  import type { Knex } from 'knex';

  class BetterSqliteClient extends Knex.Client {
    _driver(): unknown;
  }
  export default BetterSqliteClient;
}

declare module 'knex/lib/dialects/postgres/index.js' {
  import type { Knex } from 'knex';

  class PostgresClient extends Knex.Client {
    _driver(): object;
  }
  export default PostgresClient;
}
