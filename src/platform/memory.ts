import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Limits heap growth between collections to 100 %; the default is fourfold, too much for a small machine. Called after
 * the program is loaded, because V8 discards code that was compiled with other flags.
 */
export const limitHeapGrowth = (): void => {
  setFlagsFromString('--heap-growing-percent=100');
  // Buffers count like the heap. By default they have a small limit of their own, so that lists of secrets cause ten full
  // collections a second (`npm run bench -- --only='^list of 100'`). V8 prints an error for flags that it does not know.
  if (Number.parseInt(process.versions.v8) >= 13) setFlagsFromString('--external-memory-accounted-in-global-limit');
};

/** Runs a full garbage collection; it blocks the process for as long as a slow request takes. */
export const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

/** V8 releases empty pages only from the second collection on, when it sees that few allocations happened since. */
const collections = 3;
const pauseMs = 5000;

/** Releases the memory that start-up needed, a quarter of the total; V8 does not do so by itself. */
export const releaseMemory = async (): Promise<void> => {
  for (let count = 0; count < collections; count += 1) {
    await pause(pauseMs, undefined, { ref: false });
    collectGarbage();
  }
};
