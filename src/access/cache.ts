import { LRUCache } from 'lru-cache';

interface Entry<T> {
  readonly revision: string;
  readonly value: T;
}

/** Caches values by key for one revision each; evicts the least recently used when their total weight exceeds the limit. */
export class RevisionCache<T> {
  readonly #entries: LRUCache<string, Entry<T>>;

  constructor(limit: number, weightOf: (value: T) => number) {
    // A value that exceeds the limit is cached alone, instead of being computed for every request.
    const sizeCalculation = ({ value }: Entry<T>): number => Math.min(weightOf(value), limit);
    this.#entries = new LRUCache({ maxSize: limit, sizeCalculation });
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
    this.#entries.set(key, { revision, value });
  }
}
