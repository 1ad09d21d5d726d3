import { createSecretKey } from 'node:crypto';
import { hkdf } from './keys.ts';
import { secretBytes } from './random-secrets.ts';
import { decrypt, encryptWithNonce, nonceBytes } from './sealing.ts';

const saltBytes = 32;

/** Data encrypted for the holder of a credential. */
export interface CredentialSealed {
  readonly salt: Buffer;
  /** Nonce, ciphertext and tag. */
  readonly data: Buffer;
}

// A credential of a server is random already, so it needs no slow derivation as a passphrase does.
const keyFor = (credential: string, salt: Buffer, context: string) =>
  createSecretKey(hkdf(Buffer.from(credential), salt, context, 32));

/** Encrypts with AES-256-GCM and a key that is derived from a token or client secret and a new salt. */
export const sealWithCredential = (credential: string, plaintext: Buffer, context: string): CredentialSealed => {
  const salt = secretBytes(saltBytes);
  return {
    salt,
    data: encryptWithNonce(keyFor(credential, salt, context), secretBytes(nonceBytes), plaintext, context),
  };
};

/** Decrypts; throws a `SealError` if the credential is another one or anything was altered. */
export const openWithCredential = (credential: string, { salt, data }: CredentialSealed, context: string): Buffer =>
  decrypt(keyFor(credential, salt, context), data, context);

/** A name for what a credential seals, from which nothing about the credential or the context can be learnt. */
export const nameForCredential = (credential: string, context: string): string =>
  hkdf(Buffer.from(credential), Buffer.alloc(0), `name:${context}`, 16).toString('hex');
