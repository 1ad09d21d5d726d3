/** Runs one piece of work at a time for each key; others with the same key wait for it. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs the work as soon as no earlier one of the key is running; throws `timedOut()` if the signal was aborted by then. */
  async run<T>(key: string, signal: AbortSignal, timedOut: () => Error, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    this.#last.set(key, ended);
    try {
      await before;
      if (signal.aborted) throw timedOut();
      return await work();
    } finally {
      end();
      if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }
}
