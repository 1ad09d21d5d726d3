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

/** The same as `map`; a promise only if the list is long. */
export const mapInSlices = <T, R>(items: readonly T[], map: (item: T) => R): R[] | Promise<R[]> => {
  if (items.length <= atOnce) return items.map((item) => map(item));
  const results: R[] = [];
  return eachInSlices(items, (item) => void results.push(map(item))).then(() => results);
};

const longRead = 500;
let hasReadLong = false;
const endTurn = (): void => {
  hasReadLong = false;
};

/** Reads rows of which there may be many. SQLite gives them all within the call: of those that give very many, only one in each turn of the event loop. */
export const readInTurn = async <T>(read: () => Promise<T[]>): Promise<T[]> => {
  while (hasReadLong) await nextTurn();
  const rows = await read();
  if (rows.length > longRead) {
    hasReadLong = true;
    setImmediate(endTurn);
  }
  return rows;
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
