import { hashText } from './digest.ts';
import type { Keyring } from './keys.ts';

export type Claims = Readonly<Record<string, unknown>>;

const limit = 10_000;

/**
 * Each keyring's own, by the digest of the token: nothing here is a token, and looking for one tells nothing by the
 * time that it takes.
 */
const verified = new WeakMap<Keyring, Map<string, Claims>>();

/**
 * The claims of a token whose signature is good, as `verify` finds it when it is seen for the first time; that costs
 * more than all other steps of authentication. Good signatures stay good: what ends, the token's time and its row, is
 * not looked at here.
 */
export const rememberVerified = (keyring: Keyring, token: string, verify: () => Claims): Claims => {
  const known = verified.get(keyring) ?? new Map<string, Claims>();
  verified.set(keyring, known);
  const name = hashText(token);
  const before = known.get(name);
  if (before) return before;
  const claims = verify();
  known.set(name, claims);
  if (known.size > limit) known.delete(known.keys().next().value!);
  return claims;
};
