/** Bytes that are not an LDAP message. */
export class Malformed extends Error {}

const contentOf = (bytes: Buffer, offset: number): { start: number; length: number } | undefined => {
  const first = bytes[offset + 1];
  if (first === undefined) return undefined;
  if (first < 0x80) return { start: offset + 2, length: first };
  const count = first & 0x7f;
  if (count === 0 || count > 4) throw new Malformed('a length is not definite, or too long');
  const start = offset + 2 + count;
  return bytes.length < start ? undefined : { start, length: bytes.readUIntBE(offset + 2, count) };
};

/** The number of bytes of the element that the bytes begin with; undefined if too few are there to know it. */
export const elementLength = (bytes: Buffer): number | undefined => {
  const content = contentOf(bytes, 0);
  return content && content.start + content.length;
};

/**
 * Reads the elements in these bytes, one after the other; throws `Malformed` unless each is complete and has the
 * expected tag. The decoder of ldapts is not used, because it does not end for some lengths that exceed the message.
 */
export class ElementReader {
  readonly #bytes: Buffer;
  #offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  /** The tag of the next element; undefined at the end. */
  get tag(): number | undefined {
    return this.#bytes[this.#offset];
  }

  /** Reads the content of the next element. */
  read(tag: number): Buffer {
    if (this.tag !== tag) throw new Malformed('an element has an unexpected type');
    const content = contentOf(this.#bytes, this.#offset);
    const end = content && content.start + content.length;
    if (end === undefined || end > this.#bytes.length) throw new Malformed('an element is not complete');
    this.#offset = end;
    return this.#bytes.subarray(content!.start, end);
  }

  /** Reads the elements in the next element. */
  readAll(tag: number): ElementReader {
    return new ElementReader(this.read(tag));
  }

  readNumber(tag: number): number {
    const content = this.read(tag);
    if (content.length === 0 || content.length > 4) throw new Malformed('a number has an unexpected length');
    return content.readIntBE(0, content.length);
  }
}
