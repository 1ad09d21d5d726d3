/** One value of DER: its tag, its content, and both with the length between them. */
export interface DerValue {
  readonly tag: number;
  readonly content: Uint8Array;
  readonly bytes: Uint8Array;
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  generalizedTime: 0x18,
  sequence: 0x30,
} as const;

/** The tag of a context-specific value; `explicit` ones contain another value. */
export const contextTag = (number: number, kind: 'explicit' | 'primitive' = 'explicit'): number =>
  (kind === 'explicit' ? 0xa0 : 0x80) + number;

export class MalformedDer extends Error {}

const lengthBytes = (length: number): number[] => {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
};

/** Encodes a value of less than 64 kB. */
export const encodeDer = (tag: number, ...contents: readonly Uint8Array[]): Uint8Array => {
  const length = contents.reduce((sum, { length: bytes }) => sum + bytes, 0);
  if (length > 0xffff) throw new Error('a value of more than 64 kB');
  return Buffer.concat([Uint8Array.of(tag, ...lengthBytes(length)), ...contents]);
};

/** Reads the length at `at`, in one to three bytes, and where the content begins. */
const readLength = (bytes: Uint8Array, at: number): { length: number; start: number } => {
  const first = bytes[at]!;
  if (first < 0x80) return { length: first, start: at + 1 };
  if (first === 0x81) return { length: bytes[at + 1]!, start: at + 2 };
  if (first === 0x82) return { length: (bytes[at + 1]! << 8) | bytes[at + 2]!, start: at + 3 };
  throw new MalformedDer();
};

/**
 * Reads values that follow each other; throws `MalformedDer`. By hand, for short requests of
 * strangers: the libraries accept more than DER, and are loaded in the PKI thread only.
 */
export const readDer = (bytes: Uint8Array): DerValue[] => {
  const values: DerValue[] = [];
  for (let at = 0; at < bytes.length;) {
    const { length, start } = readLength(bytes, at + 1);
    const end = start + length;
    // Also if a byte of the length is missing, which makes it NaN.
    if (!(end <= bytes.length)) throw new MalformedDer();
    values.push({ tag: bytes[at]!, content: bytes.subarray(start, end), bytes: bytes.subarray(at, end) });
    at = end;
  }
  return values;
};
