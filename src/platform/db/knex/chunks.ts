import { isTimeUp, yieldToEventLoop } from '../../event-loop.ts';

/** The number of rows or values that one statement can take on both databases. */
const size = 500;

/**
 * Runs the work on parts of the list, and concatenates the results. Yields to the event loop, because the statements of
 * SQLite block it.
 */
export const inChunks = async <T, R>(items: readonly T[], work: (part: T[]) => PromiseLike<R[]>): Promise<R[]> => {
  const results: R[] = [];
  for (let i = 0; i < items.length; i += size) {
    if (isTimeUp()) await yieldToEventLoop();
    for (const result of await work(items.slice(i, i + size))) results.push(result);
  }
  return results;
};

/** Runs the work on parts of the list, in the same way. */
export const eachChunk = async <T>(items: readonly T[], work: (part: T[]) => unknown): Promise<void> => {
  for (let i = 0; i < items.length; i += size) {
    if (isTimeUp()) await yieldToEventLoop();
    await work(items.slice(i, i + size));
  }
};
