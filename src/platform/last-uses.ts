import { LRUCache } from 'lru-cache';
import { secondsAfter, timestamp, type Timestamp } from './clock.ts';

const everySeconds = 60;
const max = 10_000;

/** Decides when the last use of something is stored: at most about once a minute, so that requests stay reads. */
export class LastUses {
  /** When the last use of each was written or attempted; a failed write is not repeated within the minute. */
  readonly #attempts = new LRUCache<string, Timestamp>({ max });

  /** Whether this use is to be stored; `lastUsed` is the use that is stored. */
  isDue(id: string, lastUsed: Timestamp | null, now: Date): boolean {
    const recently = timestamp(secondsAfter(now, -everySeconds));
    if (lastUsed !== null && lastUsed > recently) return false;
    if ((this.#attempts.get(id) ?? '') > recently) return false;
    this.#attempts.set(id, timestamp(now));
    return true;
  }
}
