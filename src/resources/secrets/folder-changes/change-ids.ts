import type { Scope } from '../../../scope.ts';
import type { Stores } from '../../../stores.ts';

/** The ids by transaction, which has its own stores, and by folder. */
const changeIds = new WeakMap<Stores, Map<string, string>>();

/** The part of a folder's id that the ids of its changes begin with. */
const prefixOf = (folderId: string): string => folderId.slice(0, 13);

/**
 * Makes a UUID (RFC 9562, version 8) of 48 bits of the folder's id, the time, and 24 random bits. One index finds a
 * change by its id as well as the changes of a folder in the order of time; a second index would cost every new version.
 */
const newChangeId = ({ ids, clock }: Pick<Scope, 'ids' | 'clock'>, folderId: string): string => {
  const time = clock.now().getTime().toString(16).padStart(12, '0');
  return `${prefixOf(folderId)}-8${time.slice(0, 3)}-8${time.slice(3, 6)}-${time.slice(6)}${ids.uuid().slice(-6)}`;
};

/** Returns the id that all changes of the transaction in the folder have. */
export const changeIdOf = (tx: Pick<Scope, 'stores' | 'ids' | 'clock'>, folderId: string): string => {
  let byFolder = changeIds.get(tx.stores);
  if (!byFolder) changeIds.set(tx.stores, (byFolder = new Map<string, string>()));
  let id = byFolder.get(folderId);
  if (id === undefined) byFolder.set(folderId, (id = newChangeId(tx, folderId)));
  return id;
};

/** Returns the range of the ids of all changes in the folder, and perhaps of a few in others: from, and below. */
export const changeIdRange = (folderId: string): { from: string; below: string } => ({
  from: `${prefixOf(folderId)}-8`,
  below: `${prefixOf(folderId)}-9`,
});
