import { setImmediate } from 'node:timers/promises';
import { ConcurrencyLimit } from '../../../../platform/concurrency-limit.ts';

/** From this many secrets on, or this many sealed bytes, a list counts as long: it takes tens of megabytes to build. */
const manySecrets = 1_000;
const manyBytes = 1_048_576;

/** Lists of which it is remembered whether they are long. */
const maxRemembered = 10_000;

/** What the size of a list shows in, before it is opened. */
export interface ListSize {
  readonly secrets: number;
  readonly bytes: number;
}

/**
 * Builds few long lists at once, so that their memory is bounded. How long a list is shows only when it has been read:
 * one that was short before is built at once, any other one in turn.
 */
export class LongLists {
  readonly #turns = new ConcurrencyLimit({
    atOnce: 2,
    mayWait: 100,
    refusal: 'Too many long lists are being read at once. Try again shortly.',
  });
  readonly #short = new Set<string>();

  /**
   * `name` stands for the folders that the list is of, `caller` for who asks; the work says how long the list is, as
   * soon as it knows.
   */
  build<T>(
    { name, caller }: { name: string; caller: string },
    work: (measure: (size: ListSize) => void) => Promise<T>,
  ): Promise<T> {
    const measure = ({ secrets, bytes }: ListSize): void => {
      if (secrets >= manySecrets || bytes >= manyBytes) this.#short.delete(name);
      else this.#remember(name);
    };
    if (this.#short.has(name)) return work(measure);
    return this.#turns.take(async () => {
      // Many that were asked for at the same moment would otherwise be built one after the other, with nobody else in
      // between.
      await setImmediate();
      return work(measure);
    }, caller);
  }

  #remember(name: string): void {
    if (this.#short.size >= maxRemembered) this.#short.clear();
    this.#short.add(name);
  }
}
