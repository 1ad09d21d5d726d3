import { isTimeUp, yieldToEventLoop } from './event-loop.ts';

/** How many items are processed between two checks of the clock. Lists up to this length are processed at once. */
const atOnce = 64;

/** Calls `work` for each item; yields to the event loop in between if the list is long. */
export const eachYielding = async <T>(items: Iterable<T>, work: (item: T) => void): Promise<void> => {
  let count = 0;
  for (const item of items) {
    count += 1;
    if (count % atOnce === 0 && isTimeUp()) await yieldToEventLoop();
    work(item);
  }
};

/** `Array.filter` that yields to the event loop, for predicates that may be slow. */
export const filterYielding = async <T>(items: readonly T[], accepts: (item: T) => boolean): Promise<T[]> => {
  const accepted: T[] = [];
  for (const item of items) {
    if (isTimeUp()) await yieldToEventLoop();
    if (accepts(item)) accepted.push(item);
  }
  return accepted;
};

const continueMap = async <T, R>(
  items: readonly T[],
  map: (item: T, index: number) => R,
  results: R[],
): Promise<R[]> => {
  while (results.length < items.length) {
    if (isTimeUp()) await yieldToEventLoop();
    results.push(map(items[results.length]!, results.length));
  }
  return results;
};

/** `Array.map` that yields to the event loop; returns a promise only if the time of the event-loop turn is used up. */
export const mapYielding = <T, R>(items: readonly T[], map: (item: T, index: number) => R): R[] | Promise<R[]> => {
  const results: R[] = [];
  for (const item of items) {
    if (results.length > 0 && isTimeUp()) return continueMap(items, map, results);
    results.push(map(item, results.length));
  }
  return results;
};

const runLength = 1000;

const merge = async <T>(one: readonly T[], other: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> => {
  const merged: T[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    if (merged.length % atOnce === 0 && isTimeUp()) await yieldToEventLoop();
    merged.push(j >= other.length || (i < one.length && compare(one[i]!, other[j]!) <= 0) ? one[i++]! : other[j++]!);
  }
  return merged;
};

/** Returns a sorted copy; a long list is merge sorted in runs, yielding to the event loop. */
export const sortYielding = async <T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> => {
  if (items.length <= runLength) return [...items].sort(compare);
  const middle = Math.ceil(items.length / 2);
  const one = await sortYielding(items.slice(0, middle), compare);
  if (isTimeUp()) await yieldToEventLoop();
  return merge(one, await sortYielding(items.slice(middle), compare), compare);
};
