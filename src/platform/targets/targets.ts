import { lookup } from 'node:dns/promises';
import { isIP, isIPv6, type Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { ConcurrencyLimit } from '../concurrency-limit.ts';
import { ServiceError } from '../errors.ts';
import type { OutgoingClient } from '../outgoing/client.ts';
import { allowSetting } from '../outgoing/hosts.ts';
import { Refused } from '../refused.ts';
import { Breaker } from './breaker.ts';
import { TargetError } from './errors.ts';
import { WatchedSocket } from './watched-socket.ts';

export interface TargetAddress {
  /** A name or an address, as users enter it. */
  readonly host: string;
  readonly port: number;
}

/** How sessions of one kind of system begin and end. */
export interface Protocol<S> {
  /** Logs in; the socket is destroyed if this takes too long. */
  open(socket: Socket): Promise<S>;
  close(session: S): Promise<void>;
}

export interface TargetUse {
  readonly address: TargetAddress;
  /** Whether everything that is sent is encrypted. Without it, only listed hosts are reached. */
  readonly isEncrypted: boolean;
  /** On whose behalf: what one caller asks of a system waits behind its own. */
  readonly caller: string;
}

const connectMs = 10_000;
const workMs = 30_000;
const notResponded = 'It did not respond';
const atOnce = 8;
const mayWait = 100;
/** Systems that are remembered although nothing of theirs is running, because they were not reached lately. */
const maxIdle = 1_000;

interface Target {
  readonly breaker: Breaker;
  readonly limit: ConcurrencyLimit;
  users: number;
}

const plainIPv4 = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');
const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.');

/** Which host is allowed is decided as for https. */
const guardedUrl = (host: string): URL | undefined => {
  const text = `https://${isIPv6(host) ? `[${host}]` : host}`;
  const isHost = isIPv6(host) || /^[\w.-]+$/.test(host);
  return isHost && URL.canParse(text) ? new URL(text) : undefined;
};

interface Deps {
  readonly outgoing: OutgoingClient;
  readonly clock: Pick<Clock, 'elapsed'>;
  /** Where the database of the server itself is. */
  readonly ownDatabase?: readonly TargetAddress[];
}

/**
 * Logs in to systems that users configure, to change something there: only at allowed addresses, never in our own
 * database, within limits of time, a few at a time for each system, and not while it is known to be away.
 */
export class Targets {
  readonly #outgoing: OutgoingClient;
  readonly #clock: Pick<Clock, 'elapsed'>;
  readonly #ownDatabase: readonly TargetAddress[];
  readonly #targets = new Map<string, Target>();

  constructor({ outgoing, clock, ownDatabase = [] }: Deps) {
    this.#outgoing = outgoing;
    this.#clock = clock;
    this.#ownDatabase = ownDatabase;
  }

  /** Why the host may not be reached, as far as its name alone shows, as a sentence; undefined if it may. */
  problemOf({ address: { host }, isEncrypted }: Omit<TargetUse, 'caller'>): string | undefined {
    const url = guardedUrl(host);
    if (!url) return `The host must be a name or an address, without a scheme, a port or a path.`;
    const problem = this.#outgoing.problemOf(url.href);
    if (problem !== undefined) return `The host ${problem}.`;
    if (!isEncrypted && !this.#outgoing.isListed(url.href))
      return `The host must be reached with TLS, unless ${allowSetting} lists it.`;
    return undefined;
  }

  /** Opens a session, does the work in it, and closes it. Throws a `TargetError`, or what the work throws. */
  async use<S, T>(target: TargetUse, protocol: Protocol<S>, work: (session: S) => Promise<T>): Promise<T> {
    const problem = this.problemOf(target);
    if (problem !== undefined) throw new TargetError('not_allowed', problem);
    const { address, caller } = target;
    const name = `${address.host}:${address.port}`;
    const entry = this.#enter(name);
    try {
      return await entry.limit.take(() => this.#run(address, entry.breaker, protocol, work), caller);
    } catch (error) {
      // The queue is full: no work in a session throws such an error.
      if (error instanceof ServiceError) throw new TargetError('unreachable', error.message);
      throw error;
    } finally {
      this.#leave(name, entry);
    }
  }

  #enter(name: string): Target {
    let entry = this.#targets.get(name);
    if (!entry) {
      const limit = new ConcurrencyLimit({ atOnce, mayWait, refusal: 'Too many calls to this system are waiting.' });
      this.#targets.set(name, (entry = { breaker: new Breaker(this.#clock), limit, users: 0 }));
    }
    entry.users += 1;
    return entry;
  }

  #leave(name: string, entry: Target): void {
    entry.users -= 1;
    if (entry.users > 0) return;
    if (entry.breaker.isIdle || this.#targets.size > maxIdle) this.#targets.delete(name);
  }

  async #run<S, T>(
    address: TargetAddress,
    breaker: Breaker,
    protocol: Protocol<S>,
    work: (session: S) => Promise<T>,
  ): Promise<T> {
    if (breaker.pauseMs > 0) {
      const seconds = Math.ceil(breaker.pauseMs / 1000);
      throw new TargetError('unreachable', `It was not reached lately. The next attempt is in ${seconds} s.`);
    }
    breaker.begin();
    const { watched, session } = await this.#open(address, breaker, protocol);
    try {
      watched.limit(workMs, 'It did not finish');
      return await work(session);
    } catch (error) {
      throw watched.failure ?? error;
    } finally {
      await protocol.close(session).catch(() => undefined);
      watched.release();
    }
  }

  async #open<S>(address: TargetAddress, breaker: Breaker, protocol: Protocol<S>) {
    let watched: WatchedSocket | undefined;
    try {
      const socket = await this.#connect(address);
      watched = new WatchedSocket(socket, connectMs, notResponded);
      const session = await protocol.open(socket);
      breaker.succeed();
      return { watched, session };
    } catch (error) {
      watched?.release();
      const failure = watched?.failure ?? error;
      if (!(failure instanceof TargetError)) throw failure;
      if (failure.failure === 'unreachable') breaker.fail();
      if (failure.failure === 'refused') breaker.succeed();
      throw failure;
    }
  }

  /** Connects to the very address that was checked. */
  async #connect({ host, port }: TargetAddress): Promise<Socket> {
    const ending = new AbortController();
    // Cleared once it is connected: the signal would end the connection at any later time.
    const timer = setTimeout(() => ending.abort(), connectMs);
    let socket: Socket;
    try {
      socket = await this.#outgoing.connect(guardedUrl(host)!, port, ending.signal);
    } catch (error) {
      if (error instanceof Refused) throw new TargetError('not_allowed', error.message);
      if (ending.signal.aborted)
        throw new TargetError('unreachable', `${notResponded} within ${connectMs / 1000} seconds.`);
      const { code, message } = error as NodeJS.ErrnoException;
      throw new TargetError('unreachable', `It could not be reached: ${code ?? message}.`);
    } finally {
      clearTimeout(timer);
    }
    if (!(await this.#isOwnDatabase(socket))) return socket;
    socket.destroy();
    throw new TargetError('not_allowed', 'The host is that of the database of this server.');
  }

  async #isOwnDatabase({ remoteAddress = '', localAddress, remotePort }: Socket): Promise<boolean> {
    const address = plainIPv4(remoteAddress);
    // A machine has further addresses of its own; connections to them begin at the same address.
    const isThisMachine = isLoopback(address) || remoteAddress === localAddress;
    for (const { host, port } of this.#ownDatabase) {
      if (port !== remotePort) continue;
      const found = isIP(host) === 0 ? await lookup(host, { all: true }).catch(() => []) : [{ address: host }];
      if (found.some((own) => own.address === address || (isLoopback(own.address) && isThisMachine))) return true;
    }
    return false;
  }
}
