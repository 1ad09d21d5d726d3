import { createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { ConcurrencyLimit } from '../../concurrency-limit.ts';
import { keyKinds, type KeyAlgorithm } from './key-algorithms.ts';

const generate = promisify(generateKeyPair) as (type: string, options: object) => Promise<{ privateKey: string }>;

/** A long RSA key takes seconds; the limit leaves half of the threads of the pool to other work. */
const rsaLimit = new ConcurrencyLimit({
  atOnce: 2,
  mayWait: 32,
  refusal: 'Too many keys are being generated at once. Try again shortly.',
});

const generatePrivateKey = async (algorithm: KeyAlgorithm): Promise<string> => {
  const { type, ...options } = keyKinds[algorithm].generate;
  const encodings = {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  };
  return (await generate(type, { ...options, ...encodings })).privateKey;
};

/** Generates a private key, as PKCS #8 in PEM. Elliptic-curve keys are quick, and bypass the limit for RSA keys. */
export const newPrivateKey = (algorithm: KeyAlgorithm): Promise<string> =>
  keyKinds[algorithm].generate.type === 'ec'
    ? generatePrivateKey(algorithm)
    : rsaLimit.take(() => generatePrivateKey(algorithm));

/** Returns the public key of a private key, as SPKI in PEM. */
export const publicKeyOf = (privateKey: string): string =>
  createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'pem' }) as string;
