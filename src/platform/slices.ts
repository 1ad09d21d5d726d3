import { isTimeUp, nextTurn } from './event-loop.ts';

/** How many items of a list are dealt with between two looks at the clock. Lists up to that are dealt with at once. */
const atOnce = 64;

/** In one go if the list is short; otherwise others get their turn in between. */
export const eachInSlices = async <T>(items: Iterable<T>, work: (item: T) => void): Promise<void> => {
  let count = 0;
  for (const item of items) {
    count += 1;
    if (count % atOnce === 0 && isTimeUp()) await nextTurn();
    work(item);
  }
};

/** The same as `filter`, for items that may take long to decide on. */
export const filterInSlices = async <T>(items: readonly T[], fits: (item: T) => boolean): Promise<T[]> => {
  const fitting: T[] = [];
  for (const item of items) {
    if (isTimeUp()) await nextTurn();
    if (fits(item)) fitting.push(item);
  }
  return fitting;
};

const goOn = async <T, R>(items: readonly T[], map: (item: T) => R, results: R[]): Promise<R[]> => {
  while (results.length < items.length) {
    if (isTimeUp()) await nextTurn();
    results.push(map(items[results.length]!));
  }
  return results;
};

/** The same as `map`; a promise only if it takes long, because of many items or of slow ones. */
export const mapInSlices = <T, R>(items: readonly T[], map: (item: T) => R): R[] | Promise<R[]> => {
  const results: R[] = [];
  for (const item of items) {
    if (results.length > 0 && isTimeUp()) return goOn(items, map, results);
    results.push(map(item));
  }
  return results;
};

const run = 1000;

const merge = async <T>(one: readonly T[], other: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> => {
  const merged: T[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    if (merged.length % atOnce === 0 && isTimeUp()) await nextTurn();
    merged.push(j >= other.length || (i < one.length && compare(one[i]!, other[j]!) <= 0) ? one[i++]! : other[j++]!);
  }
  return merged;
};

/** The same as `sort`, into a new list: a long one in runs that are merged. */
export const sortInSlices = async <T>(items: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> => {
  if (items.length <= run) return [...items].sort(compare);
  const middle = Math.ceil(items.length / 2);
  const one = await sortInSlices(items.slice(0, middle), compare);
  if (isTimeUp()) await nextTurn();
  return merge(one, await sortInSlices(items.slice(middle), compare), compare);
};
