/** Extracts the certificates from a text, without carriage returns and the text around them. */
export const pemsIn = (text: string): string[] =>
  (text.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? []).map(
    (pem) => `${pem.replaceAll('\r', '')}\n`,
  );

/** Decodes PEM into bytes. */
export const derOf = (pem: string): Uint8Array => Buffer.from(pem.replaceAll(/-----[^-]+-----/g, ''), 'base64');
