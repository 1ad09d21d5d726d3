import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/** The purpose of a key derived from the root key; each purpose has its own key. */
export type KeyPurpose =
  | 'token-signing'
  | 'keyed-hash'
  | 'key-wrapping'
  | 'setup-token'
  | 'mail'
  | 'second-factor'
  | 'single-sign-on'
  | 'login-methods'
  | 'dynamic-secrets'
  | 'app-connections'
  | 'licence-signing';

const rootKeyBytes = 32;
const info = (purpose: string): string => `sallyport/1/${purpose}`;

export const hkdf = (secret: Uint8Array, salt: Uint8Array, context: Uint8Array | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, context, length));

/** A root key, from which all other keys are derived; what is encrypted or signed with them carries its id. */
export class RootKey {
  /** Identifies the key without revealing it. */
  readonly id: string;
  readonly #secret: Buffer;
  readonly #derived = new Map<KeyPurpose, KeyObject>();

  constructor(secret: Buffer) {
    if (secret.length !== rootKeyBytes) throw new Error(`a root key must have ${rootKeyBytes} bytes`);
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
 * The current root key and the earlier ones: new data uses the first, existing data the key whose id it carries.
 */
export class Keyring {
  readonly current: RootKey;
  readonly #byId: ReadonlyMap<string, RootKey>;
  readonly #retired = new Map<string, KeyObject>();

  constructor(keys: readonly [RootKey, ...RootKey[]]) {
    this.current = keys[0];
    this.#byId = new Map(keys.map((key) => [key.id, key]));
  }

  /** All configured root keys, the current one first. */
  get all(): readonly RootKey[] {
    return [...this.#byId.values()];
  }

  find(id: string): RootKey | undefined {
    return this.#byId.get(id);
  }

  /** Keeps the hashing key of a root key that is no longer configured, so that its hashes can still be compared. */
  addHashingKey(id: string, key: KeyObject): void {
    this.#retired.set(id, key);
  }

  /** The ids of all root keys that a stored hash may belong to, the current one first. */
  get hashingIds(): readonly string[] {
    return [...new Set([...this.#byId.keys(), ...this.#retired.keys()])];
  }

  hashingKey(id: string): KeyObject | undefined {
    return this.#byId.get(id)?.derive('keyed-hash') ?? this.#retired.get(id);
  }
}

/** Parses 32 bytes in 64 hexadecimal digits or in base64; undefined for any other text. */
export const parseRootKey = (text: string): RootKey | undefined => {
  if (/^[0-9a-f]{64}$/i.test(text)) return new RootKey(Buffer.from(text, 'hex'));
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(text)) return new RootKey(Buffer.from(text, 'base64'));
  return undefined;
};
