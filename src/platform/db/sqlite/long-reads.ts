import { isTimeUp, yieldToEventLoop } from '../../event-loop.ts';
import type { StorageHealth } from '../health.ts';
import type { Result } from '../knex/queries.ts';
import { tookTooLong } from '../snapshot.ts';
import { SqliteConnection } from './connection.ts';

/** Reads row by row, yielding to the event loop; fails soon if `isOver`. All rows are of one state. */
export const readYielding = async (
  connection: SqliteConnection,
  sql: string,
  bindings: readonly unknown[],
  isOver: () => boolean = () => false,
): Promise<Result> => {
  const rows: Record<string, unknown>[] = [];
  for (const row of connection.iterate(sql, bindings)) {
    rows.push(row);
    if (!isTimeUp()) continue;
    await yieldToEventLoop();
    if (isOver()) throw tookTooLong();
  }
  return { rows, affected: rows.length };
};

/**
 * Reads very many or very large rows, one query at a time on a separate connection, yielding to the event loop. All
 * rows are from the state at the start of the query, whatever is committed meanwhile.
 */
export class SqliteLongReads {
  readonly #file: string;
  readonly #health: StorageHealth;
  #connection: SqliteConnection | undefined;
  #reading: Promise<unknown> = Promise.resolve();

  constructor(file: string, health: StorageHealth) {
    this.#file = file;
    this.#health = health;
  }

  read(sql: string, bindings: readonly unknown[]): Promise<Result> {
    const result = this.#reading.then(() => this.#readNow(sql, bindings));
    this.#reading = result.catch(() => undefined);
    return result;
  }

  async close(): Promise<void> {
    await this.#reading;
    this.#connection?.close();
  }

  #readNow(sql: string, bindings: readonly unknown[]): Promise<Result> {
    this.#connection ??= new SqliteConnection(this.#file, 'read-only', this.#health);
    return readYielding(this.#connection, sql, bindings);
  }
}
