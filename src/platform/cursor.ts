import { ValidationFailure } from './errors.ts';

/** Writes the position after an item of a list, as an opaque text. */
export const writeCursor = (...parts: readonly string[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

/** Reads a cursor with that number of parts; 422 for a text that is not one. */
export const readCursor = (text: string, count: number, part: 'body' | 'query'): readonly string[] => {
  const parts = parseParts(Buffer.from(text, 'base64url').toString());
  if (parts?.length !== count)
    throw new ValidationFailure([
      { code: 'format', in: part, path: ['cursor'], message: 'must be the nextCursor of an earlier response' },
    ]);
  return parts;
};

const parseParts = (json: string): readonly string[] | undefined => {
  try {
    const parts: unknown = JSON.parse(json);
    // PostgreSQL refuses texts that contain a zero byte.
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string' && !part.includes('\0'))
      ? (parts as readonly string[])
      : undefined;
  } catch {
    return undefined;
  }
};
