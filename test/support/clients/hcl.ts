/** Strings, the signs of the structure, and words of HCL; what is none of these is an error. */
const token = /\s*(?:#[^\n]*\n)?\s*("(?:[^"\\]|\\.)*"|[{}[\]=.,]|[\w-]+)/y;

/** Parses the part of HCL that our examples use: blocks, attributes, objects, lists and references. */
export const parseHcl = (text: string): void => {
  token.lastIndex = 0;
  const tokens: string[] = [];
  while (token.lastIndex < text.trimEnd().length) {
    const at = token.lastIndex;
    const match = token.exec(text);
    if (!match) throw new Error(`not HCL: ${text.slice(at, at + 40)}`);
    tokens.push(match[1]!);
  }
  let position = 0;
  const fail = (): never => {
    throw new Error(`not HCL: ${tokens.slice(Math.max(0, position - 3), position + 3).join(' ')}`);
  };
  const take = (expected: RegExp): string => {
    const found = tokens[position] ?? '';
    if (!expected.test(found)) fail();
    position += 1;
    return found;
  };
  const name = /^[\w-]+$/;
  const value = (): void => {
    if (tokens[position] === '{') {
      body();
      return;
    }
    if (take(/^["[\w-]/) === '[') {
      while (tokens[position] !== ']') {
        value();
        if (tokens[position] === ',') position += 1;
      }
      position += 1;
    }
    while (tokens[position] === '.' || tokens[position] === '[') {
      if (take(/^[.[]$/) === '.') take(name);
      else {
        value();
        take(/^\]$/);
      }
    }
  };
  const entry = (): void => {
    take(name);
    if (tokens[position] === '=') {
      position += 1;
      value();
      return;
    }
    while (tokens[position]?.startsWith('"')) position += 1;
    body();
  };
  const body = (): void => {
    take(/^\{$/);
    while (tokens[position] !== '}') entry();
    position += 1;
  };
  while (position < tokens.length) entry();
};
