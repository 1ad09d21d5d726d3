import { randomFillSync, randomUUID } from 'node:crypto';

/** For public ids. Keys, credentials and salts come from `random-secrets.ts`. */
export const uuid = (): string => randomUUID();

/** A UUID that starts with the time (RFC 9562, version 7), so that new rows are stored next to each other. */
export const orderedUuid = (date: Date): string => {
  const time = date.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};

/**
 * Random bytes generated in advance; separate calls would take most of the time that a request id takes, and a third of
 * the encryption of a short value.
 */
const pool = Buffer.alloc(4096);
let used = pool.length;

/** Returns where the next bytes of the pool start. */
const take = (length: number): number => {
  if (used + length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += length;
  return used - length;
};

/** A few random bytes that are no secret, such as the nonce of a ciphertext. */
export const publicBytes = (length: number): Buffer => {
  const start = take(length);
  return Buffer.from(pool.subarray(start, start + length));
};

const sixBits = (): number => pool[take(1)]! & 63;

/** Picks characters from an alphabet of at most 64; values beyond it are skipped, so that all are equally likely. */
const pick = (alphabet: string, length: number): string => {
  let text = '';
  while (text.length < length) text += alphabet.charAt(sixBits());
  return text;
};

const lower = '0123456789abcdefghijklmnopqrstuvwxyz';

export const alphanumericId = (length: number): string => pick(`${lower}ABCDEFGHIJKLMNOPQRSTUVWXYZ`, length);

export const lowerAlphanumericId = (length: number): string => pick(lower, length);
