import { createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';

const minRsaBits = 2_048;
const curves = ['prime256v1', 'secp384r1', 'secp521r1'];

/** Parses a public key, or the one of a certificate, in PEM; undefined for anything else, private keys included. */
export const parsePublicKey = (pem: string): KeyObject | undefined => {
  const [, kind] = /^-----BEGIN (PUBLIC KEY|RSA PUBLIC KEY|CERTIFICATE)-----\s[^-]+-----END \1-----$/.exec(pem) ?? [];
  try {
    if (kind === undefined) return undefined;
    return kind === 'CERTIFICATE' ? new X509Certificate(pem).publicKey : createPublicKey(pem);
  } catch {
    return undefined;
  }
};

/** Why tokens may not be verified with the key; undefined if they may. */
export const publicKeyProblem = (pem: string): string | undefined => {
  const key = parsePublicKey(pem);
  if (!key) return 'must be a public key or a certificate in PEM';
  const { modulusLength, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'rsa')
    return (modulusLength ?? 0) >= minRsaBits ? undefined : `must have at least ${minRsaBits} bits`;
  const isUsable = key.asymmetricKeyType === 'ed25519' || curves.includes(namedCurve);
  return isUsable ? undefined : 'must be an RSA, P-256, P-384, P-521 or Ed25519 key';
};
