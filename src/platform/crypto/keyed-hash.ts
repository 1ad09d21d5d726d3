import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Keyring } from './keys.ts';

export const hmac = (key: KeyObject, text: string | Uint8Array): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** Signs a text with a shared secret: HMAC-SHA-256 in hexadecimal. */
export const signWithSecret = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** Compares secrets in constant time. */
export const sameSecret = (one: string | Uint8Array, other: string | Uint8Array): boolean => {
  const [a, b] = [Buffer.from(one as string), Buffer.from(other as string)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/**
 * Hashes a secret to `h1.<key id>.<base64url>`. For long random secrets, which need no slow hash; `purpose` makes the
 * hashes of equal secrets of different kinds differ.
 */
export const keyedHash = (keyring: Keyring, purpose: string, secret: string): string =>
  hashWith(keyring, keyring.current.id, purpose, secret);

/** The hashes under every root key that may have been current when the hash was stored, for a lookup. */
export const keyedHashes = (keyring: Keyring, purpose: string, secret: string): readonly string[] =>
  keyring.hashingIds.map((keyId) => hashWith(keyring, keyId, purpose, secret));

export const matchesKeyedHash = (keyring: Keyring, purpose: string, secret: string, stored: string): boolean => {
  const keyId = stored.split('.')[1] ?? '';
  return keyring.hashingKey(keyId) !== undefined && sameSecret(hashWith(keyring, keyId, purpose, secret), stored);
};

const hashWith = (keyring: Keyring, keyId: string, purpose: string, secret: string): string => {
  const key = keyring.hashingKey(keyId);
  if (!key) throw new Error('the hash needs a root key that is not configured');
  return `h1.${keyId}.${hmac(key, `${purpose}\0${secret}`).toString('base64url')}`;
};
