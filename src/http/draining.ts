import type { RequestListener, Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { endGracefully } from './client-errors.ts';

/** The server stops accepting once no connection has arrived for `quietMs`; it waits for that at most `maxQuietMs`. */
const quietMs = 100;
const maxQuietMs = 1_000;

/** How long a connection accepted while stopping may take to send its first request. */
const freshMs = 1_000;

const sweepMs = 50;

export interface DrainLimits {
  /** How long connections are still accepted after the stop was requested; 0 stops at once. */
  readonly delayMs: number;
  /** How long pending responses may take after that. */
  readonly limitMs: number;
}

/** Stops a server without resetting a connection of any client that honours `Connection: close`. */
export class Draining {
  readonly #sockets = new Set<Socket>();
  /** Connections with an unfinished response. */
  readonly #busy = new Set<Socket>();
  /** Connections accepted while stopping, whose first request has not arrived yet. */
  readonly #fresh = new Set<Socket>();
  #accepted = 0;
  #isStopping = false;
  #delayed: (() => void)[] | undefined;

  /** While true, every response has `Connection: close`. */
  get isStopping(): boolean {
    return this.#isStopping;
  }

  begin(): void {
    this.#isStopping = true;
  }

  watch(server: Server | TlsServer, isTls: boolean): void {
    server.on('connection', () => (this.#accepted += 1));
    server.on(isTls ? 'secureConnection' : 'connection', (socket: Socket) => {
      this.#sockets.add(socket);
      if (this.#isStopping) this.#expectRequest(socket);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        this.#busy.delete(socket);
        this.#fresh.delete(socket);
      });
    });
    // By default Node destroys idle connections on close, and so resets those on which a request is just arriving.
    server.closeIdleConnections = () => this.#endIdle();
  }

  beginResponse(socket: Socket): void {
    this.#busy.add(socket);
  }

  endResponse(socket: Socket): void {
    this.#busy.delete(socket);
  }

  guard(handle: RequestListener): RequestListener {
    return (req, res) => {
      if (!this.#isStopping) handle(req, res);
      // On a connection that we have ended no response is possible, so the request must change nothing.
      else if (!req.socket.writable) return;
      else if (this.#delayed) this.#delayed.push(() => handle(req, res));
      else handle(req, res);
    };
  }

  /** Keeps accepting connections for a while, then finishes the pending requests and closes. */
  async drain(
    servers: readonly (Server | TlsServer)[],
    { delayMs, limitMs }: DrainLimits,
    beforeClosing: () => void,
  ): Promise<void> {
    this.begin();
    if (delayMs > 0) {
      await sleep(delayMs);
      await this.#quiet();
    }
    beforeClosing();
    const closed = Promise.all(servers.map((server) => close(server, limitMs)));
    for (const start of this.#delayed ?? []) start();
    this.#delayed = undefined;
    await closed;
  }

  /**
   * Resolves when no connection waits to be accepted: the system resets those when the server closes. Requests are delayed
   * meanwhile, because clients reconnect at once after a response.
   */
  async #quiet(): Promise<void> {
    this.#delayed = [];
    for (let waited = 0; waited < maxQuietMs; waited += quietMs) {
      const before = this.#accepted;
      await sleep(quietMs);
      if (this.#accepted === before) return;
    }
  }

  #endIdle(): void {
    for (const socket of this.#sockets)
      if (!this.#busy.has(socket) && !this.#fresh.has(socket) && socket.writable) endGracefully(socket);
  }

  #expectRequest(socket: Socket): void {
    this.#fresh.add(socket);
    setTimeout(() => this.#fresh.delete(socket), freshMs).unref();
  }
}

/** Stops accepting connections; those still open after `limitMs` are destroyed. */
const close = (server: Server | TlsServer, limitMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), limitMs);
    // Otherwise a connection that becomes idle after its last response would stay open for the idle timeout.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    server.close(() => {
      clearTimeout(cutOff);
      clearInterval(sweep);
      resolve();
    });
  });
