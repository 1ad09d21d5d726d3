/**
 * Files of variables (`.env`), in the same notation that the `sallyport` command reads and writes. A line is
 * `NAME=value`, with an optional `export` before it; blank lines and lines that begin with `#` are ignored. A value in
 * quotes may have several lines; in double quotes, `\n`, `\r`, `\t`, `\\`, `\"`, `\$` and `` \` `` are escapes. `${NAME}`
 * stays as it is, because it is a reference to a secret.
 */
import { ParseProblems, type Entry } from './entries.ts';

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

const unescape = (text: string): string =>
  text.replace(/\\([nrt\\"$`])/g, (_match, letter: string) => escapes[letter] ?? letter);

/** Finds the quote that ends a value; -1 if there is none. */
const closingQuote = (text: string, from: number, quote: string): number => {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === quote) return at;
    if (quote === '"' && text[at] === '\\') at += 1;
  }
  return -1;
};

const assignment = /^\s*(?:export\s+)?([^=\s][^=]*?)\s*=[^\S\n]*(.*)$/;

/** Reads all lines; what is wrong with each of them is in the error that it throws. */
export const parseDotenv = (text: string): Entry[] => {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const entries: Entry[] = [];
  const problems: string[] = [];

  /** Reads a quoted value that begins in this line; returns the number of its last line. */
  const readQuoted = (index: number, name: string, first: string): number => {
    const quote = first[0]!;
    const rest = [first, ...lines.slice(index + 1)].join('\n');
    const end = closingQuote(rest, 1, quote);
    if (end < 0) {
      problems.push(`Line ${index + 1}: the quote ${quote} is not closed.`);
      return lines.length;
    }
    const inside = rest.slice(1, end);
    const last = index + inside.split('\n').length - 1;
    const [after = ''] = rest.slice(end + 1).split('\n');
    if (!/^\s*(#.*)?$/.test(after)) problems.push(`Line ${last + 1}: there is text after the closing quote.`);
    entries.push({ name, value: quote === '"' ? unescape(inside) : inside, line: index + 1 });
    return last;
  };

  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index]!;
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name, value] = assignment.exec(line) ?? [];
    if (name === undefined || value === undefined) problems.push(`Line ${index + 1}: expected NAME=value.`);
    else if (/^["'`]/.test(value)) index = readQuoted(index, name, value);
    else entries.push({ name, value: value.replace(/(^|\s)#.*$/, '').trim(), line: index + 1 });
  }
  if (problems.length > 0) throw new ParseProblems(problems);
  return entries;
};

const renderValue = (value: string): string => {
  if (/^[\w.,:/@%+=-]*$/.test(value)) return value;
  if (!/['\r]/.test(value)) return `'${value}'`;
  const escaped = value
    .replace(/[\\"$`]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
  return `"${escaped}"`;
};

/** Writes the values so that `parseDotenv` reads the same. */
export const renderDotenv = (values: Iterable<readonly [name: string, value: string]>): string =>
  [...values].map(([name, value]) => `${name}=${renderValue(value)}\n`).join('');
