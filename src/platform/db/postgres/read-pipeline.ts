import pg from 'pg';
import type { Request, StatementResult } from './batch.ts';
import { Pipeline } from './pipeline.ts';
import { keyOf, type Statement } from './statements.ts';

/** PostgreSQL does not know the prepared statement, because the batch that should have prepared it failed before. */
const unknownStatement = '26000';

/**
 * Reads of several requests on one connection. Equal ones of one event-loop turn are sent once: requests of one caller at
 * the same time read the same token and project. None of them is sent yet, so each result is as new as if it had been
 * read for its request alone.
 */
export class ReadPipeline {
  readonly #pipeline: Pipeline;
  #batch: readonly Request[] | undefined;
  readonly #shared = new Map<string, Promise<StatementResult>>();

  constructor(client: pg.Client) {
    this.#pipeline = new Pipeline(() => Promise.resolve(client));
  }

  /** Runs the statement; the result of a shared one may be given to several requests. */
  read(statement: Statement, isShared: boolean): Promise<StatementResult> {
    if (!isShared) return this.#run(statement);
    if (this.#batch !== this.#pipeline.waiting) {
      this.#batch = this.#pipeline.waiting;
      this.#shared.clear();
    }
    const key = keyOf(statement);
    let result = this.#shared.get(key);
    if (!result) this.#shared.set(key, (result = this.#run(statement)));
    return result;
  }

  /** Runs the statement with the others of this event-loop turn, or alone if one of them failed before it. */
  #run(statement: Statement): Promise<StatementResult> {
    return new Promise((onResult, reject) => {
      const onError = (error: Error, wasRun: boolean): void => {
        const isOther = error instanceof pg.DatabaseError && (!wasRun || error.code === unknownStatement);
        if (isOther) this.#pipeline.runAlone(statement).then(onResult, reject);
        else reject(error);
      };
      this.#pipeline.add({ statement, onResult, onError });
    });
  }
}
