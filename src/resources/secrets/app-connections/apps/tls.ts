import { areCertificates } from '../../../../platform/crypto/pki/pem.ts';
import type { InputReader } from '../../../../platform/input-reader.ts';
import type { TargetTls } from '../../../../platform/targets/tls.ts';

/** Certificates in PEM; empty for the authorities that the system trusts. */
export const readCertificate = (reader: InputReader): string => {
  const text = reader.text('sslCertificate', '');
  if (text !== '' && !areCertificates(text)) reader.refuse('sslCertificate', 'format', 'must be certificates in PEM');
  return text;
};

export const readTls = (reader: InputReader) => ({
  sslEnabled: reader.flag('sslEnabled'),
  sslRejectUnauthorized: reader.flag('sslRejectUnauthorized'),
  sslCertificate: readCertificate(reader),
});

/** How a connection is encrypted. */
export type TlsCredentials = Readonly<ReturnType<typeof readTls>>;

export const tlsOf = ({ sslEnabled, sslRejectUnauthorized, sslCertificate }: TlsCredentials): TargetTls | undefined =>
  sslEnabled ? { ca: sslCertificate, verifiesCertificate: sslRejectUnauthorized } : undefined;
