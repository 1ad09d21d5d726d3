import { randomBytes, randomFillSync, randomUUID } from 'node:crypto';

export const uuid = (): string => randomUUID();


/** One that begins with the time, so that those of one table are stored side by side (RFC 9562, version 7). */
export const orderedUuid = (date: Date): string => {
  const time = date.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
};

const pool = Buffer.alloc(4096);
let used = pool.length;

/** Where the next so many bytes begin. From many at once: asking for each by itself takes most of the time of a request id. */
const take = (length: number): number => {
  if (used + length > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += length;
  return used - length;
};

/** What is taken out is not there any more. */
export const bytes = (length: number): Buffer => {
  if (length > pool.length) return randomBytes(length);
  const start = take(length);
  const taken = Buffer.from(pool.subarray(start, used));
  pool.fill(0, start, used);
  return taken;
};

const sixBits = (): number => {
  const start = take(1);
  const value = pool[start]! & 63;
  pool[start] = 0;
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
