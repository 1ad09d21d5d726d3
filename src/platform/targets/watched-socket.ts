import type { Socket } from 'node:net';
import { TargetError } from './errors.ts';

const intervalMs = 50;
const maxBytes = 8 * 1024 * 1024;

/** Ends a connection that takes too long, or on which too much is received, which drivers would collect in memory. */
export class WatchedSocket {
  readonly #socket: Socket;
  readonly #timer: NodeJS.Timeout;
  #what = '';
  #limitMs = 0;
  #end = 0;
  /** Why the connection was ended. */
  failure: TargetError | undefined;

  constructor(socket: Socket, limitMs: number, what: string) {
    this.#socket = socket;
    this.limit(limitMs, what);
    this.#timer = setInterval(() => this.#check(), intervalMs);
  }

  /** What happens now, and how long it may take: "It did not respond". */
  limit(limitMs: number, what: string): void {
    this.#what = what;
    this.#limitMs = limitMs;
    this.#end = performance.now() + limitMs;
  }

  release(): void {
    clearInterval(this.#timer);
    this.#socket.destroy();
  }

  #check(): void {
    if (performance.now() > this.#end)
      this.#stop(new TargetError('unreachable', `${this.#what} within ${this.#limitMs / 1000} seconds.`));
    else if (this.#socket.bytesRead > maxBytes)
      this.#stop(new TargetError('refused', `It sent more than ${maxBytes} bytes.`));
  }

  #stop(failure: TargetError): void {
    this.failure ??= failure;
    this.#socket.destroy();
  }
}
