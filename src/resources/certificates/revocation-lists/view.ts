/** What is in base64, in PEM. */
export const pemOf = (base64: string): string =>
  `-----BEGIN X509 CRL-----\n${base64.replaceAll(/.{1,64}/g, '$&\n')}-----END X509 CRL-----\n`;
