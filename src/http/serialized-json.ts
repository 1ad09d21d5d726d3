import { isLong, stringifyYielding } from '../platform/json.ts';

/** Up to this length, a string is sent faster than bytes, because Node writes it together with the headers. */
const maxText = 8 * 1024;

/** The body of a response as JSON that can be sent several times. */
export class SerializedJson {
  readonly content: Buffer | string;

  constructor(json: Buffer) {
    this.content = json.length > maxText ? json : json.toString();
  }

  static of(body: unknown): SerializedJson {
    return new SerializedJson(Buffer.from(JSON.stringify(body)));
  }

  /** Serializes a long body, yielding to the event loop; returns any other one as it is. */
  static ifLong(body: unknown): unknown {
    return isLong(body) ? stringifyYielding(body).then((json) => new SerializedJson(json)) : body;
  }
}
