import type { Key } from './database.ts';

/** The names that a transaction locks, in the order in which all transactions lock theirs. */
export interface Lock {
  readonly name: string;
  readonly mode: 'shared' | 'exclusive';
}

/** The transaction needs keys that it was not begun with. */
export class MoreKeys extends Error {
  override readonly name = 'MoreKeys';
  readonly keys: readonly Key[];

  constructor(keys: readonly Key[]) {
    super('the transaction runs again with more keys');
    this.keys = keys;
  }
}

/** Whether nothing of the key can change in a transaction with these keys. */
const isCovered = ({ name, within }: Key, held: readonly Key[]): boolean =>
  held.some((key) => key.name === name || within.includes(key.name));

/** Throws unless a transaction with the held keys has the others, too. */
export const requireKeys = (held: readonly Key[], others: readonly Key[]): void => {
  const missing = others.filter((key) => !isCovered(key, held));
  if (missing.length > 0) throw new MoreKeys(missing);
};

/** Combines the keys; without those that are within another one. */
export const combineKeys = (keys: readonly Key[]): Key[] => {
  const distinct = [...new Map(keys.map((key) => [key.name, key])).values()];
  return distinct.filter(({ within }) => !distinct.some(({ name }) => within.includes(name)));
};

/**
 * Returns what to lock for the keys: these exclusively, and what they are within shared with others. Wide names come
 * first, equally wide ones in alphabetical order, so that no two transactions wait for each other.
 */
export const locksOf = (keys: readonly Key[]): Lock[] => {
  const locks = new Map<string, Lock & { readonly depth: number }>();
  for (const { within } of keys)
    for (const [depth, name] of within.entries()) locks.set(name, { name, mode: 'shared', depth });
  for (const { name, within } of keys) locks.set(name, { name, mode: 'exclusive', depth: within.length });
  return [...locks.values()]
    .sort((one, other) => one.depth - other.depth || (one.name < other.name ? -1 : 1))
    .map(({ name, mode }) => ({ name, mode }));
};

const lockFunctions = { shared: 'pg_advisory_xact_lock_shared', exclusive: 'pg_advisory_xact_lock' };

/** Returns the statement that locks the names until the transaction ends; they are its parameters. */
export const lockSql = (locks: readonly Lock[]): string =>
  `select ${locks.map(({ mode }, index) => `${lockFunctions[mode]}(hashtextextended($${index + 1}, 0))`).join(', ')}`;
