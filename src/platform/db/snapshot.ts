import { unavailable } from '../errors.ts';
import type { Snapshot } from './database.ts';
import type { Dialect } from './knex/native.ts';
import { createDb, type Db, type Execute, type Result } from './knex/queries.ts';

/** A read transaction of a database, which begins with the first statement. */
export interface ReadTransaction {
  readonly execute: Execute;
  end(): void;
}

/** A snapshot ended because of its time limit. */
export const tookTooLong = () => unavailable('Reading took too long. Ask for less at once, or try again shortly.');

/** A handle for one statement; a second one throws what `onSecond` returns. */
export const oneStatementDb = (dialect: Dialect, execute: Execute, onSecond: () => Error): Db => {
  let isUsed = false;
  return createDb(dialect, (sql, bindings, use) => {
    if (isUsed) throw onSecond();
    isUsed = true;
    return execute(sql, bindings, use);
  });
};

interface Options {
  readonly open: () => ReadTransaction;
  readonly onBegin: (db: Db) => Promise<void>;
  readonly timeLimitMs: number;
}

/** Reads in one transaction until it ends: at the latest after the time limit, because it keeps what others delete. */
export class TransactionSnapshot implements Snapshot {
  readonly db: Db;
  readonly #dialect: Dialect;
  readonly #options: Options;
  #transaction: ReadTransaction | undefined;
  /** While the statements of `onBegin` are executed. */
  #beginning: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #statements = 0;

  constructor(dialect: Dialect, options: Options) {
    this.#dialect = dialect;
    this.#options = options;
    this.db = createDb(dialect, this.#execute);
  }

  get statements(): number {
    return this.#statements;
  }

  readonly end = (): void => {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#timer);
    this.#transaction?.end();
  };

  readonly #execute: Execute = (sql, bindings, use) => {
    if (this.#isOver) throw tookTooLong();
    this.#statements += 1;
    const transaction = this.#transaction ?? this.#begin();
    const result = transaction.execute(sql, bindings, use);
    return this.#beginning ? this.#withBeginning(this.#beginning, result) : result;
  };

  #begin(): ReadTransaction {
    const { open, onBegin, timeLimitMs } = this.#options;
    const transaction = (this.#transaction = open());
    this.#timer = setTimeout(this.end, timeLimitMs);
    this.#beginning = onBegin(createDb(this.#dialect, transaction.execute)).finally(
      () => (this.#beginning = undefined),
    );
    // The first statement reports its failure, unless that fails before.
    this.#beginning.catch(() => undefined);
    return transaction;
  }

  /** Waits for `onBegin`, whose statements were sent together with this one. */
  async #withBeginning(beginning: Promise<void>, result: Result | Promise<Result>): Promise<Result> {
    const [rows] = await Promise.all([result, beginning]);
    return rows;
  }
}
