import type { Socket } from 'node:net';
import { connectionFailure, TargetError } from './errors.ts';
import { MalformedReply, parseReply, RedisError, type RedisReply } from './redis-replies.ts';
import type { Protocol } from './targets.ts';
import { encrypt, type TargetTls } from './tls.ts';

export interface RedisLogin {
  /** The host as users enter it: the certificate has to name it. */
  readonly host: string;
  /** Empty for the user `default`. */
  readonly username: string;
  /** Empty if the user has none. */
  readonly password: string;
  readonly tls: TargetTls | undefined;
}

export type RedisCommand = readonly string[];

/** What one session may receive: statements about users have short replies. */
const maxBytes = 16_384;

/** The server is starting, or has no connection left: it may be back soon. */
const isAway = ({ code, message }: RedisError): boolean =>
  /^(LOADING|BUSY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN)$/.test(code) || message.includes('max number of clients');

const failureOf = (error: RedisError): TargetError =>
  new TargetError(isAway(error) ? 'unreachable' : 'refused', error.message, error.code);

/** The bytes of a command: a list of texts, each after its length, so that none is read as something else. */
const encode = (command: RedisCommand): string =>
  `*${command.length}\r\n${command.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`;

/** A connection on which one command is sent after the other. */
export class RedisSession {
  readonly #socket: Socket;
  #buffer: Buffer = Buffer.alloc(0);
  #size = 0;
  #failure: TargetError | undefined;
  #waiting: { resolve: (reply: RedisReply) => void; reject: (error: Error) => void } | undefined;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket
      .on('data', (chunk) => this.#receive(chunk))
      .on('error', (error) => this.#fail(connectionFailure(error)))
      .on('close', () => this.#fail(new TargetError('unreachable', 'It ended the connection.')));
  }

  /** Returns the reply; throws a `TargetError` if it is an error. */
  async send(command: RedisCommand): Promise<RedisReply> {
    const reply = await new Promise<RedisReply>((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      this.#waiting = { resolve, reject };
      this.#socket.write(encode(command));
    });
    if (reply instanceof RedisError) throw failureOf(reply);
    return reply;
  }

  /** Runs the commands in one transaction. Redis runs all or none of them, but undoes nothing if one fails then. */
  async run(commands: readonly RedisCommand[]): Promise<void> {
    await this.send(['MULTI']);
    for (const command of commands) await this.send(command);
    const replies = (await this.send(['EXEC'])) as readonly RedisReply[] | null;
    const errors = (replies ?? []).filter((reply) => reply instanceof RedisError);
    if (errors.length === 0) return;
    const failure = errors.length === commands.length ? 'refused' : 'partial';
    throw new TargetError(failure, errors[0]!.message, errors[0]!.code);
  }

  close(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#size += chunk.length;
    this.#buffer = Buffer.concat([this.#buffer, chunk]);
    try {
      if (this.#size > maxBytes) throw new MalformedReply(`it is longer than ${maxBytes} bytes`);
      const parsed = parseReply(this.#buffer);
      if (!parsed) return;
      const isExpected = this.#waiting !== undefined && parsed.end === this.#buffer.length;
      if (!isExpected) throw new MalformedReply('it is to no command');
      this.#buffer = Buffer.alloc(0);
      this.#waiting!.resolve(parsed.reply);
      this.#waiting = undefined;
    } catch (error) {
      const { message } = error as Error;
      this.#fail(new TargetError('unreachable', `Its reply is not one of Redis: ${message}.`));
      this.#socket.destroy();
    }
  }

  #fail(failure: TargetError): void {
    this.#failure ??= failure;
    this.#waiting?.reject(this.#failure);
    this.#waiting = undefined;
  }
}

/**
 * Sessions in Redis, in its own simple protocol: what is needed here is less than a client library would bring, and
 * none takes a socket to an address that was checked.
 */
export const redisProtocol = ({ host, username, password, tls }: RedisLogin): Protocol<RedisSession> => ({
  async open(socket) {
    const session = new RedisSession(await encrypt(socket, host, tls));
    const names = username === '' ? [] : [username];
    if (username !== '' || password !== '') await session.send(['AUTH', ...names, password]);
    return session;
  },
  close: (session) => Promise.resolve(session.close()),
});
