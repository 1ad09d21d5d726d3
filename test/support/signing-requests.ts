// @peculiar/x509 needs it before anything else.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { cryptoProvider, Name, Pkcs10CertificateRequestGenerator, type JsonNameParams } from '@peculiar/x509';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A request for a name that openssl would not ask for. */
export const strangeRequest = async (name: JsonNameParams): Promise<string> => {
  cryptoProvider.set(webcrypto);
  const keys = await webcrypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
  return (
    await Pkcs10CertificateRequestGenerator.create({ name: new Name(name), keys, signingAlgorithm: algorithm })
  ).toString('pem');
};

/** What no certificate says of anybody. */
export const strangeNames: readonly JsonNameParams[] = [
  [{ CN: ['a\0b'] }],
  [{ CN: ['a\nb'] }],
  [{ CN: [{ bmpString: 'a\ud800b' }] }],
  [{ CN: ['x'.repeat(65)] }],
  [{ CN: [' a'] }],
  [{ CN: ['a '] }],
  [{ CN: ['a'] }, { O: ['x'.repeat(65)] }],
  [{ CN: ['a'] }, { OU: ['x'.repeat(65)] }],
  [{ CN: ['a'] }, { ST: ['x'.repeat(129)] }],
  [{ CN: ['a'] }, { L: ['x'.repeat(129)] }],
  [{ CN: ['a'] }, { L: ['a\u007fb'] }],
  [{ CN: ['a'] }, { C: ['12'] }],
];

/** As much as one may. */
export const longestName: JsonNameParams = [
  { C: ['DE'] },
  { ST: ['x'.repeat(128)] },
  { L: ['x'.repeat(128)] },
  { O: ['x'.repeat(64)] },
  { OU: ['x'.repeat(64)] },
  { CN: ['ä'.repeat(64)] },
];
