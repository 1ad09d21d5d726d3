/** The number of rows or values that one statement can take on both databases. */
const size = 500;

/** Yields to the event loop, which SQLite's synchronous statements would block for the whole list. */
const yieldBetween = (index: number): Promise<unknown> | undefined =>
  index === 0 ? undefined : new Promise(setImmediate);

/** Runs the work on parts of the list, and concatenates the results. */
export const inChunks = async <T, R>(items: readonly T[], work: (part: T[]) => PromiseLike<R[]>): Promise<R[]> => {
  const results: R[] = [];
  for (let i = 0; i < items.length; i += size) {
    await yieldBetween(i);
    for (const result of await work(items.slice(i, i + size))) results.push(result);
  }
  return results;
};

export const eachChunk = async <T>(items: readonly T[], work: (part: T[]) => unknown): Promise<void> => {
  for (let i = 0; i < items.length; i += size) {
    await yieldBetween(i);
    await work(items.slice(i, i + size));
  }
};
