import { LRUCache } from 'lru-cache';
import type { Ability } from '../../../access/ability.ts';
import { timestamp, type Clock, type Timestamp } from '../../../platform/clock.ts';
import type { Cell } from './cells.ts';

interface Entry {
  readonly ability: Ability;
  readonly query: string;
  readonly at: Timestamp;
  readonly cells: readonly Cell[];
}

/** About as many take 30 MB. */
const maxCells = 100_000;

/** What an entry counts besides its cells, because it holds the reader's rules: this allows a thousand entries. */
const cellsPerEntry = 100;

/**
 * Caches the names of the last overviews, one for each reader, because their pages are read one after the other. An
 * entry is valid as long as the query, which includes the data revision, and the reader's active rules stay the same.
 */
export class RecentCells {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: maxCells,
    sizeCalculation: ({ cells }) => cells.length + cellsPerEntry,
  });

  /** `reader` identifies the caller and the project. */
  find(reader: string, { ability, query }: Pick<Entry, 'ability' | 'query'>, clock: Clock): Entry['cells'] | undefined {
    const entry = this.#entries.get(reader);
    if (entry?.ability !== ability || entry.query !== query) return undefined;
    return ability.isSame(entry.at, timestamp(clock.now())) ? entry.cells : undefined;
  }

  /** The time of the entry is the one before anything was authorized. */
  add(reader: string, entry: Entry): void {
    this.#entries.set(reader, entry);
  }
}
