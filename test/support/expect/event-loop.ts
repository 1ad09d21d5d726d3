/** The result of the work, and how many event-loop turns it took. */
export const countEventLoopTurns = async <T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> => {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const result = await work().finally(() => (isDone = true));
  return { result, turns };
};
