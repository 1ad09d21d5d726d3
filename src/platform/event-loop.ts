/** How long computations may take, all together, before everything else gets its turn. */
const sliceMs = 5;

const waiting: (() => void)[] = [];
let sliceBegan = 0;
let isWatched = false;

const endSlice = (): void => {
  isWatched = false;
};

/**
 * Whether whoever computes should give way now. All computations of one turn of the event loop share one slice: ten at
 * once hold others up no longer than one does.
 */
export const isTimeUp = (): boolean => {
  if (isWatched) return performance.now() - sliceBegan > sliceMs;
  isWatched = true;
  sliceBegan = performance.now();
  setImmediate(endSlice);
  return false;
};

const runNext = (): void => {
  isWatched = false;
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(runNext);
};

/**
 * Resolves in a later turn of the event loop, which only one computation gets. Long loops say `if (isTimeUp()) await
 * nextTurn();`.
 */
export const nextTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(runNext);
  });
