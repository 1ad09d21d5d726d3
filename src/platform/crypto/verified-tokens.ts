import { hashText } from './digest.ts';
import type { Keyring } from './keys.ts';

export type Claims = Readonly<Record<string, unknown>>;

const limit = 10_000;

/**
 * A cache for each keyring, keyed by the digest of the token: it holds no token, and the time of a lookup reveals
 * nothing about one.
 */
const verified = new WeakMap<Keyring, Map<string, Claims>>();

/**
 * Returns the claims of a token, calling `verify` only for a token that is not cached; verifying a signature costs more
 * than all other steps of authentication. A valid signature stays valid: the caller checks the expiry and the row.
 */
export const cachedClaims = (keyring: Keyring, token: string, verify: () => Claims): Claims => {
  const cache = verified.get(keyring) ?? new Map<string, Claims>();
  verified.set(keyring, cache);
  const digest = hashText(token);
  const cached = cache.get(digest);
  if (cached) return cached;
  const claims = verify();
  cache.set(digest, claims);
  if (cache.size > limit) cache.delete(cache.keys().next().value!);
  return claims;
};
