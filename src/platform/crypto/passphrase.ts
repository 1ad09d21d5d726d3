import { createSecretKey } from 'node:crypto';
import { deriveKey } from './passwords.ts';
import { secretBytes } from './random-secrets.ts';
import { decrypt, encryptWithNonce, nonceBytes } from './sealing.ts';

/** The parameters of scrypt with which the key of a file was derived. */
export interface PassphraseCost {
  /** Logarithm of the CPU and memory cost. */
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

/** Data encrypted with a passphrase. */
export interface PassphraseSealed {
  readonly cost: PassphraseCost;
  readonly salt: Buffer;
  /** Nonce, ciphertext and tag. */
  readonly data: Buffer;
}

// 128 MiB: a file can be attacked for as long as anybody has it.
export const fileCost: PassphraseCost = { ln: 17, r: 8, p: 1 };
/** The highest cost that is accepted: one gibibyte. */
export const maxCost: PassphraseCost = { ln: 20, r: 8, p: 4 };

export const saltBytes = 32;

/** Binds the data to its purpose and to the parameters of its key. */
const contextOf = (purpose: string, { ln, r, p }: PassphraseCost, salt: Buffer): string =>
  `${purpose}:scrypt:ln=${ln},r=${r},p=${p}:${salt.toString('base64')}`;

const keyFor = async (passphrase: string, salt: Buffer, cost: PassphraseCost) =>
  createSecretKey(await deriveKey(passphrase, salt, cost, 32));

/** Encrypts with AES-256-GCM and a key that scrypt derives from the passphrase and a new salt. */
export const sealWithPassphrase = async (
  passphrase: string,
  plaintext: Buffer,
  purpose: string,
  cost = fileCost,
): Promise<PassphraseSealed> => {
  const salt = secretBytes(saltBytes);
  const key = await keyFor(passphrase, salt, cost);
  const data = encryptWithNonce(key, secretBytes(nonceBytes), plaintext, contextOf(purpose, cost, salt));
  return { cost, salt, data };
};

/** Decrypts; throws a `SealError` if the passphrase is wrong or anything was altered. */
export const openWithPassphrase = async (
  passphrase: string,
  { cost, salt, data }: PassphraseSealed,
  purpose: string,
): Promise<Buffer> => decrypt(await keyFor(passphrase, salt, cost), data, contextOf(purpose, cost, salt));
