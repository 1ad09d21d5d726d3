import type { KeyObject } from 'node:crypto';

export type KeyAlgorithm = 'RSA_2048' | 'RSA_3072' | 'RSA_4096' | 'EC_prime256v1' | 'EC_secp384r1' | 'EC_secp521r1';

interface Kind {
  readonly generate:
    { readonly type: 'rsa'; readonly modulusLength: number } | { readonly type: 'ec'; readonly namedCurve: string };
  /** The algorithm in the terms of WebCrypto. */
  readonly imported: { readonly name: string; readonly hash: string; readonly namedCurve?: string };
  /** How signatures with this key are described in ASN.1. */
  readonly signature: { readonly oid: string; readonly hash: string; readonly hasParameters: boolean };
}

const rsa = (modulusLength: number): Kind => ({
  generate: { type: 'rsa', modulusLength },
  imported: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  signature: { oid: '1.2.840.113549.1.1.11', hash: 'sha256', hasParameters: true },
});

const ec = (namedCurve: string, webName: string, bits: number, oid: string): Kind => ({
  generate: { type: 'ec', namedCurve },
  imported: { name: 'ECDSA', namedCurve: webName, hash: `SHA-${bits}` },
  signature: { oid, hash: `sha${bits}`, hasParameters: false },
});

export const keyKinds: Readonly<Record<KeyAlgorithm, Kind>> = {
  RSA_2048: rsa(2048),
  RSA_3072: rsa(3072),
  RSA_4096: rsa(4096),
  EC_prime256v1: ec('prime256v1', 'P-256', 256, '1.2.840.10045.4.3.2'),
  EC_secp384r1: ec('secp384r1', 'P-384', 384, '1.2.840.10045.4.3.3'),
  EC_secp521r1: ec('secp521r1', 'P-521', 512, '1.2.840.10045.4.3.4'),
};

/** Signatures can be forged if the exponent is small; if it is 1, by anybody. */
const leastExponent = 65_537n;

/** Undefined for an unsupported kind of key. */
export const keyAlgorithmOf = ({
  asymmetricKeyType: type,
  asymmetricKeyDetails: details,
}: KeyObject): KeyAlgorithm | undefined =>
  (Object.keys(keyKinds) as KeyAlgorithm[]).find((name) => {
    const { generate } = keyKinds[name];
    if (generate.type !== type) return false;
    if (generate.type === 'ec') return generate.namedCurve === details?.namedCurve;
    return generate.modulusLength === details?.modulusLength && (details.publicExponent ?? 0n) >= leastExponent;
  });
