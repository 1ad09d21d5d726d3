/** Formats a revocation list in base64 as PEM. */
export const pemOf = (base64: string): string =>
  `-----BEGIN X509 CRL-----\n${base64.replaceAll(/.{1,64}/g, '$&\n')}-----END X509 CRL-----\n`;
