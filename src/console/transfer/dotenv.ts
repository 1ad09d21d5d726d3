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
  if (quote !== '"') return text.indexOf(quote, from);
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === quote) return at;
    if (text[at] === '\\') at += 1;
  }
  return -1;
};

/** The text up to a comment: a `#` at the beginning, or after a space. */
const withoutComment = (text: string): string => text.replace(/(^|\s)#.*$/s, '');

const countLines = (text: string, from: number, to: number): number => {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

/** Reads all lines; what is wrong with each of them is in the error that it throws. */
export const parseDotenv = (source: string): Entry[] => {
  const text = source.replace(/^\ufeff/, '');
  const entries: Entry[] = [];
  const problems: string[] = [];

  const endOfLine = (from: number): number => {
    const end = text.indexOf('\n', from);
    return end < 0 ? text.length : end;
  };
  /** The rest of a line, without the carriage return at its end. */
  const restAt = (at: number): string => text.slice(at, endOfLine(at)).replace(/\r$/, '');

  let line = 1;
  for (let at = 0; at < text.length; at = endOfLine(at) + 1, line += 1) {
    const whole = restAt(at).trimStart();
    if (whole === '' || whole.startsWith('#')) continue;
    const sign = whole.indexOf('=');
    const name = whole
      .slice(0, Math.max(sign, 0))
      .replace(/^export\s+/, '')
      .trim();
    if (name === '') {
      problems.push(`Line ${line}: expected NAME=value.`);
      continue;
    }
    const value = whole.slice(sign + 1).trimStart();
    const quote = value[0] ?? '';
    if (!['"', "'", '`'].includes(quote)) {
      entries.push({ name, value: withoutComment(value).trim(), line });
      continue;
    }
    const start = text.indexOf(quote, text.indexOf('=', at)) + 1;
    const end = closingQuote(text, start, quote);
    if (end < 0) {
      problems.push(`Line ${line}: the quote ${quote} is not closed.`);
      break;
    }
    const inside = text.slice(start, end);
    entries.push({ name, value: quote === '"' ? unescape(inside) : inside, line });
    line += countLines(text, start, end);
    at = end + 1;
    if (withoutComment(restAt(at)).trim() !== '') problems.push(`Line ${line}: there is text after the closing quote.`);
  }
  if (problems.length > 0) throw new ParseProblems(problems);
  return entries;
};

/** Whether a line can have the name; other names of secrets would be read as something else. */
export const isVariableName = (name: string): boolean => !/^#|^export\s|=/.test(name);

const renderValue = (value: string): string => {
  if (/^[\w.,:/@%+=-]*$/.test(value)) return value;
  if (!/['\r]/.test(value)) return `'${value}'`;
  const escaped = value
    .replace(/[\\"$`]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r');
  return `"${escaped}"`;
};

/** Writes the values so that `parseDotenv` reads the same; all names must be those of variables. */
export const renderDotenv = (values: Iterable<readonly [name: string, value: string]>): string =>
  [...values].map(([name, value]) => `${name}=${renderValue(value)}\n`).join('');
