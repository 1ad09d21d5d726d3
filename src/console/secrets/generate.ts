const alphabets = {
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  signs: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#%*+-./:=?@_~',
  hex: '0123456789abcdef',
} as const;

/** What can be generated, and its words. */
export const generated = {
  letters: 'Letters and digits',
  signs: 'Letters, digits and signs',
  hex: 'Hexadecimal',
  uuid: 'UUID',
  key: 'Key pair (EC P-256)',
} as const;

export type Generated = keyof typeof generated;

export const hasLength = (kind: Generated): kind is keyof typeof alphabets => Object.hasOwn(alphabets, kind);

/** Characters of an alphabet, each as likely as the others. */
const characters = (alphabet: string, length: number): string => {
  // Bytes above are left out, because they would make the first characters more likely.
  const limit = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    for (const byte of bytes) if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length]!;
  }
  return text;
};

/** Sixteen random bytes as a UUID of version 4; `crypto.randomUUID` does not exist on pages without TLS. */
const uuid = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

const pemOf = (label: string, der: ArrayBuffer): string => {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(der)));
  return `-----BEGIN ${label}-----\n${base64.replace(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`;
};

/** Whether the browser makes keys on this page: it needs TLS, or the server's own machine. */
export const canMakeKeys = (): boolean => isSecureContext;

const keyPair = async (): Promise<{ value: string; publicKey: string }> => {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  const [own, open] = await Promise.all([
    crypto.subtle.exportKey('pkcs8', pair.privateKey),
    crypto.subtle.exportKey('spki', pair.publicKey),
  ]);
  return { value: pemOf('PRIVATE KEY', own), publicKey: pemOf('PUBLIC KEY', open) };
};

/** Generates a value in the browser; of a key pair it is the private key. */
export const generate = async (
  kind: Generated,
  length: number,
): Promise<{ readonly value: string; readonly publicKey?: string }> => {
  if (hasLength(kind)) return { value: characters(alphabets[kind], length) };
  return kind === 'uuid' ? { value: uuid() } : keyPair();
};
