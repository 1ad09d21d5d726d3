import { asFile, openssl, selfSigned } from './openssl.ts';

export interface ExternalRoot {
  readonly pem: string;
  readonly sign: (csr: string, extensions?: string, days?: number, subject?: string) => string;
}

export const authorityExtensions =
  'basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\nsubjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n';

/** A root authority managed by openssl. */
export const newExternalRoot = (...more: string[]): ExternalRoot => {
  const [key, certificate] = [asFile(''), asFile('')];
  openssl(
    ...selfSigned,
    '-keyout',
    key,
    '-out',
    certificate,
    '-subj',
    '/CN=Elsewhere',
    '-days',
    '7300',
    '-addext',
    'keyUsage=critical,keyCertSign,cRLSign',
    ...more,
  );
  return {
    pem: openssl('x509', '-in', certificate),
    sign: (csr, extensions = authorityExtensions, days = 7000, subject = '') =>
      openssl(
        'x509',
        '-req',
        '-in',
        asFile(csr),
        '-CA',
        certificate,
        '-CAkey',
        key,
        '-days',
        String(days),
        '-extfile',
        asFile(extensions),
        ...(subject ? ['-subj', subject] : []),
      ),
  };
};
