import { refuseIssues, type ValidationIssue } from '../../platform/errors.ts';
import { isContainer } from './issues.ts';

/** The maximum nesting of lists and objects in a body. */
export const maxDepth = 64;

/** The maximum number of keys of an object in a body; objects with very many keys are slow to parse and to walk. */
export const maxKeys = 1000;

const tooBig = (message: string): ValidationIssue[] => [{ code: 'too_big', in: 'body', path: [], message }];
const tooDeep = tooBig(`must NOT be nested more than ${maxDepth} levels deep`);
const tooManyKeys = tooBig(`must NOT have an object with more than ${maxKeys} keys`);

const byteOf = (character: string): number => character.charCodeAt(0);
const [quote, backslash, colon] = [byteOf('"'), byteOf('\\'), byteOf(':')];
const [openList, closeList, openObject, closeObject] = [byteOf('['), byteOf(']'), byteOf('{'), byteOf('}')];

/** Returns the position of the end of a text that begins after this byte. */
const endOfText = (json: Buffer, start: number): number => {
  let at = start;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
};

/** Refuses JSON in UTF-8 that is nested too deeply or has too many keys, before parsing; ignores invalid JSON. */
export const refuseStructure = (json: Buffer): void => {
  const keys = new Uint32Array(maxDepth + 1);
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) at = endOfText(json, at + 1);
    else if (byte === colon) {
      keys[depth]! += 1;
      if (keys[depth]! > maxKeys) refuseIssues(tooManyKeys);
    } else if (byte === openObject || byte === openList) {
      depth += 1;
      if (depth > maxDepth) refuseIssues(tooDeep);
      keys[depth] = 0;
    } else if ((byte === closeObject || byte === closeList) && depth > 0) depth -= 1;
  }
};

/** Refuses parsed JSON of another charset for the same reasons; without recursion, because its depth is unknown. */
export const refuseParsedStructure = (body: unknown): void => {
  let level: object[] = isContainer(body) ? [body] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) refuseIssues(tooDeep);
    const inside: object[] = [];
    for (const container of level) {
      const values: unknown[] = Array.isArray(container) ? container : Object.values(container);
      if (!Array.isArray(container) && values.length > maxKeys) refuseIssues(tooManyKeys);
      for (const value of values) if (isContainer(value)) inside.push(value);
    }
    level = inside;
  }
};
