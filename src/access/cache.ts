interface Entry<T> {
  readonly revision: string;
  readonly value: T;
  readonly weight: number;
}

/**
 * Caches what was worked out under a revision; at another revision it is worked out anew. The oldest go when all
 * together weigh too much.
 */
export class RevisionCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #limit: number;
  readonly #weightOf: (value: T) => number;
  #weight = 0;

  constructor(limit: number, weightOf: (value: T) => number) {
    this.#limit = limit;
    this.#weightOf = weightOf;
  }

  /** At once if it is cached. `make` is given what it was before, if that is cached. */
  get(key: string, revision: string, make: (before: T | undefined) => Promise<T>): T | Promise<T> {
    const known = this.#entries.get(key);
    return known?.revision === revision ? known.value : this.#add(key, revision, () => make(known?.value));
  }

  async #add(key: string, revision: string, make: () => Promise<T>): Promise<T> {
    const value = await make();
    this.#delete(key);
    const weight = this.#weightOf(value);
    this.#entries.set(key, { revision, value, weight });
    this.#weight += weight;
    while (this.#weight > this.#limit && this.#entries.size > 1) this.#delete(this.#entries.keys().next().value!);
    return value;
  }

  #delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
