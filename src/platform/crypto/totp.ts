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

const codeAt = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const code = digest.readUInt32BE(digest[19]! & 15) & 0x7fff_ffff;
  return String(code % 10 ** digits).padStart(digits, '0');
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
