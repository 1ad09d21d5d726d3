import { alphanumeric, lowerAlphanumeric, uuid } from './crypto/random.ts';

/** Where new names come from; tests may fix them. */
export interface Ids {
  uuid(): string;
  requestId(): string;
  /** Four characters that keep a derived slug apart from others. */
  slugSuffix(): string;
  /** A whole slug, for what was given none. */
  slug(): string;
}

export const randomIds: Ids = {
  uuid,
  requestId: () => `req-${alphanumeric(14)}`,
  slugSuffix: () => lowerAlphanumeric(4),
  slug: () => lowerAlphanumeric(12),
};
