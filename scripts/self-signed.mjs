// Certificates for servers of tests that stand in for others.
import 'reflect-metadata';
import { BasicConstraintsExtension, SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import { KeyObject, webcrypto } from 'node:crypto';

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const day = 86_400_000;

/**
 * Returns key and certificate, in PEM, of an authority that is also a server with these names:
 * `{ type: 'dns', value: 'example.com' }`.
 */
export const selfSigned = async (...names) => {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Tests',
    notBefore: new Date(Date.now() - day),
    notAfter: new Date(Date.now() + day),
    signingAlgorithm: algorithm,
    keys,
    extensions: [new BasicConstraintsExtension(true), new SubjectAlternativeNameExtension(names)],
  });
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' });
  return { key, cert: `${certificate.toString('pem').trim()}\n` };
};
