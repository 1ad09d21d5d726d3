import { randomFillSync, randomUUID } from 'node:crypto';

/** For names that anybody may see. Keys, credentials, nonces and salts come from `random-secrets.ts`. */
export const uuid = (): string => randomUUID();

/** One that begins with the time, so that those of one table are stored side by side (RFC 9562, version 7). */
export const orderedUuid = (date: Date): string => {
  const time = date.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};

/** Random bytes drawn ahead: asking for each by itself takes most of the time of a request id. */
const pool = Buffer.alloc(4096);
let used = pool.length;

const sixBits = (): number => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 1;
  return pool[used - 1]! & 63;
};

/**
 * Of an alphabet of at most 64; what would be beyond it is drawn anew, so that every character is as likely as any
 * other.
 */
const pick = (alphabet: string, length: number): string => {
  let text = '';
  while (text.length < length) text += alphabet.charAt(sixBits());
  return text;
};

const lower = '0123456789abcdefghijklmnopqrstuvwxyz';

export const alphanumericId = (length: number): string => pick(`${lower}ABCDEFGHIJKLMNOPQRSTUVWXYZ`, length);

export const lowerAlphanumericId = (length: number): string => pick(lower, length);
