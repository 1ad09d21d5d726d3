import type pg from 'pg';
import type { StatementResult } from './batch.ts';
import { ReadPipeline } from './read-pipeline.ts';
import type { Statement } from './statements.ts';

interface Connection {
  readonly client: pg.Client;
  readonly pipeline: ReadPipeline;
  /** Statements without a result yet. */
  pending: number;
}

/** With more pending statements on every connection, another one is opened. */
const pendingPerConnection = 4;

/**
 * A few connections for short reads outside of transactions. Reads of concurrent requests share them, so that the
 * statements of one event-loop turn are one write to a socket.
 */
export class SharedReads {
  readonly #connect: () => Promise<pg.Client>;
  readonly #limit: number;
  readonly #connections: Connection[] = [];
  #connecting: Promise<Connection> | undefined;
  #current: Connection | undefined;
  #isClosed = false;

  /** `connect` opens a connection in pipeline mode. */
  constructor(connect: () => Promise<pg.Client>, limit: number) {
    this.#connect = connect;
    this.#limit = limit;
  }

  /** Runs the statement. Rows of a `shared` one may be the result of several requests, which must not change them. */
  async run(statement: Statement, isShared: boolean): Promise<StatementResult> {
    const connection = this.#choose() ?? (await this.#open());
    connection.pending += 1;
    try {
      return await connection.pipeline.read(statement, isShared);
    } finally {
      connection.pending -= 1;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connecting?.catch(() => undefined);
    await Promise.all(this.#connections.splice(0).map(({ client }) => client.end()));
  }

  /** Chooses the same connection for all statements of an event-loop turn, so that they are one write. */
  #choose(): Connection | undefined {
    if (this.#current) return this.#current;
    const least = this.#connections.toSorted((first, second) => first.pending - second.pending)[0];
    if (!least) return undefined;
    if (least.pending >= pendingPerConnection && this.#connections.length < this.#limit)
      this.#open().catch(() => undefined);
    this.#current = least;
    setImmediate(() => (this.#current = undefined));
    return least;
  }

  #open(): Promise<Connection> {
    this.#connecting ??= this.#add().finally(() => (this.#connecting = undefined));
    return this.#connecting;
  }

  async #add(): Promise<Connection> {
    if (this.#isClosed) throw new Error('Connection terminated');
    const client = await this.#connect();
    const connection = { client, pipeline: new ReadPipeline(client), pending: 0 };
    const remove = (): void => {
      const index = this.#connections.indexOf(connection);
      if (index >= 0) this.#connections.splice(index, 1);
      if (this.#current === connection) this.#current = undefined;
    };
    // The statements on the connection fail by themselves; the next ones use another connection.
    client.on('error', () => {
      remove();
      client.end().catch(() => undefined);
    });
    client.on('end', remove);
    this.#connections.push(connection);
    return connection;
  }
}
