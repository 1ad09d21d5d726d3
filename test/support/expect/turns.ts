/** How many turns the event loop made until the work was done, beside what it gave. */
export const countTurns = async <T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> => {
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
