import { yieldToEventLoop } from '../event-loop.ts';

/** Runs one piece of work at a time for each key; others with the same key wait for it. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>();

  /**
   * Runs the work as soon as no earlier one of the key is running; throws what `refusal` returns by then, if anything.
   * Those who waited continue in event-loop turns of their own, so that many who give up at once delay nobody else.
   */
  async run<T>(key: string, refusal: () => Error | undefined, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    this.#last.set(key, ended);
    try {
      if (before) {
        await before;
        await yieldToEventLoop();
      }
      const refused = refusal();
      if (refused) throw refused;
      return await work();
    } finally {
      end();
      if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }
}
