/** Remembers what was worked out under a revision; at another revision it is worked out anew. The oldest go when there are too many. */
export class RevisionCache<T> {
  readonly #entries = new Map<string, { readonly revision: string; readonly value: T }>();
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** At once if it is known. `make` is given what it was before, if that is known. */
  get(key: string, revision: string, make: (before: T | undefined) => Promise<T>): T | Promise<T> {
    const known = this.#entries.get(key);
    return known?.revision === revision ? known.value : this.#remember(key, revision, () => make(known?.value));
  }

  async #remember(key: string, revision: string, make: () => Promise<T>): Promise<T> {
    const value = await make();
    this.#entries.delete(key);
    this.#entries.set(key, { revision, value });
    if (this.#entries.size > this.#limit) this.#entries.delete(this.#entries.keys().next().value!);
    return value;
  }
}
