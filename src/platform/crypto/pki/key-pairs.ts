import { createPrivateKey, createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { Turns } from '../../turns.ts';
import { keyKinds, type KeyAlgorithm } from './key-algorithms.ts';

const generate = promisify(generateKeyPair) as (type: string, options: object) => Promise<{ privateKey: string }>;

/** A long RSA key takes a core for seconds: half of the threads that everything else needs too stay free. */
const turns = new Turns({ atOnce: 2, mayWait: 32, refusal: 'Too many keys are being made at once. Try again shortly.' });

/** A new private key, as PKCS #8 in PEM. */
export const newPrivateKey = (algorithm: KeyAlgorithm): Promise<string> =>
  turns.take(async () => {
    const { type, ...options } = keyKinds[algorithm].generate;
    const encodings = { publicKeyEncoding: { type: 'spki', format: 'pem' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } };
    return (await generate(type, { ...options, ...encodings })).privateKey;
  });

/** The public half of a private key, as SPKI in PEM. */
export const publicKeyOf = (privateKey: string): string => createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'pem' }) as string;
