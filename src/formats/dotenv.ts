/**
 * Files of variables (`.env`). A line is `NAME=value`, with an optional `export` before it; blank lines and lines that
 * begin with `#` are ignored, except `#@ /folder` or `#@ environment:/folder`, which names the folder of the lines below
 * it. A value without quotes ends at the end of its line or at a `#` after a space. In single quotes and backticks, every
 * character stands for itself; in double quotes, `\n`, `\r`, `\t`, `\\`, `\"`, `\$` and `` \` `` are escapes. A quoted
 * value may have several lines. Nothing is expanded: `${NAME}` stays as it is, because it is a reference to a secret.
 */

/** One line with its variable; an undefined folder is the one that the whole file is for. */
export interface DotenvEntry {
  readonly folder: string | undefined;
  readonly name: string;
  readonly value: string;
  /** The number of its first line. */
  readonly line: number;
}

/** The variables of one folder. */
export interface DotenvSection {
  readonly folder: string | undefined;
  readonly values: ReadonlyMap<string, string>;
}

/** A file that cannot be read; its message has a line number and never a value. */
export class DotenvError extends Error {}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  '"': '"',
  $: '$',
  '`': '`',
};

const unescape = (text: string): string =>
  text.replace(/\\([nrt\\"$`])/g, (_match, letter: string) => escapes[letter]!);

/** Returns the position of the quote that ends the value, or -1. */
const closingQuote = (text: string, from: number, quote: string): number => {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === quote) return at;
    if (quote === '"' && text[at] === '\\') at += 1;
  }
  return -1;
};

const section = /^#@\s*(\S+)\s*$/;

/** Reads the text from top to bottom. */
class Reader {
  readonly #text: string;
  #at = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text.replace(/^\ufeff/, '');
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  get line(): number {
    return this.#line;
  }

  /** The rest of the line, without its end. */
  get rest(): string {
    const end = this.#text.indexOf('\n', this.#at);
    return this.#text.slice(this.#at, end < 0 ? undefined : end).replace(/\r$/, '');
  }

  endLine(): void {
    const end = this.#text.indexOf('\n', this.#at);
    this.#at = end < 0 ? this.#text.length : end + 1;
    this.#line += 1;
  }

  skip(length: number): void {
    this.#at += length;
  }

  /** Reads a value in quotes, of which the first is next. */
  quoted(quote: string): string {
    const began = this.#line;
    const end = closingQuote(this.#text, this.#at + 1, quote);
    if (end < 0) {
      this.#at = this.#text.length;
      throw new DotenvError(`Line ${began}: the quote ${quote} is not closed.`);
    }
    const inside = this.#text.slice(this.#at + 1, end);
    this.#line += inside.split('\n').length - 1;
    this.#at = end + 1;
    if (!/^\s*(#.*)?$/s.test(this.rest))
      throw new DotenvError(`Line ${this.#line}: there is text after the closing quote.`);
    return quote === '"' ? unescape(inside) : inside;
  }

  bare(): string {
    return this.rest.replace(/(^|\s)#.*$/s, '').trim();
  }
}

/** What names of secrets must be, in words. */
export const nameRules =
  'it must have 1 to 255 characters, no colons, slashes or control characters, and no spaces around it';

export const isSecretName = (name: string): boolean =>
  name.length <= 255 && /^[^:/\s\p{Cc}]([^:/\p{Cc}]*[^:/\s\p{Cc}])?$/u.test(name);

/** Whether a line can have the name; other names of secrets would be read as something else. */
export const isVariableName = (name: string): boolean => !/^#|^export\s|=/.test(name);

const readAssignment = (reader: Reader): { name: string; value: string } => {
  const line = reader.rest;
  const sign = line.indexOf('=');
  const name = line
    .slice(0, Math.max(sign, 0))
    .replace(/^export\s+/, '')
    .trim();
  if (name === '') throw new DotenvError(`Line ${reader.line}: expected NAME=value.`);
  // The name may be a part of a value whose quotes are missing, so it is not shown.
  if (!isSecretName(name)) throw new DotenvError(`Line ${reader.line}: what is before = is no name: ${nameRules}.`);
  reader.skip(sign + 1);
  reader.skip(reader.rest.length - reader.rest.trimStart().length);
  const [quote = ''] = reader.rest;
  return { name, value: ['"', "'", '`'].includes(quote) ? reader.quoted(quote) : reader.bare() };
};

/** Reads the variables in their order, and what is wrong with the lines that have none. */
export const readDotenv = (text: string): { entries: DotenvEntry[]; problems: DotenvError[] } => {
  const entries: DotenvEntry[] = [];
  const problems: DotenvError[] = [];
  let folder: string | undefined;
  for (const reader = new Reader(text); !reader.isAtEnd; reader.endLine()) {
    const start = reader.rest.trim();
    folder = section.exec(start)?.[1] ?? folder;
    if (start === '' || start.startsWith('#')) continue;
    reader.skip(reader.rest.length - reader.rest.trimStart().length);
    const { line } = reader;
    try {
      entries.push({ folder, ...readAssignment(reader), line });
    } catch (error) {
      if (!(error instanceof DotenvError)) throw error;
      problems.push(error);
    }
  }
  return { entries, problems };
};

/** Reads the variables, folder by folder. */
export const parseDotenv = (text: string): DotenvSection[] => {
  const { entries, problems } = readDotenv(text);
  if (problems[0]) throw problems[0];
  const sections = new Map<string | undefined, Map<string, string>>();
  for (const { folder, name, value, line } of entries) {
    const values = sections.get(folder) ?? new Map<string, string>();
    if (values.has(name)) throw new DotenvError(`Line ${line}: ${name} occurs twice.`);
    sections.set(folder, values.set(name, value));
  }
  return [...sections].map(([folder, values]) => ({ folder, values }));
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

/** Writes the variables so that `parseDotenv` reads the same. */
export const renderDotenv = (sections: readonly DotenvSection[]): string =>
  sections
    .map(({ folder, values }) =>
      [
        ...(folder === undefined ? [] : [`#@ ${folder}`]),
        ...[...values].map(([name, value]) => `${name}=${renderValue(value)}`),
        '',
      ].join('\n'),
    )
    .join('\n');
