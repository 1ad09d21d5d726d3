import { X509Certificate } from 'node:crypto';

/** Extracts the certificates from a text, without carriage returns and the text around them. */
export const extractCertificates = (text: string): string[] =>
  (text.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? []).map(
    (pem) => `${pem.replaceAll('\r', '')}\n`,
  );

/** Concatenates certificates in PEM. */
export const joinPems = (...pems: string[]): string =>
  pems
    .map((pem) => pem.trim())
    .filter(Boolean)
    .join('\n')
    .concat('\n');

/** Omits the certificates that signed themselves. */
export const withoutRoots = (pems: string): string => {
  const others = extractCertificates(pems).filter((pem) => {
    const { issuer, subject } = new X509Certificate(pem);
    return issuer !== subject;
  });
  return others.length === 0 ? '' : joinPems(...others);
};

/** Decodes PEM into bytes. */
export const pemToDer = (pem: string): Uint8Array => Buffer.from(pem.replaceAll(/-----[^-]+-----/g, ''), 'base64');

/** Formats a revocation list in base64 as PEM. */
export const revocationListPem = (base64: string): string =>
  `-----BEGIN X509 CRL-----\n${base64.replaceAll(/.{1,64}/g, '$&\n')}-----END X509 CRL-----\n`;

const certificateBlock = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Whether the text consists of one or more certificates in PEM, with nothing but comments between them. */
export const areCertificates = (text: string): boolean => {
  const blocks = text.match(certificateBlock) ?? [];
  try {
    for (const pem of blocks) new X509Certificate(pem);
  } catch {
    return false;
  }
  return blocks.length > 0 && !text.replaceAll(certificateBlock, '').includes('-----');
};

/** When the first certificate of a chain in PEM ends. */
export const endOfCertificate = (pem: string): Date => new Date(new X509Certificate(pem).validTo);

/** Formats a certificate in DER as PEM. */
export const certificatePem = (der: Uint8Array): string =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der)
    .toString('base64')
    .replaceAll(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`;
