import { alphanumericId, lowerAlphanumericId, orderedUuid, uuid } from './crypto/random-ids.ts';

/** Where new names come from; tests may fix them. */
export interface Ids {
  uuid(): string;
  /** For what is only ever added, and much of it. */
  orderedUuid(date: Date): string;
  requestId(): string;
  /** Four characters that keep a derived slug apart from others. */
  slugSuffix(): string;
  /** A whole slug, for what was given none. */
  slug(): string;
}

export const randomIds: Ids = {
  uuid,
  orderedUuid,
  requestId: () => `req-${alphanumericId(14)}`,
  slugSuffix: () => lowerAlphanumericId(4),
  slug: () => lowerAlphanumericId(12),
};
