import { createCipheriv, createDecipheriv, createSecretKey, randomUUID, type KeyObject } from 'node:crypto';
import type { KeyPurpose, Keyring } from './keys.ts';
import { publicBytes } from './random-ids.ts';
import { secretBytes } from './random-secrets.ts';

const algorithm = 'aes-256-gcm';
export const nonceBytes = 12;
const tagBytes = 16;
const format = 's1';

/** Returns nonce, ciphertext and tag. Reusing a nonce with the same key would reveal the plaintexts. */
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

/** A key that encrypts values: one per project, stored only wrapped by the root key. */
export interface DataKey {
  readonly id: string;
  readonly key: KeyObject;
}

export class SealError extends Error {
  override readonly name = 'SealError';
}

/**
 * Encrypts to `s1.<key id>.<base64url of nonce, ciphertext and tag>`; `context` names the row, so that the value cannot
 * be decrypted in another one.
 */
export const seal = (dataKey: DataKey, plaintext: string | Uint8Array, context: string): string => {
  const sealed = encryptWithNonce(dataKey.key, publicBytes(nonceBytes), Buffer.from(plaintext as string), context);
  return `${format}.${dataKey.id}.${sealed.toString('base64url')}`;
};

/** Returns the id of the key that a sealed value was encrypted with. */
export const sealedWith = (sealed: string): string => {
  const [version, keyId, body, ...rest] = sealed.split('.');
  if (version !== format || !keyId || !body || rest.length > 0) throw new SealError('not a sealed value');
  return keyId;
};

/** Returns nonce, ciphertext and tag of a value that was sealed with this key. */
const bodyOf = (sealed: string, keyId: string): Buffer => {
  const prefix = `${format}.${keyId}.`;
  if (!sealed.startsWith(prefix)) throw new SealError(`the value was sealed with another key, ${sealedWith(sealed)}`);
  const data = Buffer.from(sealed.slice(prefix.length), 'base64url');
  if (sealed.includes('.', prefix.length) || data.length < nonceBytes + tagBytes)
    throw new SealError('not a sealed value');
  return data;
};

const emptyBodyLength = Math.ceil(((nonceBytes + tagBytes) * 4) / 3);

/** Whether the plaintext of a sealed value is empty, by its length alone. */
export const isSealedEmpty = (sealed: string): boolean =>
  sealed.length - sealed.lastIndexOf('.') - 1 === emptyBodyLength;

/** Decrypts nonce, ciphertext and tag. */
export const decrypt = (key: KeyObject, data: Buffer, context: string): Buffer => {
  const decipher = createDecipheriv(algorithm, key, data.subarray(0, nonceBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(data.subarray(-tagBytes));
  try {
    const plaintext = decipher.update(data.subarray(nonceBytes, -tagBytes));
    // Checks the tag; returns no data, because GCM has no padding.
    decipher.final();
    return plaintext;
  } catch (cause) {
    throw new SealError('the sealed value was altered, moved, or sealed with another key', { cause });
  }
};

export const open = (dataKey: DataKey, sealed: string, context: string): Buffer =>
  decrypt(dataKey.key, bodyOf(sealed, dataKey.id), context);

/** The key for a purpose that is derived from a root key; the words say what it protects. */
const keyFor =
  (purpose: KeyPurpose, what: string) =>
  (keyring: Keyring, rootKeyId: string): DataKey => {
    const root = keyring.find(rootKeyId);
    if (!root) throw new SealError(`${what} a root key that is not configured`);
    return { id: root.id, key: root.derive(purpose) };
  };

const wrappingKey = keyFor('key-wrapping', 'the data key was wrapped by');

const wrapContext = (id: string): string => `data-key:${id}`;

/** Creates a data key; `wrapped` is the only form of it that is stored. */
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

/** Encrypts the hashing key of an old root key with the current one, so that the old one can be removed. */
export const encryptHashingKey = (keyring: Keyring, rootKeyId: string, key: KeyObject): string =>
  seal(wrappingKey(keyring, keyring.current.id), key.export(), hashingContext(rootKeyId));

export const decryptHashingKey = (keyring: Keyring, rootKeyId: string, sealed: string): KeyObject =>
  createSecretKey(open(wrappingKey(keyring, sealedWith(sealed)), sealed, hashingContext(rootKeyId)));

const mailKey = keyFor('mail', 'the mail was encrypted with');

const mailContext = (id: string): string => `mail:${id}`;

/** Encrypts the content of a mail that waits to be sent with the current root key: organizations have no data key. */
export const encryptMail = (keyring: Keyring, id: string, content: string): string =>
  seal(mailKey(keyring, keyring.current.id), content, mailContext(id));

export const decryptMail = (keyring: Keyring, id: string, sealed: string): string =>
  open(mailKey(keyring, sealedWith(sealed)), sealed, mailContext(id)).toString();

const totpKey = keyFor('second-factor', 'the key of the authenticator app was encrypted with');

const totpContext = (userId: string): string => `totp:${userId}`;

/** Encrypts the key of a user's authenticator app with the current root key: users have no data key. */
export const encryptTotpSecret = (keyring: Keyring, userId: string, secret: Uint8Array): string =>
  seal(totpKey(keyring, keyring.current.id), secret, totpContext(userId));

export const decryptTotpSecret = (keyring: Keyring, userId: string, sealed: string): Buffer =>
  open(totpKey(keyring, sealedWith(sealed)), sealed, totpContext(userId));

const singleSignOnKey = keyFor('single-sign-on', 'the value was encrypted with');

/** Encrypts a client secret or what a browser has to keep for a moment; `context` says which, so that none is another. */
export const encryptForSignOn = (keyring: Keyring, context: string, text: string): string =>
  seal(singleSignOnKey(keyring, keyring.current.id), text, context);

export const decryptForSignOn = (keyring: Keyring, context: string, sealed: string): string =>
  open(singleSignOnKey(keyring, sealedWith(sealed)), sealed, context).toString();

const loginKey = keyFor('login-methods', 'the secret was encrypted with');

const loginContext = (configurationId: string): string => `login-method:${configurationId}`;

/** Encrypts the secret in the configuration of a login method with the current root key. */
export const encryptLoginSecret = (keyring: Keyring, configurationId: string, secret: string): string =>
  seal(loginKey(keyring, keyring.current.id), secret, loginContext(configurationId));

export const decryptLoginSecret = (keyring: Keyring, configurationId: string, sealed: string): string =>
  open(loginKey(keyring, sealedWith(sealed)), sealed, loginContext(configurationId)).toString();

const inputsKey = keyFor('dynamic-secrets', 'the inputs were encrypted with');

/**
 * Encrypts the inputs of a dynamic secret or of a lease with the current root key: leases outlive projects, and their
 * data keys with them. `context` names the row.
 */
export const encryptInputs = (keyring: Keyring, context: string, text: string): string =>
  seal(inputsKey(keyring, keyring.current.id), text, context);

export const decryptInputs = (keyring: Keyring, context: string, sealed: string): string =>
  open(inputsKey(keyring, sealedWith(sealed)), sealed, context).toString();

const connectionKey = keyFor('app-connections', 'the password was encrypted with');

/** Encrypts a password of a connection with the current root key: organizations have no data key. */
export const encryptConnectionPassword = (keyring: Keyring, context: string, password: string): string =>
  seal(connectionKey(keyring, keyring.current.id), password, context);

export const decryptConnectionPassword = (keyring: Keyring, context: string, sealed: string): string =>
  open(connectionKey(keyring, sealedWith(sealed)), sealed, context).toString();
