import { alphanumericId, lowerAlphanumericId, orderedUuid, uuid } from './crypto/random-ids.ts';

/** Generates ids; injected, so that tests can fix them. */
export interface Ids {
  uuid(): string;
  /** For large append-only tables. */
  orderedUuid(date: Date): string;
  requestId(): string;
  /** Four characters that make a derived slug unique if numbers do not. */
  slugSuffix(): string;
}

export const randomIds: Ids = {
  uuid,
  orderedUuid,
  requestId: () => `req-${alphanumericId(14)}`,
  slugSuffix: () => lowerAlphanumericId(4),
};

/**
 * Returns new ids in ascending order. Rows that are inserted in the order of their keys halve the time that SQLite needs
 * to insert 10,000 versions of secrets, because neighbours of an index are on one page.
 */
export const ascending = (count: number, newId: () => string): string[] => Array.from({ length: count }, newId).sort();
