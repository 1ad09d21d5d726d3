import type { Db } from './queries.ts';

/** A store speaks its table, on the handle it is given: the readers' or one of a transaction. */
export abstract class Store {
  protected readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }
}
