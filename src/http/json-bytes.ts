import { isLong, stringifyInSlices } from '../platform/json.ts';

/** The body of an answer as JSON bytes. */
export class JsonBytes {
  /** In bytes; available before they are read. */
  readonly size: number;
  readonly #read: () => Buffer;

  constructor(size: number, read: () => Buffer) {
    this.size = size;
    this.#read = read;
  }

  static of(body: unknown): JsonBytes {
    const json = Buffer.from(JSON.stringify(body));
    return new JsonBytes(json.length, () => json);
  }

  get json(): Buffer {
    return this.#read();
  }

  /** Stringifies a long body in slices; returns any other one as it is. */
  static ifLong(body: unknown): unknown {
    return isLong(body) ? stringifyInSlices(body).then((json) => new JsonBytes(json.length, () => json)) : body;
  }
}
