import { createSecretKey } from 'node:crypto';
import { secretBytes } from './random-secrets.ts';
import { decrypt, encryptWithNonce, nonceBytes } from './sealing.ts';

const counterBytes = 6;
const wordBytes = 4;

/** Up to here a pad is faster, because a cipher of Node takes some microseconds to set up. */
const maxPadded = 8 * 1024;

/** Data in memory that is not there in plaintext. */
export interface SealedInMemory {
  /** What is in memory. */
  readonly stored: readonly Buffer[];
  open(): Buffer;
}

/** Short data, XORed with as many random bytes, which are used for nothing else ("get secret" of the benchmark). */
class PaddedData implements SealedInMemory {
  readonly #pad: Uint32Array;
  readonly #masked: Uint32Array;
  readonly #length: number;

  constructor(plaintext: Buffer) {
    const words = Math.ceil(plaintext.length / wordBytes);
    this.#length = plaintext.length;
    this.#pad = new Uint32Array(words);
    this.#masked = new Uint32Array(words);
    const [pad, masked] = this.stored as [Buffer, Buffer];
    pad.set(secretBytes(words * wordBytes));
    masked.set(plaintext);
    xor(this.#masked, this.#pad, this.#masked);
  }

  get stored(): readonly Buffer[] {
    return [this.#pad, this.#masked].map(({ buffer }) => Buffer.from(buffer));
  }

  open(): Buffer {
    const words = this.#masked.length;
    // From the pool of Node, whose buffers need not be allocated one by one; they can begin at any byte.
    const memory = Buffer.allocUnsafe((words + 1) * wordBytes);
    const start = Math.ceil(memory.byteOffset / wordBytes) * wordBytes;
    xor(this.#masked, this.#pad, new Uint32Array(memory.buffer, start, words));
    return Buffer.from(memory.buffer, start, this.#length);
  }
}

const xor = (one: Uint32Array, other: Uint32Array, result: Uint32Array): void => {
  for (let index = 0; index < result.length; index += 1) result[index] = one[index]! ^ other[index]!;
};

/** Encrypts data cached in memory, with a key that never leaves this process. */
export class MemoryCipher {
  readonly #key = createSecretKey(secretBytes(32));
  readonly #context: string;
  #sealed = 0;

  /** `context` names the kind of data. */
  constructor(context: string) {
    this.#context = context;
  }

  seal(plaintext: Buffer): SealedInMemory {
    return plaintext.length <= maxPadded ? new PaddedData(plaintext) : this.#encrypt(plaintext);
  }

  #encrypt(plaintext: Buffer): SealedInMemory {
    // A counter: with this many values, random nonces could repeat.
    const nonce = Buffer.alloc(nonceBytes);
    nonce.writeUIntBE((this.#sealed += 1), nonceBytes - counterBytes, counterBytes);
    const sealed = encryptWithNonce(this.#key, nonce, plaintext, this.#context);
    return { stored: [sealed], open: () => decrypt(this.#key, sealed, this.#context) };
  }
}
