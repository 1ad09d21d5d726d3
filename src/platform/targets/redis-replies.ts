/** What Redis answers; an error is an answer, too. */
export type RedisReply = string | number | null | RedisError | readonly RedisReply[];

export class RedisError {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }

  /** The first word, such as `WRONGPASS`. */
  get code(): string {
    return this.message.split(' ', 1)[0]!;
  }
}

/** Bytes that are no reply. */
export class MalformedReply extends Error {}

interface Parsed<T> {
  readonly reply: T;
  /** Where the next reply begins. */
  readonly end: number;
}

const maxDepth = 4;

const lengthIn = (text: string): number => {
  if (!/^(\d{1,9}|-1)$/.test(text)) throw new MalformedReply('a length is not a number');
  return Number(text);
};

const parseList = (bytes: Buffer, start: number, count: number, depth: number): Parsed<RedisReply[]> | undefined => {
  if (depth === maxDepth) throw new MalformedReply('it is nested too deeply');
  const reply: RedisReply[] = [];
  let end = start;
  while (reply.length < count) {
    const item = parseReply(bytes, end, depth + 1);
    if (!item) return undefined;
    reply.push(item.reply);
    end = item.end;
  }
  return { reply, end };
};

/** Parses the reply (RESP2) that begins at this position; undefined if it has not arrived whole. */
export const parseReply = (bytes: Buffer, start = 0, depth = 0): Parsed<RedisReply> | undefined => {
  const lineEnd = bytes.indexOf('\r\n', start);
  if (lineEnd < 0) return undefined;
  const text = bytes.toString('utf8', start + 1, lineEnd);
  const end = lineEnd + 2;
  const type = String.fromCharCode(bytes[start]!);
  if (type === '+') return { reply: text, end };
  if (type === '-') return { reply: new RedisError(text), end };
  if (type !== ':' && type !== '$' && type !== '*') throw new MalformedReply('it has an unexpected type');
  if (type === ':') return { reply: Number(text), end };
  const length = lengthIn(text);
  if (length === -1) return { reply: null, end };
  if (type === '*') return parseList(bytes, end, length, depth);
  const last = end + length;
  return bytes.length < last + 2 ? undefined : { reply: bytes.toString('utf8', end, last), end: last + 2 };
};
