import type pg from 'pg';
import { isReadOnly, isUnreachable } from '../errors.ts';
import type { PostgresServers } from './servers.ts';

/** A connection of the pool for one transaction, which gets it when it sends its first statement. */
export class Lease {
  readonly #pool: pg.Pool;
  readonly #servers: PostgresServers;
  #client: pg.PoolClient | undefined;
  #isBroken = false;

  constructor(pool: pg.Pool, servers: PostgresServers) {
    this.#pool = pool;
    this.#servers = servers;
  }

  readonly connect = async (): Promise<pg.PoolClient> => {
    this.#client = await this.#pool.connect();
    this.#client.on('error', this.#onError);
    return this.#client;
  };

  /** Notes an error of the transaction, after which the connection may be unusable. */
  note(error: unknown): void {
    this.#isBroken ||= isUnreachable(error) || isReadOnly(error);
    if (this.#client && isReadOnly(error)) this.#servers.leaveServerOf(this.#client);
  }

  /** The pool closes the connection instead of using it again. */
  markBroken(): void {
    this.#isBroken = true;
  }

  release(): void {
    this.#client?.off('error', this.#onError);
    this.#client?.release(this.#isBroken);
    this.#client = undefined;
  }

  /** Without a listener, the loss of the connection would end the process; the next query reports it. */
  readonly #onError = (): void => this.markBroken();
}
