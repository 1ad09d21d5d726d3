import { createHmac } from 'node:crypto';
import { sameSecret } from './keyed-hash.ts';
import { secretBytes } from './random-secrets.ts';

// Written by hand, because RFC 6238 with its usual parameters is shorter than the use of a library.
const stepSeconds = 30;
const digits = 6;
/** As long as the hash, as RFC 4226 recommends. */
const secretLength = 20;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding; for lengths that are a multiple of five bytes. */
const base32 = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((group) => alphabet.charAt(Number.parseInt(group, 2))).join('');
};

export const newTotpSecret = (): Buffer => secretBytes(secretLength);

export type OtpAlgorithm = 'sha1' | 'sha256' | 'sha512';

const otpAt = (secret: Uint8Array, counter: number, length: number, algorithm: OtpAlgorithm): string => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(counter));
  const digest = createHmac(algorithm, secret).update(bytes).digest();
  const code = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fff_ffff;
  return String(code % 10 ** length).padStart(length, '0');
};

const codeAt = (secret: Uint8Array, step: number): string => otpAt(secret, step, digits, 'sha1');

/** Another service's key for one-time passwords. */
export interface OtpKey {
  /** In base32. */
  readonly secret: string;
  readonly period: number;
  readonly digits: number;
  readonly algorithm: OtpAlgorithm;
}

/** Decodes base32, in upper or lower case, with or without padding and spaces; undefined if it has other characters. */
const fromBase32 = (text: string): Buffer | undefined => {
  const characters = text
    .replaceAll(/[\s=]/g, '')
    .toUpperCase()
    .split('')
    .map((one) => alphabet.indexOf(one));
  if (characters.length === 0 || characters.includes(-1)) return undefined;
  const bits = characters.map((one) => one.toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/** Whether the text is a key in base32. */
export const isOtpSecret = (text: string): boolean => (fromBase32(text)?.length ?? 0) > 0;

/** Returns the code of another service's key now, and for how many seconds it is valid. */
export const currentOtp = ({ secret, period, digits: length, algorithm }: OtpKey, now: Date) => {
  const seconds = Math.floor(now.getTime() / 1000);
  return {
    code: otpAt(fromBase32(secret)!, Math.floor(seconds / period), length, algorithm),
    secondsLeft: period - (seconds % period),
  };
};

/**
 * Returns the step of time that the code belongs to: this one or a neighbour, because clocks differ and people type;
 * undefined if the code is wrong. A caller that stores the step can refuse the code, and all earlier ones, later.
 */
export const matchingStep = (secret: Uint8Array, code: string, now: Date): number | undefined => {
  const step = Math.floor(now.getTime() / 1000 / stepSeconds);
  // Every candidate is compared, so that the time does not depend on which one matches.
  return [step - 1, step, step + 1].filter((each) => sameSecret(codeAt(secret, each), code)).at(-1);
};

/** The key as the URL that authenticator apps read from a QR code. */
export const otpUrl = (issuer: string, account: string, secret: Uint8Array): string => {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = `secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepSeconds}`;
  return `otpauth://totp/${label}?${query}`;
};
