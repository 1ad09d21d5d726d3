import { randomBytes, randomInt } from 'node:crypto';

/**
 * Random bytes for keys, credentials and salts: directly from `randomBytes`, never from a pool, so that no secret is in
 * memory before it is used.
 */
export const secretBytes = (length: number): Buffer => randomBytes(length);

/** A random whole number from 0, and below this one. */
export const secretInt = (below: number): number => randomInt(below);

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Generates a password of letters and digits. Values beyond the alphabet are skipped, so all are equally likely. */
export const secretText = (length: number): string => {
  let text = '';
  while (text.length < length) for (const byte of randomBytes(length - text.length)) text += alphabet.charAt(byte & 63);
  return text;
};
