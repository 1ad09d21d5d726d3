/** How long all computations of one event-loop turn together may run before they must yield. */
const turnMs = 5;

const waiting: (() => void)[] = [];
let turnBegan = 0;
let isWatched = false;

const endTurn = (): void => {
  isWatched = false;
};

/**
 * Whether a computation should yield to the event loop now. All computations of one event-loop turn share its time, so
 * ten of them block other requests no longer than one does.
 */
export const isTimeUp = (): boolean => {
  if (isWatched) return performance.now() - turnBegan > turnMs;
  isWatched = true;
  turnBegan = performance.now();
  setImmediate(endTurn);
  return false;
};

const runNext = (): void => {
  isWatched = false;
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(runNext);
};

/**
 * Resolves in a later event-loop turn; only one waiting computation resumes in each. Long loops call
 * `if (isTimeUp()) await yieldToEventLoop();`.
 */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(runNext);
  });
