/** As many rows or values as one statement takes well on every database. */
const size = 500;

/** On SQLite nothing waits by itself, so that a long list would keep everybody else from their turn. */
const others = (index: number): Promise<unknown> | undefined => (index === 0 ? undefined : new Promise(setImmediate));

/** What the work gives for each part of the list, together. */
export const inChunks = async <T, R>(items: readonly T[], work: (part: T[]) => PromiseLike<R[]>): Promise<R[]> => {
  const results: R[] = [];
  for (let i = 0; i < items.length; i += size) {
    await others(i);
    for (const result of await work(items.slice(i, i + size))) results.push(result);
  }
  return results;
};

export const eachChunk = async <T>(items: readonly T[], work: (part: T[]) => PromiseLike<unknown>): Promise<void> => {
  for (let i = 0; i < items.length; i += size) {
    await others(i);
    await work(items.slice(i, i + size));
  }
};
