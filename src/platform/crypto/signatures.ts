import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';

/** By the names that JSON Web Signatures give them. */
export type SignatureAlgorithm = 'EdDSA' | 'ES256';

/** The key alone says how it is used: nothing that comes with a signature has a say in that. */
const algorithmOf = (key: KeyObject): SignatureAlgorithm | undefined => {
  if (key.asymmetricKeyType === 'ed25519') return 'EdDSA';
  return key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? 'ES256' : undefined;
};

const hashes: Readonly<Record<SignatureAlgorithm, string | null>> = { EdDSA: null, ES256: 'sha256' };

// Two numbers side by side, as RFC 7518 has it; without it there would be several ways to write one signature.
const dsaEncoding = 'ieee-p1363';

/** A public key. */
export class VerifyingKey {
  /** Names the key, the same wherever it is read from. */
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

/** A private key, with the public one that belongs to it. */
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

/** Undefined unless the text is one Ed25519 or P-256 private key in PEM. */
export const parseSigningKey = (pem: string): SigningKey | undefined =>
  orUndefined(() => new SigningKey(createPrivateKey(pem)));

// Of public keys only: a private key in this place is a mistake, and none that should work.
const pemBlock = /-----BEGIN PUBLIC KEY-----[A-Za-z0-9+/=\s]+-----END PUBLIC KEY-----/g;

/**
 * Public keys as PEM, one after another, or each as base64 on one line, separated by commas; undefined if anything else
 * is in the text.
 */
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
  const isNothingElse = blocks.length > 0 && text.replace(pemBlock, '').trim() === '';
  return isNothingElse ? orUndefined(() => blocks.map((block) => new VerifyingKey(createPublicKey(block)))) : undefined;
};
