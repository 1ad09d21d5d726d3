import { createSecretKey } from 'node:crypto';
import { secretBytes } from './random-secrets.ts';
import { decrypt, encryptWithNonce, nonceBytes } from './sealing.ts';

const counterBytes = 6;

/** Encrypts data cached in memory with a key that never leaves this process. */
export class MemoryCipher {
  readonly #key = createSecretKey(secretBytes(32));
  readonly #context: string;
  #sealed = 0;

  /** `context` names the kind of data; nothing sealed in another context can be decrypted. */
  constructor(context: string) {
    this.#context = context;
  }

  seal(plaintext: Buffer): Buffer {
    // A counter: with this many values, random nonces could repeat.
    const nonce = Buffer.alloc(nonceBytes);
    nonce.writeUIntBE((this.#sealed += 1), nonceBytes - counterBytes, counterBytes);
    return encryptWithNonce(this.#key, nonce, plaintext, this.#context);
  }

  open(sealed: Buffer): Buffer {
    return decrypt(this.#key, sealed, this.#context);
  }
}
