import pg from 'pg';

/** Blocks transactions on PostgreSQL with a row lock, so that they meet in a known order. */
export class Blocker {
  readonly #blocker: pg.Client;
  readonly #observer: pg.Client;

  constructor({ DATABASE_URL: connectionString }: { readonly DATABASE_URL?: string | undefined }) {
    [this.#blocker, this.#observer] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
  }

  async connect(): Promise<this> {
    await Promise.all([this.#blocker.connect(), this.#observer.connect()]);
    return this;
  }

  async close(): Promise<void> {
    await Promise.all([this.#blocker.end(), this.#observer.end()]);
  }

  /**
   * Locks the row, found by one column, while the calls start, each after the one before waits for a lock; `awaited` is
   * part of a statement that has to wait in the end.
   */
  async whileLocked<Response>(
    [table, id, column = 'id']: readonly [table: string, id: string, column?: string],
    calls: readonly (() => Promise<Response>)[],
    awaited = '',
  ): Promise<{ waiting: string[]; responses: Response[] }> {
    await this.#blocker.query('begin');
    await this.#blocker.query(`select 1 from ${table} where "${column}" = $1 for update`, [id]);
    const started = [];
    let waiting: string[] = [];
    for (const [index, call] of calls.entries()) {
      started.push(call());
      waiting = await this.#waitForLocks(index + 1, index === calls.length - 1 ? awaited : '');
    }
    await this.#blocker.query('commit');
    return { waiting, responses: await Promise.all(started) };
  }

  /** Returns the statements that wait for a lock, once there are so many. */
  async #waitForLocks(count: number, awaited = ''): Promise<string[]> {
    for (;;) {
      const queries = await this.#waiting();
      // Read again: PostgreSQL may report the statement before the one that has just begun to wait.
      if (queries.length >= count && queries.some((query) => query.includes(awaited))) return this.#waiting();
    }
  }

  async #waiting(): Promise<string[]> {
    const { rows } = await this.#observer.query<{ query: string }>(
      `select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.map(({ query }) => query);
  }
}
