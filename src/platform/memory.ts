import { setFlagsFromString } from 'node:v8';

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
