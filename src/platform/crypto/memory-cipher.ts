import { createSecretKey, type KeyObject } from 'node:crypto';
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
  /** The result may be shared, so it must not be changed. */
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

/**
 * Long data, encrypted. It is decrypted once for all requests of one iteration of the event loop: copies for each of them
 * caused garbage collections, whose pauses were the tail of "list of 100, 50 connections" of the benchmark.
 */
class EncryptedData implements SealedInMemory {
  readonly #key: KeyObject;
  readonly #encrypted: Buffer;
  readonly #context: string;
  #decrypted: Buffer | undefined;

  constructor(key: KeyObject, nonce: Buffer, plaintext: Buffer, context: string) {
    this.#key = key;
    this.#context = context;
    this.#encrypted = encryptWithNonce(key, nonce, plaintext, context);
  }

  get stored(): readonly Buffer[] {
    return [this.#encrypted, ...(this.#decrypted ? [this.#decrypted] : [])];
  }

  open(): Buffer {
    if (!this.#decrypted) {
      this.#decrypted = decrypt(this.#key, this.#encrypted, this.#context);
      setImmediate(() => (this.#decrypted = undefined));
    }
    return this.#decrypted;
  }
}

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
    if (plaintext.length <= maxPadded) return new PaddedData(plaintext);
    // A counter: with this many values, random nonces could repeat.
    const nonce = Buffer.alloc(nonceBytes);
    nonce.writeUIntBE((this.#sealed += 1), nonceBytes - counterBytes, counterBytes);
    return new EncryptedData(this.#key, nonce, plaintext, this.#context);
  }
}
