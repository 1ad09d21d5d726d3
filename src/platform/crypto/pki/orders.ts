import type { KeyObject } from 'node:crypto';
import type { KeyAlgorithm } from './key-algorithms.ts';

/** The subject of a certificate; empty fields are omitted. */
export interface Subject {
  readonly commonName: string;
  readonly organization: string;
  readonly organizationalUnit: string;
  readonly country: string;
  readonly province: string;
  readonly locality: string;
}

export interface AlternativeName {
  readonly type: 'dns' | 'ip' | 'email' | 'url';
  readonly value: string;
}

export const keyUsages = [
  'digitalSignature',
  'keyEncipherment',
  'nonRepudiation',
  'dataEncipherment',
  'keyAgreement',
  'keyCertSign',
  'cRLSign',
  'encipherOnly',
  'decipherOnly',
] as const;
export type KeyUsage = (typeof keyUsages)[number];

export const extendedKeyUsages = [
  'clientAuth',
  'serverAuth',
  'codeSigning',
  'emailProtection',
  'timeStamping',
  'ocspSigning',
] as const;
export type ExtendedKeyUsage = (typeof extendedKeyUsages)[number];

/** The signing authority; certificate and key in PEM. */
export interface Issuer {
  readonly certificate: string;
  readonly privateKey: string;
  readonly keyAlgorithm: KeyAlgorithm;
}

interface Order {
  readonly subject: Subject;
  readonly serialNumber: string;
  /** Fractions of a second are cut off. */
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** Where clients find the revocation list, the OCSP responder and the certificate of the issuer. */
export interface Pointers {
  readonly crlUrls: readonly string[];
  readonly ocspUrls: readonly string[];
  readonly issuerUrls: readonly string[];
}

export interface AuthorityOrder extends Order {
  /** SPKI in PEM. */
  readonly publicKey: string;
  /** How many levels of authorities may follow below; undefined for any number. */
  readonly maxPathLength: number | undefined;
  /** Without a certificate for a self-signed authority. */
  readonly issuer: Issuer | Omit<Issuer, 'certificate'>;
  readonly pointers: Pointers;
}

export interface LeafOrder extends Order {
  /** SPKI in PEM. */
  readonly publicKey: string;
  readonly alternativeNames: readonly AlternativeName[];
  readonly keyUsages: readonly KeyUsage[];
  readonly extendedKeyUsages: readonly ExtendedKeyUsage[];
  readonly issuer: Issuer;
  readonly pointers: Pointers;
}

/** The content of a signing request whose signature was verified. */
export interface SigningRequest {
  readonly subject: Subject;
  /** SPKI in PEM. */
  readonly publicKey: string;
  readonly keyAlgorithm: KeyAlgorithm;
  /** Undefined if one of the names has an unsupported type. */
  readonly alternativeNames: readonly AlternativeName[] | undefined;
  readonly keyUsages: readonly KeyUsage[];
  readonly extendedKeyUsages: readonly ExtendedKeyUsage[];
}

/** The content of a certificate. */
export interface CertificateFacts {
  readonly subject: Subject;
  readonly serialNumber: string;
  /** SPKI in PEM. */
  readonly publicKey: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly isAuthority: boolean;
  readonly maxPathLength: number | undefined;
}

/** As RFC 5280 names them. */
export type RevocationReason =
  | 'unspecified'
  | 'keyCompromise'
  | 'cACompromise'
  | 'affiliationChanged'
  | 'superseded'
  | 'cessationOfOperation'
  | 'certificateHold'
  | 'privilegeWithdrawn'
  | 'aACompromise';

export interface RevokedCertificate {
  readonly serialNumber: string;
  readonly revokedAt: Date;
  readonly reason: RevocationReason;
}

export interface RevocationListOrder {
  readonly issuer: Issuer;
  readonly number: number;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  readonly revoked: readonly RevokedCertificate[];
}

export interface OcspResponderOrder extends Order {
  readonly issuer: Issuer;
}

/** Answers for an authority whether its certificates are revoked. */
export interface OcspResponder {
  readonly privateKey: KeyObject;
  /** DER. */
  readonly certificate: Uint8Array;
  /** SHA-1 of its public key, which names it in responses. */
  readonly keyHash: Uint8Array;
  /** The hashes of the authority's public key, by the object identifier of the algorithm as DER in hexadecimal. */
  readonly issuerKeyHashes: Readonly<Record<string, string>>;
}
