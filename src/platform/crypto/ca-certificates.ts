import { X509Certificate } from 'node:crypto';

const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Whether it is certificates in PEM, one or several, and nothing else but comments between them. */
export const areCertificates = (text: string): boolean => {
  const found = text.match(block) ?? [];
  try {
    for (const pem of found) new X509Certificate(pem);
  } catch {
    return false;
  }
  return found.length > 0 && !text.replaceAll(block, '').includes('-----');
};
