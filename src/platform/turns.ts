import { unavailable } from './errors.ts';

/** Costly work: a few at once, a short queue, and beyond that 503, so that it cannot starve the rest. */
export class Turns {
  readonly #atOnce: number;
  readonly #mayWait: number;
  readonly #refusal: string;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ atOnce, mayWait, refusal }: { atOnce: number; mayWait: number; refusal: string }) {
    this.#atOnce = atOnce;
    this.#mayWait = mayWait;
    this.#refusal = refusal;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= this.#mayWait) throw unavailable(this.#refusal);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running += 1;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
