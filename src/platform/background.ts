import type { Log } from './log.ts';

/** Runs work that outlives the request that started it, until it is done or the server stops. */
export class Background {
  readonly #log: Log;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Aborted when all work must stop. */
  get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  /** Starts work without waiting for it; a failure is logged. */
  start(name: string, work: (stopping: AbortSignal) => Promise<void>): void {
    const running = work(this.stopping)
      .catch((err: unknown) => this.#log.error({ err, work: name }, 'background work failed'))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Aborts all work, and waits until it has stopped. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }
}
