import type { RequestListener, Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { endSoon } from './unreadable.ts';

/** The server stops accepting once no connection has arrived for `quietMs`; it waits for that at most `maxQuietMs`. */
const quietMs = 100;
const maxQuietMs = 1_000;

/** How long a connection that was accepted while stopping may take to send its first request. */
const freshMs = 1_000;

const sweepMs = 50;

export interface DrainLimits {
  /** How long connections are accepted after the stop was asked for; 0 stops at once. */
  readonly delayMs: number;
  /** How long answers under way may take after that. */
  readonly limitMs: number;
}

/** Stops a server without resetting a connection of any client that honours `Connection: close`. */
export class Draining {
  readonly #sockets = new Set<Socket>();
  /** Those with a response that is not finished. */
  readonly #busy = new Set<Socket>();
  /** Those that were accepted while stopping, and whose request is still on its way. */
  readonly #fresh = new Set<Socket>();
  #accepted = 0;
  #isStopping = false;
  #held: (() => void)[] | undefined;

  /** From then on, every answer says `Connection: close`. */
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
    // Node would destroy idle connections when the server closes, and reset those on which a request is just arriving.
    server.closeIdleConnections = () => this.#endIdle();
  }

  beginAnswer(socket: Socket): void {
    this.#busy.add(socket);
  }

  endAnswer(socket: Socket): void {
    this.#busy.delete(socket);
  }

  guard(handle: RequestListener): RequestListener {
    return (req, res) => {
      if (!this.#isStopping) handle(req, res);
      // Nobody could be answered any more on a connection that we have ended: such a request must change nothing.
      else if (!req.socket.writable) return;
      else if (this.#held) this.#held.push(() => handle(req, res));
      else handle(req, res);
    };
  }

  /** Goes on accepting for a while; then finishes what is under way. */
  async drain(server: Server | TlsServer, { delayMs, limitMs }: DrainLimits, beforeClosing: () => void): Promise<void> {
    this.begin();
    if (delayMs > 0) {
      await sleep(delayMs);
      await this.#quiet();
    }
    beforeClosing();
    const closed = close(server, limitMs);
    for (const start of this.#held ?? []) start();
    this.#held = undefined;
    await closed;
  }

  /**
   * Resolves when no connection waits to be accepted: the system resets those that do when the server closes. Whoever
   * was answered connects again at once, so that requests are held back until then.
   */
  async #quiet(): Promise<void> {
    this.#held = [];
    for (let waited = 0; waited < maxQuietMs; waited += quietMs) {
      const before = this.#accepted;
      await sleep(quietMs);
      if (this.#accepted === before) return;
    }
  }

  #endIdle(): void {
    for (const socket of this.#sockets)
      if (!this.#busy.has(socket) && !this.#fresh.has(socket) && socket.writable) endSoon(socket);
  }

  #expectRequest(socket: Socket): void {
    this.#fresh.add(socket);
    setTimeout(() => this.#fresh.delete(socket), freshMs).unref();
  }
}

/** Takes nothing new; what is not done in time is cut off. */
const close = (server: Server | TlsServer, limitMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cutOff = setTimeout(() => server.closeAllConnections(), limitMs);
    // A connection that falls silent after its last answer would otherwise be kept for its idle time.
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
    server.close(() => {
      clearTimeout(cutOff);
      clearInterval(sweep);
      resolve();
    });
  });
