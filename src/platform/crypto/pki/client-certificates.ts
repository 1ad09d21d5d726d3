import { X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { Refused } from '../../refused.ts';
import { publicKeyProblem } from '../public-keys.ts';
import { nameLimitsOf, requireWithinLimits } from './name-constraints.ts';
import type { AlternativeName } from './orders.ts';

/** The most certificates that a client may present, and what finding the ways to the trusted one may cost. */
const maxPresented = 10;
const maxPaths = 8;
const maxSteps = 200;
const maxVerifications = 30;
const maxRsaBits = 8_192;

const clientAuth: readonly string[] = [x509.ExtendedKeyUsage.clientAuth, '2.5.29.37.0'];

/** Extensions that are applied here, or that cannot restrict a client: certificate policies, and inhibiting any of them. */
const understood = new Set([
  '2.5.29.14',
  '2.5.29.15',
  '2.5.29.17',
  '2.5.29.18',
  '2.5.29.19',
  '2.5.29.30',
  '2.5.29.32',
  '2.5.29.35',
  '2.5.29.37',
  '2.5.29.54',
]);

/** A certificate in the forms of both libraries: one compares names and verifies, the other reads extensions. */
interface Certificate {
  readonly pem: string;
  readonly native: X509Certificate;
  readonly parsed: x509.X509Certificate;
}

const parse = (pem: string): Certificate => {
  try {
    const native = new X509Certificate(pem);
    return { pem: native.toString(), native, parsed: new x509.X509Certificate(native.raw) };
  } catch {
    throw new Refused('certificate_decode_failed', 'A certificate cannot be read.');
  }
};

const hasHash = (algorithm: object): algorithm is { hash: { name: string } } => 'hash' in algorithm;

/** Refuses what no certificate of a path may have: weak keys and signatures, and conditions that are not understood. */
const requireSound = ({ pem, parsed }: Certificate): void => {
  const { signatureAlgorithm } = parsed;
  const isWeak = hasHash(signatureAlgorithm) && /^(SHA-1|MD\d)$/i.test(signatureAlgorithm.hash.name);
  if (isWeak || publicKeyProblem(pem.trim()) !== undefined)
    throw new Refused('weak_certificate', 'The key or the signature of a certificate is too weak, or not supported.');
  if (parsed.extensions.some(({ critical, type }) => critical && !understood.has(type)))
    throw new Refused('unknown_critical_extension', 'A certificate has a critical extension that is not supported.');
};

const requireValid = ({ parsed: { notBefore, notAfter } }: Certificate, now: Date, prefix: string): void => {
  if (now < notBefore) throw new Refused(`${prefix}certificate_not_yet_valid`, 'A certificate is not valid yet.');
  if (now > notAfter) throw new Refused(`${prefix}certificate_expired`, 'A certificate has expired.');
};

const isForClients = ({ parsed }: Certificate): boolean => {
  const usages = parsed.getExtension(x509.ExtendedKeyUsageExtension)?.usages;
  return usages === undefined || usages.some((usage) => clientAuth.includes(usage as string));
};

const hasUsage = ({ parsed }: Certificate, usage: x509.KeyUsageFlags): boolean => {
  const usages = parsed.getExtension(x509.KeyUsagesExtension)?.usages;
  return usages === undefined || (usages & usage) !== 0;
};

const constraintsOf = ({ parsed }: Certificate): x509.BasicConstraintsExtension | undefined =>
  parsed.getExtension(x509.BasicConstraintsExtension) ?? undefined;

const isAuthority = (certificate: Certificate): boolean =>
  constraintsOf(certificate)?.ca === true && hasUsage(certificate, x509.KeyUsageFlags.keyCertSign);

/** Refuses an issuer that may not issue certificates of clients now. */
const requireIssuer = (issuer: Certificate, now: Date): void => {
  requireSound(issuer);
  requireValid(issuer, now, 'issuer_');
  if (!isAuthority(issuer)) throw new Refused('ca_verification_failed', 'An issuer may not issue certificates.');
  if (!isForClients(issuer))
    throw new Refused('issuer_client_auth_usage_not_allowed', 'An issuer may not issue certificates of clients.');
  nameLimitsOf(issuer.parsed);
};

const requireLeaf = (leaf: Certificate, now: Date): void => {
  requireSound(leaf);
  requireValid(leaf, now, '');
  if (constraintsOf(leaf)?.ca === true)
    throw new Refused('ca_certificate_not_allowed', 'The certificate is one of an authority.');
  if (!hasUsage(leaf, x509.KeyUsageFlags.digitalSignature))
    throw new Refused('key_usage_not_allowed', 'The key of the certificate is not for signatures.');
  if (!isForClients(leaf))
    throw new Refused('client_auth_usage_not_allowed', 'The certificate is not one of a client.');
};

const alternativeNamesOf = ({ parsed }: Certificate): AlternativeName[] =>
  (parsed.getExtension(x509.SubjectAlternativeNameExtension)?.names.items ?? [])
    .filter(({ type }) => ['dns', 'ip', 'email', 'url'].includes(type))
    .map(({ type, value }) => ({ type: type as AlternativeName['type'], value }));

const commonNamesOf = ({ parsed }: Certificate): string[] => parsed.subjectName.getField('CN');

/** The names that authorities can limit; a common name that looks like a host counts as one. */
const limitedNamesOf = (certificate: Certificate): AlternativeName[] => [
  ...alternativeNamesOf(certificate),
  ...commonNamesOf(certificate)
    .filter((name) => /^[\w*-]+(\.[\w-]+)+$/.test(name))
    .map((value) => ({ type: 'dns' as const, value })),
];

const isSelfIssued = ({ native }: Certificate): boolean => native.subject === native.issuer;

/** Checks what authorities say of everything below them; the path leads from the client's certificate upwards. */
const requireWithinPath = (path: readonly Certificate[]): void => {
  for (const [index, issuer] of path.entries()) {
    if (index === 0) continue;
    const below = path.slice(0, index);
    const longest = constraintsOf(issuer)?.pathLength;
    if (longest !== undefined && below.slice(1).filter((each) => !isSelfIssued(each)).length > longest)
      throw new Refused('path_length_exceeded', 'An authority may not have this many authorities below it.');
    const limits = nameLimitsOf(issuer.parsed);
    for (const certificate of below) requireWithinLimits(limitedNamesOf(certificate), limits);
  }
};

const isNamedBy = (certificate: Certificate, issuer: Certificate): boolean =>
  (issuer.native.publicKey.asymmetricKeyDetails?.modulusLength ?? 0) <= maxRsaBits &&
  certificate.native.checkIssued(issuer.native);

const isSignedBy = (certificate: Certificate, issuer: Certificate): boolean =>
  certificate.native.verify(issuer.native.publicKey);

/** Finds the ways from the client's certificate through the others to the trusted one. */
const pathsTo = (anchor: Certificate, leaf: Certificate, others: readonly Certificate[]): Certificate[][] => {
  const paths: Certificate[][] = [];
  const verified = new Map<Certificate, Certificate[]>();
  let [steps, verifications] = [0, 0];
  const isIssuer = (certificate: Certificate, issuer: Certificate): boolean => {
    if (!isNamedBy(certificate, issuer)) return false;
    verifications += 1;
    if (verifications > maxVerifications)
      throw new Refused('too_many_certificates', 'Verifying the presented certificates would take too long.');
    return isSignedBy(certificate, issuer);
  };
  const issuersOf = (certificate: Certificate): Certificate[] => {
    const issuers = verified.get(certificate) ?? [anchor, ...others].filter((each) => isIssuer(certificate, each));
    verified.set(certificate, issuers);
    return issuers;
  };
  const extend = (path: readonly Certificate[]): void => {
    for (const issuer of issuersOf(path.at(-1)!)) {
      steps += 1;
      if (steps > maxSteps || paths.length >= maxPaths) return;
      if (issuer === anchor) paths.push([...path, anchor]);
      else if (!path.includes(issuer)) extend([...path, issuer]);
    }
  };
  extend([leaf]);
  return paths;
};

/** A certificate of a client that the trusted authority vouches for. */
export interface VerifiedClient {
  /** Several only in unusual certificates. */
  readonly commonNames: readonly string[];
  readonly alternativeNames: readonly AlternativeName[];
  readonly serialNumber: string;
  /** The certificates in PEM from the client's to the trusted one, with their serial numbers. */
  readonly path: readonly { readonly pem: string; readonly serialNumber: string }[];
}

const requireOnPath = (path: readonly Certificate[], now: Date): void => {
  for (const issuer of path.slice(1)) requireIssuer(issuer, now);
  requireWithinPath(path);
};

/** Returns the first path on which everything is right, or throws why the first one is not. */
const choosePath = (paths: readonly Certificate[][], now: Date): Certificate[] => {
  let problem: unknown = new Refused('ca_verification_failed', 'The certificate was not issued by the configured CA.');
  for (const [index, path] of paths.entries()) {
    try {
      requireOnPath(path, now);
      return path;
    } catch (error) {
      if (index === 0) problem = error;
    }
  }
  throw problem;
};

/** What the libraries cannot read in a certificate is no fault of the server. */
const refusingUnreadable = <T>(work: () => T): T => {
  try {
    return work();
  } catch (error) {
    throw error instanceof Refused
      ? error
      : new Refused('certificate_decode_failed', 'A certificate has contents that cannot be read.');
  }
};

const verify = (
  presented: readonly string[],
  anchorPem: string,
  { now, allowsChain }: { readonly now: Date; readonly allowsChain: boolean },
): VerifiedClient => {
  if (presented.length > maxPresented)
    throw new Refused('too_many_certificates', `More than ${maxPresented} certificates were presented.`);
  const [leaf, ...others] = presented.slice(0, allowsChain ? undefined : 1).map(parse);
  const anchor = parse(anchorPem);
  if (!leaf) throw new Refused('no_certificate', 'No certificate was presented.');
  if (leaf.native.fingerprint256 === anchor.native.fingerprint256)
    throw new Refused('ca_certificate_not_allowed', 'The certificate is the one of the authority itself.');
  const path = choosePath(pathsTo(anchor, leaf, others), now);
  requireLeaf(leaf, now);
  return {
    commonNames: commonNamesOf(leaf),
    alternativeNames: alternativeNamesOf(leaf),
    serialNumber: leaf.parsed.serialNumber,
    path: path.map(({ pem, parsed }) => ({ pem, serialNumber: parsed.serialNumber })),
  };
};

/**
 * Verifies the certificates that a client presented, its own first, against a trusted authority: that one issued the
 * client's certificate itself or, with `allowsChain`, through authorities that are among the others. Throws `Refused`.
 */
export const verifyClient = (...of: Parameters<typeof verify>): VerifiedClient =>
  refusingUnreadable(() => verify(...of));

/** Why certificates of clients cannot be verified with the authority now; undefined if they can. */
export const authorityProblem = (pem: string, now: Date): string | undefined => {
  try {
    const authority = parse(pem);
    const { notBefore } = authority.parsed;
    // An authority may be configured before its time.
    refusingUnreadable(() => requireIssuer(authority, now < notBefore ? notBefore : now));
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return error.message;
    throw error;
  }
};

/** Whether the key of the second certificate signed the first. */
export const wasSignedBy = (pem: string, issuerPem: string): boolean => {
  const [certificate, issuer] = [parse(pem), parse(issuerPem)];
  return isNamedBy(certificate, issuer) && isSignedBy(certificate, issuer);
};
