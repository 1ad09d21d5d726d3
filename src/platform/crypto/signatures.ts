import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

/** The names of JSON Web Signatures (RFC 7518, RFC 8037). */
export type SignatureAlgorithm = 'EdDSA' | 'ES256';

/** The key alone determines the algorithm: nothing that comes with a signature can change it. */
const algorithmOf = (key: KeyObject): SignatureAlgorithm | undefined => {
  if (key.asymmetricKeyType === 'ed25519') return 'EdDSA';
  return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? 'ES256' : undefined;
};

const hashes: Readonly<Record<SignatureAlgorithm, string | null>> = { EdDSA: null, ES256: 'sha256' };

// The fixed-length encoding of RFC 7518; DER would allow several encodings of one signature.
const dsaEncoding = 'ieee-p1363';

/** A public key that verifies signatures. */
export class VerifyingKey {
  /** Identifies the key, independently of the format that it was read from. */
  readonly id: string;
  readonly algorithm: SignatureAlgorithm;
  readonly #key: KeyObject;

  constructor(key: KeyObject) {
    const algorithm = algorithmOf(key);
    if (key.type !== 'public' || !algorithm) throw new Error('not an Ed25519 or P-256 public key');
    this.#key = key;
    this.algorithm = algorithm;
    this.id = createHash('sha256').update(this.#spki()).digest('hex').slice(0, 16);
  }

  verify(text: string, signature: Uint8Array): boolean {
    return verify(hashes[this.algorithm], Buffer.from(text), { key: this.#key, dsaEncoding }, signature);
  }

  /** On one line, for an environment variable. */
  toBase64(): string {
    return this.#spki().toString('base64');
  }

  toPem(): string {
    return this.#key.export({ type: 'spki', format: 'pem' }) as string;
  }

  #spki(): Buffer {
    return this.#key.export({ type: 'spki', format: 'der' });
  }
}

/** What precedes the 32 bytes of an Ed25519 private key in PKCS #8. */
const ed25519Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A private key that signs, with its public key. */
export class SigningKey {
  readonly public: VerifyingKey;
  readonly #key: KeyObject;

  constructor(key: KeyObject) {
    this.#key = key;
    this.public = new VerifyingKey(createPublicKey(key));
  }

  static generate(algorithm: SignatureAlgorithm): SigningKey {
    const { privateKey } =
      algorithm === 'EdDSA' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    return new SigningKey(privateKey);
  }

  /** The Ed25519 key with these 32 secret bytes (RFC 8410). */
  static fromSeed(seed: Uint8Array): SigningKey {
    const key = Buffer.concat([ed25519Prefix, seed]);
    return new SigningKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' }));
  }

  sign(text: string): Buffer {
    return sign(hashes[this.public.algorithm], Buffer.from(text), { key: this.#key, dsaEncoding });
  }

  toPem(): string {
    return this.#key.export({ type: 'pkcs8', format: 'pem' }) as string;
  }
}

const orUndefined = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch {
    return undefined;
  }
};

/** Parses an Ed25519 or P-256 private key in PEM; undefined for any other text. */
export const parseSigningKey = (pem: string): SigningKey | undefined =>
  orUndefined(() => new SigningKey(createPrivateKey(pem)));

// Public keys only: a private key in this setting is a mistake, and must not work.
const pemBlock = /-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----/g;

/** Parses public keys, as PEM blocks or as base64 separated by commas; undefined if the text has anything else. */
export const parseVerifyingKeys = (text: string): VerifyingKey[] | undefined => {
  if (!text.includes('-----')) {
    return orUndefined(() =>
      text
        .split(',')
        .map(
          (item) =>
            new VerifyingKey(createPublicKey({ key: Buffer.from(item, 'base64'), format: 'der', type: 'spki' })),
        ),
    );
  }
  const blocks = text.match(pemBlock) ?? [];
  const isOnlyKeys = blocks.length > 0 && text.replace(pemBlock, '').trim() === '';
  return isOnlyKeys ? orUndefined(() => blocks.map((block) => new VerifyingKey(createPublicKey(block)))) : undefined;
};
