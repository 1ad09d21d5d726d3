import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Keyring } from './keys.ts';

export const hmac = (key: KeyObject, text: string | Uint8Array): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** Compares secrets without telling by its duration where they differ. */
export const sameSecret = (one: string | Uint8Array, other: string | Uint8Array): boolean => {
  const [a, b] = [Buffer.from(one as string), Buffer.from(other as string)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/**
 * `h1.<key id>.<base64url>`: for secrets that are long and random themselves, so that no slow hash is needed.
 * `purpose` keeps equal secrets of different kinds apart.
 */
export const keyedHash = (keyring: Keyring, purpose: string, secret: string): string =>
  hashWith(keyring, keyring.current.id, purpose, secret);

/** Under every key that may have been the current one when it was stored, to look one up by. */
export const keyedHashes = (keyring: Keyring, purpose: string, secret: string): readonly string[] =>
  keyring.hashingIds.map((keyId) => hashWith(keyring, keyId, purpose, secret));

export const matchesKeyedHash = (keyring: Keyring, purpose: string, secret: string, stored: string): boolean => {
  const keyId = stored.split('.')[1] ?? '';
  return keyring.hashingKey(keyId) !== undefined && sameSecret(hashWith(keyring, keyId, purpose, secret), stored);
};

const hashWith = (keyring: Keyring, keyId: string, purpose: string, secret: string): string => {
  const key = keyring.hashingKey(keyId);
  if (!key) throw new Error('hashed under a root key that is not configured');
  return `h1.${keyId}.${hmac(key, `${purpose}\0${secret}`).toString('base64url')}`;
};
