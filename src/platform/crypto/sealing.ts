import { createCipheriv, createDecipheriv, createSecretKey, randomUUID, type KeyObject } from 'node:crypto';
import type { Keyring } from './keys.ts';
import { secretBytes } from './random-secrets.ts';

const algorithm = 'aes-256-gcm';
export const nonceBytes = 12;
const tagBytes = 16;
const format = 's1';

/** Nonce, ciphertext and tag. A nonce is used once with a key, or everything that it was used for is open. */
export const encryptWithNonce = (
  key: KeyObject,
  nonce: Uint8Array,
  plaintext: Uint8Array,
  context: string | Uint8Array,
): Buffer => {
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(context as string));
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
};

/** A key that seals values: one per project, itself stored only wrapped by the root key. */
export interface DataKey {
  readonly id: string;
  readonly key: KeyObject;
}

export class SealError extends Error {
  override readonly name = 'SealError';
}

/**
 * `s1.<key id>.<base64url of nonce, ciphertext and tag>`; `context` names the row, so that a sealed value works nowhere
 * else.
 */
export const seal = (dataKey: DataKey, plaintext: string | Uint8Array, context: string): string => {
  const sealed = encryptWithNonce(dataKey.key, secretBytes(nonceBytes), Buffer.from(plaintext as string), context);
  return `${format}.${dataKey.id}.${sealed.toString('base64url')}`;
};

/** The id of the key that a sealed value needs. */
export const sealedWith = (sealed: string): string => {
  const [version, keyId, body, ...rest] = sealed.split('.');
  if (version !== format || !keyId || !body || rest.length > 0) throw new SealError('not a sealed value');
  return keyId;
};

/** What is sealed, of a value that needs this key. */
const bodyOf = (sealed: string, keyId: string): Buffer => {
  const prefix = `${format}.${keyId}.`;
  if (!sealed.startsWith(prefix)) throw new SealError(`sealed with another key, ${sealedWith(sealed)}`);
  const data = Buffer.from(sealed.slice(prefix.length), 'base64url');
  if (sealed.includes('.', prefix.length) || data.length < nonceBytes + tagBytes)
    throw new SealError('not a sealed value');
  return data;
};

/** Of nonce, ciphertext and tag. */
export const decrypt = (key: KeyObject, data: Buffer, context: string): Buffer => {
  const decipher = createDecipheriv(algorithm, key, data.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(data.subarray(-tagBytes));
  try {
    const opened = decipher.update(data.subarray(nonceBytes, -tagBytes));
    // Checks the tag, and has nothing to add: the cipher has no blocks to fill up.
    decipher.final();
    return opened;
  } catch (cause) {
    throw new SealError('the sealed value was altered, moved, or sealed with another key', { cause });
  }
};

export const open = (dataKey: DataKey, sealed: string, context: string): Buffer =>
  decrypt(dataKey.key, bodyOf(sealed, dataKey.id), context);

const wrappingKey = (keyring: Keyring, rootKeyId: string): DataKey => {
  const root = keyring.find(rootKeyId);
  if (!root) throw new SealError('wrapped by a root key that is not configured');
  return { id: root.id, key: root.derive('key-wrapping') };
};

const wrapContext = (id: string): string => `data-key:${id}`;

/** A new data key and the only form of it that is stored. */
export const createDataKey = (keyring: Keyring): { dataKey: DataKey; wrapped: string } => {
  const id = randomUUID();
  const secret = secretBytes(32);
  const wrapped = seal(wrappingKey(keyring, keyring.current.id), secret, wrapContext(id));
  return { dataKey: { id, key: createSecretKey(secret) }, wrapped };
};

export const unwrapDataKey = (keyring: Keyring, id: string, wrapped: string): DataKey => ({
  id,
  key: createSecretKey(open(wrappingKey(keyring, sealedWith(wrapped)), wrapped, wrapContext(id))),
});

const hashingContext = (rootKeyId: string): string => `hashing-key:${rootKeyId}`;

/** The hashing key of that root key under the current one, for when the former is not listed any more. */
export const sealHashingKey = (keyring: Keyring, rootKeyId: string, key: KeyObject): string =>
  seal(wrappingKey(keyring, keyring.current.id), key.export(), hashingContext(rootKeyId));

export const openHashingKey = (keyring: Keyring, rootKeyId: string, sealed: string): KeyObject =>
  createSecretKey(open(wrappingKey(keyring, sealedWith(sealed)), sealed, hashingContext(rootKeyId)));
