import type pg from 'pg';
import { Batch, type Request, type StatementResult } from './batch.ts';
import type { Statement } from './statements.ts';

/**
 * The statements of one connection, which is in the driver's pipeline mode: a statement does not wait for the results of
 * earlier ones, and all statements of one event-loop turn are one batch. Sending each statement alone took a quarter of
 * the processor time of requests.
 */
export class Pipeline {
  readonly #connect: () => Promise<pg.ClientBase>;
  #connecting: Promise<pg.ClientBase> | undefined;
  #client: pg.ClientBase | undefined;
  #waiting: Request[] = [];
  #isFlushing = false;

  /** `connect` is called once, when the first statement is sent. */
  constructor(connect: () => Promise<pg.ClientBase>) {
    this.#connect = connect;
  }

  /** Whether a statement was sent, or is being sent. */
  get isUsed(): boolean {
    return this.#client !== undefined || this.#isFlushing;
  }

  /** Connects, unless that has been done. */
  async connect(): Promise<void> {
    this.#client ??= await (this.#connecting ??= this.#connect());
  }

  /** Sends the statement at the end of this event-loop turn, together with the held ones. */
  run(statement: Statement): Promise<StatementResult> {
    return new Promise((onResult, onError) => this.add({ statement, onResult, onError }));
  }

  /** Sends the statement of the request at the end of this event-loop turn, and calls its callbacks with the result. */
  add(request: Request): void {
    this.#waiting.push(request);
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    setImmediate(() => (this.#client ? this.#flush(this.#client) : void this.#connectAndFlush()));
  }

  /** Holds the request back until the next one is added. */
  hold(request: Request): void {
    this.#waiting.push(request);
  }

  /** Sends the statement now, not together with others; only after others have been sent. */
  runAlone(statement: Statement): Promise<StatementResult> {
    return new Promise((onResult, onError) => {
      void this.#client!.query(new Batch([{ statement, onResult, onError }]));
    });
  }

  /** The requests that are sent together at the end of this event-loop turn; another list in the next one. */
  get waiting(): readonly Request[] {
    return this.#waiting;
  }

  async #connectAndFlush(): Promise<void> {
    try {
      await this.connect();
    } catch (error) {
      for (const { onError } of this.#take()) onError(error as Error, false);
      return;
    }
    this.#flush(this.#client!);
  }

  #flush(client: pg.ClientBase): void {
    void client.query(new Batch(this.#take()));
  }

  #take(): readonly Request[] {
    const requests = this.#waiting;
    this.#isFlushing = false;
    this.#waiting = [];
    return requests;
  }
}
