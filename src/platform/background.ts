import type { Log } from './log.ts';

/** Work that goes on after the answer that began it, until it is done or the server stops. */
export class Background {
  readonly #log: Log;
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Aborted when all work has to come to an end. */
  get stopping(): AbortSignal {
    return this.#stop.signal;
  }

  /** Nobody waits for the work. What makes it fail is in the log. */
  start(name: string, work: (stopping: AbortSignal) => Promise<void>): void {
    const running = work(this.stopping)
      .catch((err: unknown) => this.#log.error({ err, work: name }, 'work in the background failed'))
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Tells all work to stop, and waits until it has. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#running);
  }
}
