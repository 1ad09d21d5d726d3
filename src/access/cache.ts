interface Entry<T> {
  readonly revision: string;
  readonly value: T;
  readonly weight: number;
}

/** Caches values by key for one revision each; evicts the oldest when their total weight exceeds the limit. */
export class RevisionCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #limit: number;
  readonly #weightOf: (value: T) => number;
  #weight = 0;

  constructor(limit: number, weightOf: (value: T) => number) {
    this.#limit = limit;
    this.#weightOf = weightOf;
  }

  /**
   * Returns the cached value without a promise if it is of this revision, or unchanged since its own; otherwise calls
   * `make` with the value of the earlier revision.
   */
  get(
    key: string,
    revision: string,
    make: (before: T | undefined) => Promise<T>,
    isUnchangedSince: (earlier: string) => boolean = () => false,
  ): T | Promise<T> {
    const cached = this.#entries.get(key);
    if (cached?.revision === revision) return cached.value;
    if (!cached || !isUnchangedSince(cached.revision)) return this.#add(key, revision, () => make(cached?.value));
    this.store(key, revision, cached.value);
    return cached.value;
  }

  find(key: string, revision: string): T | undefined {
    const cached = this.#entries.get(key);
    return cached?.revision === revision ? cached.value : undefined;
  }

  async #add(key: string, revision: string, make: () => Promise<T>): Promise<T> {
    const value = await make();
    this.store(key, revision, value);
    return value;
  }

  store(key: string, revision: string, value: T): void {
    this.#delete(key);
    const weight = this.#weightOf(value);
    this.#entries.set(key, { revision, value, weight });
    this.#weight += weight;
    while (this.#weight > this.#limit && this.#entries.size > 1) this.#delete(this.#entries.keys().next().value!);
  }

  #delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }
}
