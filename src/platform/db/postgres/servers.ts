import pg from 'pg';
import type { Log } from '../../log.ts';
import { parsePostgresUrl, type PostgresServer, type SessionNeed } from './url.ts';

/** No server can be used; the code is that of a connection that could not be made. */
export class NoUsableServer extends Error {
  override readonly name = 'NoUsableServer';
  readonly code = '08001';

  constructor(refusals: readonly string[]) {
    super(`no server accepts changes: ${refusals.join('; ')}`);
  }
}

/** Connections to one server out of several, which are to be closed when it can no longer be used. */
interface Connection {
  /** Reports the connection as lost to whoever uses it. */
  abandon(): void;
}

const probeTimeoutMs = 3000;

const questions: Record<Exclude<SessionNeed, 'any'>, { readonly sql: string; readonly refusal: string }> = {
  'read-write': {
    sql: `SELECT current_setting('transaction_read_only') = 'off' AS "isUsable"`,
    refusal: 'is read-only',
  },
  primary: { sql: 'SELECT NOT pg_is_in_recovery() AS "isUsable"', refusal: 'is a standby' },
};

const reasonOf = (error: unknown): string => {
  const { message, code } = error as { message?: string; code?: string };
  return message === undefined || message === '' ? (code ?? 'unknown') : message;
};

/** The servers that a URL names, and which of them is in use. */
export class PostgresServers {
  readonly connectionString: string;
  readonly #servers: readonly PostgresServer[];
  readonly #need: SessionNeed;
  readonly #log: Log | undefined;
  readonly #connections = new Map<Connection, PostgresServer>();
  #current: PostgresServer | undefined;
  #previous: PostgresServer | undefined;
  /** The index of the server with which a search begins: the last one that worked. */
  #first = 0;
  #search: Promise<PostgresServer> | undefined;
  #isPinned: boolean;

  constructor(url: string, log?: Log) {
    const { connectionString, servers, need } = parsePostgresUrl(url)!;
    this.connectionString = connectionString;
    this.#servers = servers;
    this.#need = need;
    this.#log = log;
    this.#isPinned = servers.length === 1;
    if (this.#isPinned) this.#current = servers[0];
  }

  /** Whether there is nothing to choose and nothing to check. */
  get isTrivial(): boolean {
    return this.#servers.length === 1 && this.#need === 'any';
  }

  /** From now on only the server in use will do. */
  pin(): void {
    this.#isPinned = true;
  }

  /** The server in use, or the next one that can be; one search serves all who wait for it. */
  find(): Promise<PostgresServer> {
    if (this.#current) return Promise.resolve(this.#current);
    return (this.#search ??= this.#findUsable().finally(() => (this.#search = undefined)));
  }

  /** Throws if this connection does not lead to a server that can be used. */
  async check(client: pg.Client, server: PostgresServer): Promise<void> {
    const refusal = await this.#refusalOf(client);
    if (refusal === undefined) return;
    this.leave(server);
    throw new NoUsableServer([`${server.name} ${refusal}`]);
  }

  add(connection: Connection, server: PostgresServer): void {
    this.#connections.set(connection, server);
  }

  remove(connection: Connection): void {
    this.#connections.delete(connection);
  }

  /** After a connection was lost or could not be made: the next one is preceded by a search. */
  suspect(server: PostgresServer): void {
    if (!this.#isPinned && this.#current === server) this.#current = undefined;
  }

  /**
   * After a server refused a change because it only reads: all connections to it are lost, and the next search begins
   * behind it.
   */
  leave(server: PostgresServer): void {
    if (this.#current === server) this.#first = (this.#servers.indexOf(server) + 1) % this.#servers.length;
    this.suspect(server);
    for (const [connection, its] of [...this.#connections]) if (its === server) connection.abandon();
  }

  /** The same for the server that this connection leads to. */
  leaveServerOf(connection: unknown): void {
    const server = this.#connections.get(connection as Connection);
    if (server) this.leave(server);
  }

  async #findUsable(): Promise<PostgresServer> {
    const refusals: string[] = [];
    const first = this.#first;
    for (const offset of this.#servers.keys()) {
      const index = (first + offset) % this.#servers.length;
      const server = this.#servers[index]!;
      const refusal = await this.#probe(server);
      if (refusal === undefined) {
        if (server !== this.#previous) this.#log?.info({ server: server.name }, 'database server chosen');
        this.#first = index;
        this.#previous = server;
        return (this.#current = server);
      }
      refusals.push(`${server.name} ${refusal}`);
    }
    throw new NoUsableServer(refusals);
  }

  /** Why the server cannot be used; undefined if it can. */
  async #probe(server: PostgresServer): Promise<string | undefined> {
    const { connectionString } = this;
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: probeTimeoutMs,
      query_timeout: probeTimeoutMs,
      application_name: 'sallyport',
    });
    // Unhandled, this event would end the process; the query reports the loss.
    client.on('error', () => undefined);
    direct(client, server);
    try {
      await client.connect();
      return await this.#refusalOf(client);
    } catch (error) {
      return `does not answer (${reasonOf(error)})`;
    } finally {
      client.end().catch(() => undefined);
    }
  }

  async #refusalOf(client: pg.Client): Promise<string | undefined> {
    if (this.#need === 'any') return undefined;
    const { sql, refusal } = questions[this.#need];
    const { rows } = await client.query<{ isUsable: boolean }>(sql);
    return rows[0]?.isUsable ? undefined : refusal;
  }
}

/** Sets where the client connects to. */
export const direct = (client: pg.Client, { address }: PostgresServer): void => {
  if (address) Object.assign(client, address);
};
