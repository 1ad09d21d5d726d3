import type { Ability } from '../../../access/ability.ts';
import { timestamp, type Clock, type Timestamp } from '../../../platform/clock.ts';
import type { Cell } from './cells.ts';

interface Entry {
  readonly question: string;
  readonly at: Timestamp;
  readonly cells: readonly Cell[];
}

/** About as many take 30 MB. */
const maxCells = 100_000;

/**
 * Caches the names of the last overviews, one for each reader, because their pages are read one after the other. An
 * entry is valid as long as the question, which includes the data revision, and the reader's active rules stay the same.
 */
export class RecentCells {
  readonly #entries = new Map<Ability, Entry>();
  #count = 0;

  find(ability: Ability, question: string, clock: Clock): readonly Cell[] | undefined {
    const entry = this.#entries.get(ability);
    const now = timestamp(clock.now());
    return entry?.question === question && ability.isSame(entry.at, now) ? entry.cells : undefined;
  }

  /** `at` is the time before anything was authorized. */
  add(ability: Ability, entry: Entry): void {
    this.#delete(ability);
    this.#entries.set(ability, entry);
    this.#count += entry.cells.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#count <= maxCells) return;
      this.#delete(oldest);
    }
  }

  #delete(ability: Ability): void {
    this.#count -= this.#entries.get(ability)?.cells.length ?? 0;
    this.#entries.delete(ability);
  }
}
