import { LRUCache } from 'lru-cache';
import { hashText } from './digest.ts';
import type { Keyring } from './keys.ts';

export type Claims = Readonly<Record<string, unknown>>;

const max = 10_000;

/**
 * A cache for each keyring, keyed by the digest of the token: it holds no token, and the time of a lookup reveals
 * nothing about one.
 */
const verified = new WeakMap<Keyring, LRUCache<string, Claims>>();

/**
 * Returns the claims of a token, calling `verify` only for a token that is not cached; verifying a signature costs more
 * than all other steps of authentication. A valid signature stays valid: the caller checks the expiry and the row.
 */
export const cachedClaims = (keyring: Keyring, token: string, verify: () => Claims): Claims => {
  const cache = verified.get(keyring) ?? new LRUCache<string, Claims>({ max });
  verified.set(keyring, cache);
  const digest = hashText(token);
  const cached = cache.get(digest);
  if (cached) return cached;
  const claims = verify();
  cache.set(digest, claims);
  return claims;
};
