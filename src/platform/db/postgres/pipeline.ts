import type pg from 'pg';
import { Batch, type Request, type StatementResult } from './batch.ts';
import type { Statement } from './statements.ts';

/**
 * The statements of one connection, which is in the driver's pipeline mode: a statement does not wait for the results of
 * earlier ones, and all statements of one turn of the event loop are one batch. Sending each statement alone took a
 * quarter of the processor time of requests.
 */
export class Pipeline {
  readonly #client: pg.ClientBase;
  #waiting: Request[] = [];
  #isFlushing = false;

  constructor(client: pg.ClientBase) {
    this.#client = client;
  }

  /** Sends the statement at the end of this turn, together with the held ones. */
  run(statement: Statement): Promise<StatementResult> {
    return new Promise((onResult, onError) => this.add({ statement, onResult, onError }));
  }

  /** The same for a request. */
  add(request: Request): void {
    this.#waiting.push(request);
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    setImmediate(() => this.#flush());
  }

  /** Holds the request back until the next one is added. */
  hold(request: Request): void {
    this.#waiting.push(request);
  }

  /** Sends the statement now, not together with others. */
  runAlone(statement: Statement): Promise<StatementResult> {
    return new Promise((onResult, onError) => {
      void this.#client.query(new Batch([{ statement, onResult, onError }]));
    });
  }

  /** The requests that are sent together at the end of this turn; another list in the next turn. */
  get waiting(): readonly Request[] {
    return this.#waiting;
  }

  #flush(): void {
    const batch = new Batch(this.#waiting);
    this.#isFlushing = false;
    this.#waiting = [];
    void this.#client.query(batch);
  }
}
