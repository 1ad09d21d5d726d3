import { isTimeUp, nextTurn } from './event-loop.ts';

/** Longer lists, and lists with longer texts, are written item by item. */
const maxItems = 100;
const maxText = 64 * 1024;

/** How much text is turned into bytes at once. */
const pieceLength = 64 * 1024;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether there is a list or a text in it, or in the items of its lists, that takes long to write. */
export const isLong = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  if (Array.isArray(value)) return value.length > maxItems || value.some(isLong);
  for (const key in value) {
    const field = (value as Record<string, unknown>)[key];
    if (typeof field === 'string' ? field.length > maxText : Array.isArray(field) && isLong(field)) return true;
  }
  return false;
};

/** The JSON of a value, in pieces of which none is long. */
function* piecesOf(value: unknown): Generator<string> {
  if (!isObject(value) || !isLong(value)) {
    // What has no JSON is null in a list; an object leaves it out.
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

/** The JSON of something long, in the bytes that `JSON.stringify` would give. Others get their turn in between. */
export const writeInSlices = async (value: unknown): Promise<Buffer> => {
  const written: Buffer[] = [];
  let text = '';
  for (const piece of piecesOf(value)) {
    text += piece;
    if (text.length < pieceLength) continue;
    written.push(Buffer.from(text));
    text = '';
    if (isTimeUp()) await nextTurn();
  }
  written.push(Buffer.from(text));
  return Buffer.concat(written);
};
