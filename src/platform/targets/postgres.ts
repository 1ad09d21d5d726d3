import type { Socket } from 'node:net';
import pg from 'pg';
import { connectionFailure, TargetError } from './errors.ts';
import { guarded } from './guarded-socket.ts';
import type { SqlLogin, SqlSession } from './sql.ts';
import type { Protocol } from './targets.ts';
import { encrypt, type TargetTls } from './tls.ts';

/** Less than the time for the whole work, so that the server has given up by then. */
const statementMs = 20_000;

/** The server is starting, stopping, or has no connection left: it may be back soon. */
const isAway = (code: string): boolean => /^(57P0[1-5]|53300|08...)$/.test(code);

/** PostgreSQL's `undefined_object`. Something else that the statements name may be missing as well. */
const isGone = (error: unknown, username: string): boolean =>
  error instanceof TargetError && error.code === '42704' && error.message.includes(username);

const failureOf = (error: unknown): TargetError => {
  const { code, message } = error as { code?: string; message: string };
  if (error instanceof pg.DatabaseError && code !== undefined)
    return new TargetError(isAway(code) ? 'unreachable' : 'refused', `${message} (${code})`, code);
  return connectionFailure(error);
};

const orFailure = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw failureOf(error);
  });

/** The driver connects its stream itself: this one is connected to an address that was checked. */
const connected = (socket: Socket): Socket =>
  Object.assign(guarded(socket), { connect: () => process.nextTick(() => socket.emit('connect')) });

const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * Asks for TLS, and begins it as for all other systems. Nothing else may arrive before: it could be from somebody on the
 * way, and would be read as if the server had encrypted it.
 */
const encrypted = async (socket: Socket, host: string, tls: TargetTls | undefined): Promise<Socket> => {
  if (!tls) return socket;
  const response = await new Promise<Buffer>((resolve, reject) => {
    const end = (): void => reject(new TargetError('unreachable', 'It ended the connection.'));
    socket.once('close', end).once('data', (bytes) => {
      socket.off('close', end).pause();
      resolve(bytes);
    });
    socket.write(sslRequest);
  });
  if (response.toString() !== 'S') throw new TargetError('refused', 'The server does not support SSL connections.');
  return encrypt(socket, host, tls);
};

class PostgresSession implements SqlSession {
  readonly #client: pg.Client;

  constructor(client: pg.Client) {
    this.#client = client;
  }

  /**
   * Sends the text whole, as it may contain quoted semicolons. The commit is sent by itself: what we gave up on is
   * rolled back when the server notices that the connection is gone, however late it finishes.
   */
  async run(text: string): Promise<void> {
    const client = this.#client;
    await orFailure(client.query(`BEGIN; SET LOCAL statement_timeout = ${statementMs}`));
    await orFailure(client.query(text));
    await orFailure(client.query('COMMIT'));
  }

  async changeUser(text: string, username: string): Promise<boolean> {
    try {
      await this.run(text);
      return true;
    } catch (error) {
      if (isGone(error, username)) return false;
      throw error;
    }
  }

  async removeUser(text: string, username: string): Promise<void> {
    await this.changeUser(text, username);
  }

  end(): Promise<void> {
    return this.#client.end();
  }
}

/** Sessions in a database of PostgreSQL. */
export const postgresProtocol = ({ host, tls, ...login }: SqlLogin): Protocol<PostgresSession> => ({
  async open(socket) {
    // The driver would take what is missing from the environment of the server.
    if (login.username === '') throw new TargetError('refused', 'A user name is needed.');
    const stream = await encrypted(socket, host, tls);
    const client = new pg.Client({
      host,
      database: login.database === '' ? login.username : login.database,
      user: login.username,
      password: () => login.password,
      application_name: 'sallyport',
      stream: () => connected(stream),
      ssl: false,
    });
    // A statement that is running fails with the error; otherwise the next one does.
    client.on('error', () => undefined);
    await orFailure(client.connect());
    return new PostgresSession(client);
  },
  close: (session) => session.end(),
});
