import { secretBytes } from '../random-secrets.ts';

/** 127 random bits that begin with a one, in hexadecimal: positive, and always the same length. */
export const newSerialNumber = (): string => {
  const number = secretBytes(16);
  number[0] = (number[0]! & 0x7f) | 0x40;
  return number.toString('hex');
};
