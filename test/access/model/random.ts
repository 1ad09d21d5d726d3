/** Random choices that depend only on the seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }

  /** Each of the choices with this probability. */
  some<T>(choices: readonly T[], probability = 0.5): T[] {
    return choices.filter(() => this.chance(probability));
  }

  times<T>(count: number, make: (index: number) => T): T[] {
    return Array.from({ length: count }, (_, index) => make(index));
  }
}

/** MODEL_SEED, or a new seed; printed, so that a failure can be repeated. */
export const modelSeed = (title: string): number => {
  const seed =
    process.env.MODEL_SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(process.env.MODEL_SEED);
  if (!Number.isSafeInteger(seed)) throw new Error('MODEL_SEED must be an integer');
  process.stdout.write(`\n  ${title}: MODEL_SEED=${seed}\n`);
  return seed;
};
