import { keyedHash, keyedHashes } from '../../../platform/crypto/keyed-hash.ts';
import type { Keyring } from '../../../platform/crypto/keys.ts';
import { secretBytes } from '../../../platform/crypto/random-secrets.ts';

const purpose = 'recovery-code';
const count = 10;
const length = 10;

/** Digits and lower-case letters without those that look alike: 32, so that a byte chooses one evenly. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz0';

const newCode = (): string => {
  const text = [...secretBytes(length)].map((byte) => alphabet.charAt(byte & 31)).join('');
  return `${text.slice(0, length / 2)}-${text.slice(length / 2)}`;
};

/** Removes what people add or change when they type a code. */
const normalize = (code: string): string => code.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0');

/** Whether the text has the form of a recovery code. */
export const isRecoveryCode = (code: string): boolean =>
  normalize(code).length === length && Array.from(normalize(code)).every((character) => alphabet.includes(character));

/** Hashes of 50 random bits with a key that is not in the database: they need no slow hash. */
export const hashesOf = (keyring: Keyring, code: string): readonly string[] =>
  keyedHashes(keyring, purpose, normalize(code));

export interface NewRecoveryCodes {
  readonly codes: string[];
  readonly hashes: readonly string[];
}

export const newRecoveryCodes = (keyring: Keyring): NewRecoveryCodes => {
  const codes = Array.from({ length: count }, newCode);
  return { codes, hashes: codes.map((code) => keyedHash(keyring, purpose, normalize(code))) };
};
