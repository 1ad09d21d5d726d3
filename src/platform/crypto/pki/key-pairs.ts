import { createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { Turns } from '../../turns.ts';
import { keyKinds, type KeyAlgorithm } from './key-algorithms.ts';

const generate = promisify(generateKeyPair) as (type: string, options: object) => Promise<{ privateKey: string }>;

/** A long RSA key takes a core for seconds: half of the threads that everything else needs too stay free. */
const turns = new Turns({
  atOnce: 2,
  mayWait: 32,
  refusal: 'Too many keys are being made at once. Try again shortly.',
});

const make = async (algorithm: KeyAlgorithm): Promise<string> => {
  const { type, ...options } = keyKinds[algorithm].generate;
  const encodings = {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  };
  return (await generate(type, { ...options, ...encodings })).privateKey;
};

/**
 * A new private key, as PKCS #8 in PEM. One on a curve is made at once, and does not wait behind the long work of
 * others.
 */
export const newPrivateKey = (algorithm: KeyAlgorithm): Promise<string> =>
  keyKinds[algorithm].generate.type === 'ec' ? make(algorithm) : turns.take(() => make(algorithm));

/** The public half of a private key, as SPKI in PEM. */
export const publicKeyOf = (privateKey: string): string =>
  createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'pem' }) as string;
