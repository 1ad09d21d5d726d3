import type { Db } from './queries.ts';

/** Reads and writes the tables of a module, with the handle for reads or with that of a transaction. */
export abstract class Store {
  protected readonly db: Db;

  constructor(db: Db) {
    this.db = db;
  }
}
