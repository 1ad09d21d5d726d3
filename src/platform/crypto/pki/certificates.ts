import { createPrivateKey, createPublicKey, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { wholeSecond } from '../../clock.ts';
import { keyAlgorithmOf, keyKinds } from './key-algorithms.ts';
import { alternativeNamesIn, generalNamesOf, isNameless, nameOf, subjectIn } from './names.ts';
import {
  extendedKeyUsages,
  keyUsages,
  type AuthorityOrder,
  type CertificateFacts,
  type ExtendedKeyUsage,
  type Issuer,
  type KeyUsage,
  type LeafOrder,
  type Pointers,
  type SigningRequest,
  type Subject,
} from './orders.ts';

x509.cryptoProvider.set(webcrypto);

const flagOf = (usage: KeyUsage): x509.KeyUsageFlags => x509.KeyUsageFlags[usage];

export const usagesExtension = (usages: readonly KeyUsage[]): x509.Extension =>
  new x509.KeyUsagesExtension(
    usages.map(flagOf).reduce((flags, flag) => flags | flag),
    true,
  );

const signingKeyOf = ({
  privateKey,
  keyAlgorithm,
}: Pick<Issuer, 'privateKey' | 'keyAlgorithm'>): Promise<webcrypto.CryptoKey> => {
  const der = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'der' });
  return webcrypto.subtle.importKey('pkcs8', der, keyKinds[keyAlgorithm].imported, false, ['sign']);
};

const spkiOf = (pem: string): Buffer => createPublicKey(pem).export({ type: 'spki', format: 'der' });

const publicKeyPem = (key: x509.PublicKey): string =>
  createPublicKey({ key: Buffer.from(key.rawData), format: 'der', type: 'spki' }).export({
    type: 'spki',
    format: 'pem',
  }) as string;

const pointersExtensions = ({ crlUrls, ocspUrls, issuerUrls }: Pointers): x509.Extension[] => [
  ...(crlUrls.length > 0 ? [new x509.CRLDistributionPointsExtension([...crlUrls])] : []),
  ...(ocspUrls.length + issuerUrls.length > 0
    ? [new x509.AuthorityInfoAccessExtension({ ocsp: [...ocspUrls], caIssuers: [...issuerUrls] })]
    : []),
];

/** The key identifier of an issuer, as its own certificate states it. */
export const keyIdOf = async (certificate: x509.X509Certificate): Promise<string> =>
  certificate.getExtension(x509.SubjectKeyIdentifierExtension)?.keyId ??
  (await x509.SubjectKeyIdentifierExtension.create(certificate.publicKey)).keyId;

type SharedFields = 'subject' | 'serialNumber' | 'notBefore' | 'notAfter' | 'publicKey' | 'issuer' | 'pointers';

/** Signs a certificate with these extensions, and those that every certificate has; in PEM. */
export const certify = async (
  order: Pick<AuthorityOrder | LeafOrder, SharedFields>,
  extensions: readonly x509.Extension[],
): Promise<string> => {
  const { issuer, subject, serialNumber, publicKey } = order;
  const key = new x509.PublicKey(spkiOf(publicKey));
  const issuing = 'certificate' in issuer ? new x509.X509Certificate(issuer.certificate) : undefined;
  const ownKeyId = await x509.SubjectKeyIdentifierExtension.create(key);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber,
    subject: nameOf(subject),
    issuer: issuing ? issuing.subjectName : nameOf(subject),
    notBefore: wholeSecond(order.notBefore),
    notAfter: wholeSecond(order.notAfter),
    publicKey: key,
    signingKey: await signingKeyOf(issuer),
    signingAlgorithm: keyKinds[issuer.keyAlgorithm].imported,
    extensions: [
      ...extensions,
      ownKeyId,
      new x509.AuthorityKeyIdentifierExtension(issuing ? await keyIdOf(issuing) : ownKeyId.keyId),
      ...pointersExtensions(order.pointers),
    ],
  });
  return `${certificate.toString('pem')}\n`;
};

/** Issues the certificate of an authority, in PEM. */
export const certifyAuthority = (order: AuthorityOrder): Promise<string> =>
  certify(order, [
    new x509.BasicConstraintsExtension(true, order.maxPathLength, true),
    usagesExtension(['keyCertSign', 'cRLSign', 'digitalSignature']),
  ]);

/** Issues a leaf certificate, in PEM. */
export const certifyLeaf = (order: LeafOrder): Promise<string> =>
  certify(order, [
    new x509.BasicConstraintsExtension(false, undefined, true),
    ...(order.keyUsages.length > 0 ? [usagesExtension(order.keyUsages)] : []),
    ...(order.extendedKeyUsages.length > 0
      ? [new x509.ExtendedKeyUsageExtension(order.extendedKeyUsages.map((usage) => x509.ExtendedKeyUsage[usage]))]
      : []),
    // Critical if the subject is empty, as RFC 5280 requires.
    ...(order.alternativeNames.length > 0
      ? [new x509.SubjectAlternativeNameExtension(generalNamesOf(order.alternativeNames), isNameless(order.subject))]
      : []),
  ]);

/** Creates a certificate signing request for an external authority, in PEM. */
export const requestCertificate = async ({
  subject,
  ...key
}: { subject: Subject } & Omit<Issuer, 'certificate'>): Promise<string> => {
  const publicKey = createPublicKey(createPrivateKey(key.privateKey)).export({ type: 'spki', format: 'der' });
  const { imported } = keyKinds[key.keyAlgorithm];
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: nameOf(subject),
    keys: {
      privateKey: await signingKeyOf(key),
      publicKey: await webcrypto.subtle.importKey('spki', publicKey, imported, true, ['verify']),
    },
    signingAlgorithm: imported,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      usagesExtension(['keyCertSign', 'cRLSign', 'digitalSignature']),
    ],
  });
  return `${request.toString('pem')}\n`;
};

const usagesIn = (extensions: readonly x509.Extension[]): KeyUsage[] => {
  const found = extensions.find((extension) => extension instanceof x509.KeyUsagesExtension);
  return keyUsages.filter((usage) => found && (found.usages & flagOf(usage)) !== 0);
};

const extendedUsagesIn = (extensions: readonly x509.Extension[]): ExtendedKeyUsage[] => {
  const found = extensions.find((extension) => extension instanceof x509.ExtendedKeyUsageExtension);
  return extendedKeyUsages.filter((usage) => found?.usages.includes(x509.ExtendedKeyUsage[usage]));
};

/** Parses a signing request; undefined if it is malformed, wrongly signed, or for an unsupported kind of key. */
export const readRequest = async (pem: string): Promise<SigningRequest | undefined> => {
  try {
    const request = new x509.Pkcs10CertificateRequest(pem);
    if (!(await request.verify())) return undefined;
    const publicKey = publicKeyPem(request.publicKey);
    const keyAlgorithm = keyAlgorithmOf(createPublicKey(publicKey));
    const found = request.extensions.find((extension) => extension instanceof x509.SubjectAlternativeNameExtension);
    if (!keyAlgorithm) return undefined;
    return {
      subject: subjectIn(request.subjectName),
      publicKey,
      keyAlgorithm,
      alternativeNames: found ? alternativeNamesIn(found.names) : [],
      keyUsages: usagesIn(request.extensions),
      extendedKeyUsages: extendedUsagesIn(request.extensions),
    };
  } catch {
    return undefined;
  }
};

/** A certificate without key usages may use its key for anything. */
const mayCertify = (certificate: x509.X509Certificate): boolean => {
  const usages = certificate.getExtension(x509.KeyUsagesExtension)?.usages;
  return usages === undefined || (usages & flagOf('keyCertSign')) !== 0;
};

/**
 * Rejects years with more than four digits: the library accepts month 99 and day 99, and times are compared as texts.
 */
const isTime = (date: Date): boolean => /^\d{4}-/.test(date.toISOString());

/** Parses a certificate; undefined if the text is not one. */
export const readCertificate = (pem: string): CertificateFacts | undefined => {
  try {
    const certificate = new x509.X509Certificate(pem);
    const constraints = certificate.getExtension(x509.BasicConstraintsExtension);
    if (![certificate.notBefore, certificate.notAfter].every(isTime)) return undefined;
    return {
      subject: subjectIn(certificate.subjectName),
      serialNumber: certificate.serialNumber,
      publicKey: publicKeyPem(certificate.publicKey),
      notBefore: certificate.notBefore,
      notAfter: certificate.notAfter,
      isAuthority: (constraints?.ca ?? false) && mayCertify(certificate),
      maxPathLength: constraints?.pathLength,
    };
  } catch {
    return undefined;
  }
};

/** Whether each certificate was signed by the one after it. */
export const isChain = async (pems: readonly string[]): Promise<boolean> => {
  const certificates = pems.map((pem) => new x509.X509Certificate(pem));
  for (const [index, certificate] of certificates.entries()) {
    const issuer = certificates[index + 1];
    if (!issuer) return true;
    if (
      certificate.issuer !== issuer.subject ||
      !(await certificate.verify({ publicKey: issuer.publicKey, signatureOnly: true }))
    )
      return false;
  }
  return true;
};
