import { unavailable } from './errors.ts';

/**
 * Limits how much costly work runs at once. The rest waits in a short queue for each caller, and callers take turns:
 * one that asks for much delays itself and nobody else. Beyond the queue it is 503.
 */
export class Turns {
  readonly #atOnce: number;
  readonly #mayWait: number;
  readonly #refusal: string;
  /** By caller; the one whose turn is next comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;

  /** `mayWait` is how much of one caller may wait. */
  constructor({ atOnce, mayWait, refusal }: { atOnce: number; mayWait: number; refusal: string }) {
    this.#atOnce = atOnce;
    this.#mayWait = mayWait;
    this.#refusal = refusal;
  }

  /** Without a caller, everybody shares one queue. */
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
