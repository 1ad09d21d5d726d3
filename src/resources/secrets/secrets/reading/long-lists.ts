import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { ConcurrencyLimit } from '../../../../platform/concurrency-limit.ts';

/** From this many secrets on, or this many sealed bytes, a list counts as long: it takes tens of megabytes to build. */
const manySecrets = 1_000;
const manyBytes = 1_048_576;

/** How many lists are remembered as short. */
const maxRemembered = 10_000;

/** The size of a list, known before it is decrypted. */
export interface ListSize {
  readonly secrets: number;
  readonly bytes: number;
}

/**
 * Limits how many long lists are built at once, which bounds their memory. The length of a list is known only once it
 * has been read: one that was short the last time is built at once, any other is subject to the limit.
 */
export class LongLists {
  readonly #limit = new ConcurrencyLimit({
    atOnce: 2,
    mayWait: 100,
    refusal: 'Too many long lists are being read at once. Try again shortly.',
  });
  readonly #short = new LRUCache<string, true>({ max: maxRemembered });

  /**
   * `name` identifies the folders of the list, `caller` the actor; the work reports the size of the list as soon as it
   * is known.
   */
  build<T>(
    { name, caller }: { name: string; caller: string },
    work: (measure: (size: ListSize) => void) => Promise<T>,
  ): Promise<T> {
    const measure = ({ secrets, bytes }: ListSize): void => {
      if (secrets >= manySecrets || bytes >= manyBytes) this.#short.delete(name);
      else this.#short.set(name, true);
    };
    if (this.#short.has(name)) return work(measure);
    return this.#limit.take(async () => {
      // Lets other requests run between lists that were requested at the same moment.
      await setImmediate();
      return work(measure);
    }, caller);
  }
}
