import { unavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Unit } from './database.ts';
import { DamagedDatabase, DiskFull, translate } from './errors.ts';

const probeEveryMs = 1000;
const probeRows = 16;
const probeTexts = 8192;

/** 64 KiB of random text, which does not compress. */
const newFiller = (): string =>
  Array.from({ length: probeTexts }, () => Math.random().toString(36).slice(2, 10)).join('');

/** Writes 1 MiB, like a large change: a small write may succeed on a disk that is too full for others. */
export const writeProbe = async ({ db }: Unit): Promise<void> => {
  const filler = newFiller();
  const rows = Array.from({ length: probeRows }, (_, id) => ({ id, filler }));
  await db('write_probe').insert(rows).onConflict('id').merge();
};

/** Tracks whether the storage is damaged or full, from the errors of the database. */
export class StorageHealth {
  readonly #log: Log;
  #isDamaged = false;
  #isFull = false;
  #probedAt = -Infinity;
  #probing: Promise<boolean> | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Translates the error, and remembers what it says about the storage. */
  readonly note = (error: unknown): unknown => {
    const translated = translate(error);
    if (translated instanceof DamagedDatabase && !this.#isDamaged) {
      this.#isDamaged = true;
      this.#log.error({ err: translated }, 'the database is damaged: restore a backup, and restart');
    } else if (translated instanceof DiskFull && !this.#isFull) {
      this.#isFull = true;
      this.#log.error({ err: translated }, 'the disk is full: changes are refused until there is room');
    }
    return translated;
  };

  /**
   * Throws 503 if the storage is damaged, until a restart, or if the disk is full, until `probe` can write again. Calls
   * `probe` at most once a second.
   */
  async check(probe: () => Promise<void>): Promise<void> {
    if (this.#isDamaged) throw unavailable('The database is damaged. The log of the server says more.');
    if (this.#isFull && !(await this.#hasRoom(probe))) throw new DiskFull();
  }

  #hasRoom(probe: () => Promise<void>): Promise<boolean> {
    if (performance.now() - this.#probedAt > probeEveryMs) this.#probing ??= this.#probe(probe);
    return this.#probing ?? Promise.resolve(false);
  }

  async #probe(probe: () => Promise<void>): Promise<boolean> {
    try {
      await probe();
      this.#isFull = false;
      this.#log.info('there is room on the disk again');
      return true;
    } catch (error) {
      // A disk that is still full is reported by `check`; any other error goes to the caller.
      if (!(error instanceof DiskFull)) throw error;
      return false;
    } finally {
      this.#probedAt = performance.now();
      this.#probing = undefined;
    }
  }
}
