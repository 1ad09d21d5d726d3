import { randomBytes } from 'node:crypto';

/**
 * For keys, credentials, nonces and salts: straight from `randomBytes`. Nothing is drawn ahead, so none of it is in
 * memory before it is used.
 */
export const secretBytes = (length: number): Buffer => randomBytes(length);

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/**
 * A password of letters and digits. Six bits beyond the alphabet give no character, so that every character is as
 * likely as any other.
 */
export const secretText = (length: number): string => {
  let text = '';
  while (text.length < length) for (const byte of randomBytes(length - text.length)) text += alphabet.charAt(byte & 63);
  return text;
};
