import pg from 'pg';
import PostgresKnexClient from 'knex/lib/dialects/postgres/index.js';
import { direct, type PostgresServers } from './servers.ts';

type Callback = (error: Error | null) => void;

/** The driver's client; with several servers, a subclass that connects to the usable one. */
export const clientFor = (servers: PostgresServers): typeof pg.Client => {
  if (servers.isTrivial) return pg.Client;

  return class extends pg.Client {
    #isEnded = false;

    override connect(): Promise<pg.Client>;
    override connect(callback: Callback): void;
    override connect(callback?: Callback): Promise<pg.Client> | void {
      const connection = this.#connect();
      if (!callback) return connection;
      connection.then(() => callback(null), callback);
    }

    override end(): Promise<void>;
    override end(callback: (error: Error) => void): void;
    override end(callback?: (error: Error) => void): Promise<void> | void {
      this.#isEnded = true;
      servers.remove(this);
      return callback ? super.end(callback) : super.end();
    }

    abandon(): void {
      servers.remove(this);
      this.emit('error', new Error('Connection terminated: the server is no longer the primary'));
    }

    async #connect(): Promise<pg.Client> {
      const server = await servers.find();
      if (this.#isEnded) throw new Error('Connection terminated');
      direct(this, server);
      try {
        await super.connect();
        this.on('error', () => servers.suspect(server));
        await servers.check(this, server);
      } catch (error) {
        servers.suspect(server);
        this.end().catch(() => undefined);
        throw error;
      }
      servers.add(this, server);
      return this;
    }
  };
};

/** Knex's own client on the same driver, for migrations. */
export const knexClientFor = (servers: PostgresServers): typeof PostgresKnexClient =>
  class extends PostgresKnexClient {
    override _driver(): object {
      return { Client: clientFor(servers) };
    }
  };
