import { eachYielding } from './yielding.ts';

const add = <T>(groups: Map<string, T[]>, key: string, item: T): void => {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
};

/** Groups items by a key, in the order of first occurrence; like `Map.groupBy`, which Node 20 lacks. */
export const groupBy = <T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) add(groups, keyOf(item), item);
  return groups;
};

/** Groups the items of a list that may be long, like `groupBy`, yielding to the event loop. */
export const groupYielding = async <T>(items: Iterable<T>, keyOf: (item: T) => string): Promise<Map<string, T[]>> => {
  const groups = new Map<string, T[]>();
  await eachYielding(items, (item) => add(groups, keyOf(item), item));
  return groups;
};
