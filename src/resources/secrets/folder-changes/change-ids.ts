import type { Scope } from '../../../scope.ts';
import type { Stores } from '../../../stores.ts';
import { prefixOf } from './store.ts';

/** The part of the ids that all changes of a transaction share, by transaction, which has its own stores. */
const transactionParts = new WeakMap<Stores, string>();

const bits = 24;
let last = { time: 0, number: 0 };

/** Returns a random number for the first transaction of each millisecond, and counts from there for the others. */
const numberAt = (time: number, ids: Scope['ids']): number => {
  // Half of the range is left for counting.
  const random = () => Number.parseInt(ids.uuid().slice(-6), 16) % 2 ** (bits - 1);
  last = { time, number: time === last.time ? last.number + 1 : random() };
  return last.number;
};

const newTransactionPart = ({ ids, clock }: Pick<Scope, 'ids' | 'clock'>): string => {
  const now = clock.now().getTime();
  const time = now.toString(16).padStart(12, '0');
  const number = numberAt(now, ids)
    .toString(16)
    .padStart(bits / 4, '0');
  return `-8${time.slice(0, 3)}-8${time.slice(3, 6)}-${time.slice(6)}${number}`;
};

/**
 * Returns the id that all changes of the transaction in the folder have: a UUID (RFC 9562, version 8) of 48 bits of the
 * folder's id, the time, and 24 bits that order the transactions of one millisecond. One index finds a change by its id
 * as well as the changes of a folder in the order of time; a second index would cost every new version. All but the
 * folder's part is the same in all folders, so that a moment in the history of one is one of the others too.
 */
export const changeIdOf = (tx: Pick<Scope, 'stores' | 'ids' | 'clock'>, folderId: string): string => {
  let part = transactionParts.get(tx.stores);
  if (part === undefined) transactionParts.set(tx.stores, (part = newTransactionPart(tx)));
  return prefixOf(folderId) + part;
};
