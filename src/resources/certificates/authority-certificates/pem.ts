/** The certificates in a text, each in a form of its own, without what may stand around it. */
export const pemsIn = (text: string): string[] =>
  (text.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? []).map(
    (pem) => `${pem.replaceAll('\r', '')}\n`,
  );

/** The bytes of something in PEM. */
export const derOf = (pem: string): Uint8Array => Buffer.from(pem.replaceAll(/-----[^-]+-----/g, ''), 'base64');
