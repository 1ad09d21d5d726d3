/** Which entries of several kinds a page has: the kinds follow one another, as if they were one list. */
export class Window {
  #skip: number;
  #left: number;
  #total = 0;

  constructor({ offset, limit }: { readonly offset: number; readonly limit: number }) {
    this.#skip = offset;
    this.#left = limit;
  }

  /** The number of entries of all kinds so far. */
  get total(): number {
    return this.#total;
  }

  /** Returns the entries of the next kind that the page has. */
  take<T>(entries: readonly T[]): T[] {
    const taken = entries.slice(this.#skip, this.#skip + this.#left);
    this.#skip = Math.max(0, this.#skip - entries.length);
    this.#left -= taken.length;
    this.#total += entries.length;
    return taken;
  }
}
