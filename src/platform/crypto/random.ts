import { randomBytes, randomFillSync, randomUUID } from 'node:crypto';

export const uuid = (): string => randomUUID();

export const bytes = (length: number): Buffer => randomBytes(length);

/** One that begins with the time, so that those of one table are stored side by side (RFC 9562, version 7). */
export const orderedUuid = (date: Date): string => {
  const time = date.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};

const pool = Buffer.alloc(4096);
let used = pool.length;

/** From many at once: asking for each by itself takes most of the time of a request id. */
const sixBits = (): number => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const value = pool[used]! & 63;
  pool[used] = 0;
  used += 1;
  return value;
};

/** Of an alphabet of at most 64; what would be beyond it is drawn anew, so that every character is as likely as any other. */
const pick = (alphabet: string, length: number): string => {
  let text = '';
  while (text.length < length) text += alphabet.charAt(sixBits());
  return text;
};

const lower = '0123456789abcdefghijklmnopqrstuvwxyz';

export const alphanumeric = (length: number): string => pick(`${lower}ABCDEFGHIJKLMNOPQRSTUVWXYZ`, length);

export const lowerAlphanumeric = (length: number): string => pick(lower, length);
