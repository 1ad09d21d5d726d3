import { alphanumericId, lowerAlphanumericId, orderedUuid, uuid } from './crypto/random-ids.ts';

/** Generates ids; injected, so that tests can fix them. */
export interface Ids {
  uuid(): string;
  /** For large append-only tables. */
  orderedUuid(date: Date): string;
  requestId(): string;
  /** Four characters that make a derived slug unique. */
  slugSuffix(): string;
}

export const randomIds: Ids = {
  uuid,
  orderedUuid,
  requestId: () => `req-${alphanumericId(14)}`,
  slugSuffix: () => lowerAlphanumericId(4),
};
