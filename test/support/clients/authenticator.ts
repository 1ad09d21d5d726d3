import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** Encodes the few kinds of values that an attestation consists of as CBOR. */
const cbor = (value: unknown): Buffer => {
  const head = (major: number, length: number): Buffer =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, item]) => [cbor(key), cbor(item)])]);
};

const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();
const text = (data: Uint8Array): string => Buffer.from(data).toString('base64url');

const userPresent = 1;
const userVerified = 4;
const hasCredential = 64;

interface Faults {
  /** The page that asks; passkeys are bound to its origin. */
  readonly origin?: string;
  readonly counter?: number;
  readonly isUserVerified?: boolean;
}

/** An authenticator with one passkey, as a browser and its user would use it. */
export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(16);
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  #counter = 0;
  #userHandle = '';

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  #authData(domain: string, flags: number, counter: number, credential = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(domain), Buffer.from([flags]), count, credential]);
  }

  #clientData(type: string, challenge: string, origin = 'http://localhost:8080'): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #answer(response: Record<string, unknown>) {
    const id = text(this.credentialId);
    return { id, rawId: id, type: 'public-key', response };
  }

  register(options: any, { origin, isUserVerified = true }: Faults = {}) {
    this.#userHandle = options.user.id;
    const { x, y } = this.#publicKey.export({ format: 'jwk' });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]);
    const length = Buffer.from([0, this.credentialId.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.credentialId, cbor(key)]);
    const flags = userPresent | hasCredential | (isUserVerified ? userVerified : 0);
    const authData = this.#authData(options.rp.id, flags, this.#counter, credential);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#answer({
      clientDataJSON: text(this.#clientData('webauthn.create', options.challenge as string, origin)),
      attestationObject: text(cbor(attestation)),
      transports: ['internal'],
    });
  }

  authenticate(options: any, { origin, counter, isUserVerified = true }: Faults = {}) {
    this.#counter = counter ?? this.#counter + 1;
    const flags = userPresent | (isUserVerified ? userVerified : 0);
    const authenticatorData = this.#authData(options.rpId as string, flags, this.#counter);
    const clientData = this.#clientData('webauthn.get', options.challenge as string, origin);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), this.#privateKey);
    return this.#answer({
      clientDataJSON: text(clientData),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      userHandle: this.#userHandle,
    });
  }
}
