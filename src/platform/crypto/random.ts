import { randomBytes, randomInt, randomUUID } from 'node:crypto';

export const uuid = (): string => randomUUID();

export const bytes = (length: number): Buffer => randomBytes(length);

const pick = (alphabet: string, length: number): string => {
  let text = '';
  for (let i = 0; i < length; i += 1) text += alphabet.charAt(randomInt(alphabet.length));
  return text;
};

const lower = '0123456789abcdefghijklmnopqrstuvwxyz';

export const alphanumeric = (length: number): string => pick(`${lower}ABCDEFGHIJKLMNOPQRSTUVWXYZ`, length);

export const lowerAlphanumeric = (length: number): string => pick(lower, length);
