import { X509Certificate } from 'node:crypto';

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Whether the text consists of one or more certificates in PEM, with nothing but comments between them. */
export const areCertificates = (text: string): boolean => {
  const blocks = text.match(block) ?? [];
  try {
    for (const pem of blocks) new X509Certificate(pem);
  } catch {
    return false;
  }
  return blocks.length > 0 && !text.replaceAll(block, '').includes('-----');
};
