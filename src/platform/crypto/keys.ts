import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** What a key derived from the root key is for; each purpose gets a key of its own. */
export type KeyPurpose = 'token-signing' | 'keyed-hash' | 'key-wrapping' | 'setup-token';

const rootKeyBytes = 32;
const info = (purpose: string): string => `sallyport/1/${purpose}`;

export const hkdf = (secret: Uint8Array, salt: Uint8Array, context: Uint8Array | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, context, length));

/** One root key. Everything else is derived from it, and carries its id. */
export class RootKey {
  /** Names the key without telling it. */
  readonly id: string;
  readonly #secret: Buffer;
  readonly #derived = new Map<KeyPurpose, KeyObject>();

  constructor(secret: Buffer) {
    if (secret.length !== rootKeyBytes) throw new Error(`a root key has ${rootKeyBytes} bytes`);
    this.#secret = secret;
    this.id = hkdf(secret, Buffer.alloc(0), info('key-id'), 8).toString('hex');
  }

  derive(purpose: KeyPurpose): KeyObject {
    let key = this.#derived.get(purpose);
    if (!key) {
      key = createSecretKey(hkdf(this.#secret, Buffer.alloc(0), info(purpose), 32));
      this.#derived.set(purpose, key);
    }
    return key;
  }
}

/**
 * The root key in use and those before it: new things are made with the first, old things are read with the one they
 * name.
 */
export class Keyring {
  readonly current: RootKey;
  readonly #byId: ReadonlyMap<string, RootKey>;
  readonly #retired = new Map<string, KeyObject>();

  constructor(keys: readonly [RootKey, ...RootKey[]]) {
    this.current = keys[0];
    this.#byId = new Map(keys.map((key) => [key.id, key]));
  }

  find(id: string): RootKey | undefined {
    return this.#byId.get(id);
  }

  /** All that is left of a root key which is not listed any more: what was hashed under it can still be recognized. */
  keepForHashing(id: string, key: KeyObject): void {
    this.#retired.set(id, key);
  }

  /** Every root key that something may have been hashed under, the current one first. */
  get hashingIds(): readonly string[] {
    return [...new Set([...this.#byId.keys(), ...this.#retired.keys()])];
  }

  hashingKey(id: string): KeyObject | undefined {
    return this.#byId.get(id)?.derive('keyed-hash') ?? this.#retired.get(id);
  }
}

/** 32 bytes as 64 hexadecimal digits or as base64; undefined when the text is neither. */
export const parseRootKey = (text: string): RootKey | undefined => {
  if (/^[0-9a-f]{64}$/i.test(text)) return new RootKey(Buffer.from(text, 'hex'));
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return new RootKey(Buffer.from(text, 'base64'));
  return undefined;
};
