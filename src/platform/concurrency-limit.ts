import { unavailable } from './errors.ts';

/**
 * Limits how much expensive work runs concurrently. The rest waits in a short queue per caller, and the queues are
 * served round-robin, so that a caller with much work delays only itself. A full queue is a 503.
 */
export class ConcurrencyLimit {
  readonly #atOnce: number;
  readonly #mayWait: number;
  readonly #refusal: string;
  /** Queues by caller, in the order in which they are served. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;

  /** `mayWait` is the length of each queue; `refusal` is the message of the 503. */
  constructor({ atOnce, mayWait, refusal }: { atOnce: number; mayWait: number; refusal: string }) {
    this.#atOnce = atOnce;
    this.#mayWait = mayWait;
    this.#refusal = refusal;
  }

  /** Runs the work as soon as the limit allows; without a caller, all share one queue. */
  async take<T>(work: () => Promise<T>, caller = ''): Promise<T> {
    if (this.#running >= this.#atOnce) await this.#wait(caller);
    else this.#running += 1;
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  #wait(caller: string): Promise<void> {
    const queue = this.#waiting.get(caller) ?? [];
    if (queue.length >= this.#mayWait) throw unavailable(this.#refusal);
    this.#waiting.set(caller, queue);
    return new Promise((resolve) => queue.push(resolve));
  }

  #startNext(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [caller, queue] = next;
    this.#waiting.delete(caller);
    const start = queue.shift()!;
    if (queue.length > 0) this.#waiting.set(caller, queue);
    start();
  }
}
