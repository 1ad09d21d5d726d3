import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * V8 would let the heap grow fourfold before it sweeps it: that is memory which a small machine has better uses for.
 */
export const growSlowly = (): void => setFlagsFromString('--heap-growing-percent=100');

/** At once, and for as long as a slow request takes. */
export const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
};

/** From the second time on, V8 sees that little was asked for since the last, and lets go of what was empty then. */
const times = 3;
const restMs = 5000;

/** Gives back what starting took, a quarter of all memory: V8 does not unless it is asked. */
export const giveBack = async (): Promise<void> => {
  for (let time = 0; time < times; time += 1) {
    await pause(restMs, undefined, { ref: false });
    collectGarbage();
  }
};
