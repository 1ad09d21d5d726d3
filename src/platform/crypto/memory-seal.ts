import { createSecretKey } from 'node:crypto';
import { secretBytes } from './random-secrets.ts';
import { decrypt, encryptWithNonce, nonceBytes } from './sealing.ts';

const counterBytes = 6;

/** Seals what is kept in memory for later, with a key that nothing but this process ever has. */
export class MemorySeal {
  readonly #key = createSecretKey(secretBytes(32));
  readonly #context: string;
  #sealed = 0;

  /** `context` names what is sealed, so that it works as nothing else. */
  constructor(context: string) {
    this.#context = context;
  }

  seal(plaintext: Buffer): Buffer {
    // Counted: so much may be sealed that of random ones two might be the same.
    const nonce = Buffer.alloc(nonceBytes);
    nonce.writeUIntBE((this.#sealed += 1), nonceBytes - counterBytes, counterBytes);
    return encryptWithNonce(this.#key, nonce, plaintext, this.#context);
  }

  open(sealed: Buffer): Buffer {
    return decrypt(this.#key, sealed, this.#context);
  }
}
