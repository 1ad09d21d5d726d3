import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8 would let the heap grow fourfold before it sweeps it: that is memory which a small machine has better uses for. */
export const growSlowly = (): void => setFlagsFromString('--heap-growing-percent=100');

/** Less, and V8 would keep most of it: it looks at how much was asked for lately. */
const restMs = 10_000;

/** Gives back what starting took, a quarter of all memory. V8 does that only when it is asked, and only of pages that were empty the last time too. */
export const giveBack = async (): Promise<void> => {
  await pause(restMs, undefined, { ref: false });
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  for (let time = 0; time < 3; time += 1) {
    collectGarbage();
    // Each takes as long as a slow request, and whoever came meanwhile has a turn.
    await new Promise(setImmediate);
  }
};
