/** A part of Knex that carries no types of its own. */
declare module 'knex/lib/dialects/better-sqlite3/index.js' {
  import { Knex } from 'knex';

  class BetterSqliteClient extends Knex.Client {
    _driver(): unknown;
  }
  export default BetterSqliteClient;
}
