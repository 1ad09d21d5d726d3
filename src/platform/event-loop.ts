/** How long all computations together may run before they must yield. */
const sliceMs = 5;

const waiting: (() => void)[] = [];
let sliceBegan = 0;
let isWatched = false;

const endSlice = (): void => {
  isWatched = false;
};

/**
 * Whether a computation should yield to the event loop now. All computations in one iteration of the event loop share
 * one time slice, so ten of them block other requests no longer than one does.
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
 * Resolves in a later iteration of the event loop; only one waiting computation resumes in each iteration. Long loops
 * call `if (isTimeUp()) await yieldToEventLoop();`.
 */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(runNext);
  });
