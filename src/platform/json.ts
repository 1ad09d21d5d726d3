import { isTimeUp, yieldToEventLoop } from './event-loop.ts';

/** Longer lists, and lists with longer texts, are serialized item by item. */
const maxItems = 100;
const maxText = 64 * 1024;

/** How much text is encoded at once. */
const pieceLength = 64 * 1024;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether the value, or an item of its lists, contains a list or a text that takes long to serialize. */
export const isLong = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  if (Array.isArray(value)) return value.length > maxItems || value.some(isLong);
  for (const key in value) {
    const field = (value as Record<string, unknown>)[key];
    if (typeof field === 'string' ? field.length > maxText : Array.isArray(field) && isLong(field)) return true;
  }
  return false;
};

/** Serializes a value in short pieces. */
function* piecesOf(value: unknown): Generator<string> {
  if (!isObject(value) || !isLong(value)) {
    // `undefined` becomes null in a list; objects omit it.
    yield value === undefined ? 'null' : JSON.stringify(value);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield index === 0 ? '[' : ',';
      yield* piecesOf(item);
    }
    yield ']';
  } else {
    let before = '{';
    for (const [key, field] of Object.entries(value)) {
      if (field === undefined) continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* piecesOf(field);
      before = ',';
    }
    yield '}';
  }
}

/** Serializes a long value to the same bytes as `JSON.stringify`, yielding to the event loop. */
export const stringifyYielding = async (value: unknown): Promise<Buffer> => {
  const written: Buffer[] = [];
  let text = '';
  for (const piece of piecesOf(value)) {
    text += piece;
    if (text.length < pieceLength) continue;
    written.push(Buffer.from(text));
    text = '';
    if (isTimeUp()) await yieldToEventLoop();
  }
  written.push(Buffer.from(text));
  return Buffer.concat(written);
};
