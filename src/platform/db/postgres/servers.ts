import pg from 'pg';
import type { Log } from '../../log.ts';
import { parsePostgresUrl, type PostgresServer, type SessionNeed } from './url.ts';

/** No server is usable; has the SQLSTATE of a failed connection. */
export class NoUsableServer extends Error {
  override readonly name = 'NoUsableServer';
  readonly code = '08001';

  constructor(refusals: readonly string[]) {
    super(`no server accepts changes: ${refusals.join('; ')}`);
  }
}

/** A connection to one of several servers, which must be closed when that server is no longer usable. */
interface Connection {
  /** Reports the connection as lost to its user. */
  abandon(): void;
}

const probeTimeoutMs = 3000;

const checks: Record<Exclude<SessionNeed, 'any'>, { readonly sql: string; readonly refusal: string }> = {
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

/** Chooses the server to connect to among those that the URL names. */
export class PostgresServers {
  readonly connectionString: string;
  readonly #servers: readonly PostgresServer[];
  readonly #need: SessionNeed;
  readonly #log: Log | undefined;
  readonly #connections = new Map<Connection, PostgresServer>();
  #current: PostgresServer | undefined;
  #previous: PostgresServer | undefined;
  /** The index of the server that a search tries first: usually the last usable one. */
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

  /** Whether there is only one server and no requirement to check. */
  get isTrivial(): boolean {
    return this.#servers.length === 1 && this.#need === 'any';
  }

  /** Keeps the current server from now on, even if it fails. */
  pin(): void {
    this.#isPinned = true;
  }

  /** Returns the current server, or searches for a usable one; concurrent callers share one search. */
  find(): Promise<PostgresServer> {
    if (this.#current) return Promise.resolve(this.#current);
    return (this.#search ??= this.#findUsable().finally(() => (this.#search = undefined)));
  }

  /** Throws if the server of this connection is not usable. */
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

  /** Called when a connection is lost or fails: the next one searches for a usable server first. */
  suspect(server: PostgresServer): void {
    if (!this.#isPinned && this.#current === server) this.#current = undefined;
  }

  /**
   * Called when a server refused a change because it is read-only: abandons all connections to it, and starts the next
   * search with the server after it.
   */
  leave(server: PostgresServer): void {
    if (this.#current === server) this.#first = (this.#servers.indexOf(server) + 1) % this.#servers.length;
    this.suspect(server);
    for (const [connection, connectedTo] of [...this.#connections]) if (connectedTo === server) connection.abandon();
  }

  /** Leaves the server of this connection. */
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

  /** Returns why the server is not usable; undefined if it is. */
  async #probe(server: PostgresServer): Promise<string | undefined> {
    const { connectionString } = this;
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: probeTimeoutMs,
      query_timeout: probeTimeoutMs,
      application_name: 'sallyport',
    });
    // Without a listener, this event would end the process; the query reports the loss.
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
    const { sql, refusal } = checks[this.#need];
    const { rows } = await client.query<{ isUsable: boolean }>(sql);
    return rows[0]?.isUsable ? undefined : refusal;
  }
}

/** Sets the address that the client connects to. */
export const direct = (client: pg.Client, { address }: PostgresServer): void => {
  if (address) Object.assign(client, address);
};
