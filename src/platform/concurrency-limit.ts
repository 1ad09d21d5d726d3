import { unavailable } from './errors.ts';

interface Waiting {
  readonly start: () => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Limits how much expensive work runs concurrently. The rest waits in a short queue per caller, and the queues are
 * served round-robin, so that a caller with much work delays only itself. A full queue is a 503. If too much waits
 * altogether, the last work of the longest queue gets the 503.
 */
export class ConcurrencyLimit {
  readonly #atOnce: number;
  readonly #mayWait: number;
  readonly #mayWaitInAll: number;
  readonly #refusal: string;
  /** Queues by caller, in the order in which they are served. */
  readonly #waiting = new Map<string, Waiting[]>();
  #running = 0;
  #waitingInAll = 0;

  /** `mayWait` is the length of each queue, `mayWaitInAll` that of all together; `refusal` is the message of the 503. */
  constructor({
    atOnce,
    mayWait,
    mayWaitInAll = Infinity,
    refusal,
  }: {
    atOnce: number;
    mayWait: number;
    mayWaitInAll?: number;
    refusal: string;
  }) {
    this.#atOnce = atOnce;
    this.#mayWait = mayWait;
    this.#mayWaitInAll = mayWaitInAll;
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
    if (this.#waitingInAll >= this.#mayWaitInAll) this.#makeRoom(queue.length + 1);
    this.#waiting.set(caller, queue);
    this.#waitingInAll += 1;
    return new Promise((start, refuse) => queue.push({ start, refuse }));
  }

  /** Refuses the last of the longest queue; throws a 503 unless that is longer than the queue of the newcomer. */
  #makeRoom(length: number): void {
    const longest = [...this.#waiting.values()].reduce((one, other) => (other.length > one.length ? other : one), []);
    if (longest.length <= length) throw unavailable(this.#refusal);
    this.#waitingInAll -= 1;
    longest.pop()!.refuse(unavailable(this.#refusal));
  }

  #startNext(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#running -= 1;
      return;
    }
    const [caller, queue] = next;
    this.#waiting.delete(caller);
    const { start } = queue.shift()!;
    this.#waitingInAll -= 1;
    if (queue.length > 0) this.#waiting.set(caller, queue);
    start();
  }
}
