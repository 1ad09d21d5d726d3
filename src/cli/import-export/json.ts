import { UsageError } from '../usage.ts';

const space = /[ \t\r\n]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const literal = /true|false|null/y;
const literals: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
]);

/** More than any document of folders with values has. */
const maxDepth = 20;

/** Reads the text from the first to the last character. */
class Reader {
  readonly #text: string;
  readonly #readNumber: (written: string) => unknown;
  #at = 0;

  constructor(text: string, readNumber: (written: string) => unknown) {
    this.#text = text;
    this.#readNumber = readNumber;
  }

  read(): unknown {
    const value = this.#value(0);
    if (this.#at < this.#text.length) this.#fail();
    return value;
  }

  #fail(problem = 'The input is not valid JSON'): never {
    throw new UsageError(`${problem} at line ${this.#text.slice(0, this.#at).split('\n').length}.`);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    this.#at += found?.length ?? 0;
    return found;
  }

  #take(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #value(depth: number): unknown {
    if (depth > maxDepth) this.#fail('The input has too many levels');
    this.#match(space);
    const value = this.#valueHere(depth);
    this.#match(space);
    return value;
  }

  #valueHere(depth: number): unknown {
    if (this.#text[this.#at] === '"') return this.#string();
    if (this.#take('{')) return Object.fromEntries(this.#entries(depth));
    if (this.#take('[')) return this.#items(']', () => this.#value(depth + 1));
    const word = this.#match(literal);
    return word === undefined ? this.#readNumber(this.#match(number) ?? this.#fail()) : literals.get(word);
  }

  #entries(depth: number): [string, unknown][] {
    const names = new Set<string>();
    return this.#items('}', () => {
      this.#match(space);
      const name = this.#string();
      if (names.has(name)) this.#fail(`${name} occurs twice`);
      names.add(name);
      this.#match(space);
      if (!this.#take(':')) this.#fail();
      return [name, this.#value(depth + 1)];
    });
  }

  #items<T>(end: string, read: () => T): T[] {
    const items: T[] = [];
    this.#match(space);
    if (this.#take(end)) return items;
    do items.push(read());
    while (this.#take(','));
    if (!this.#take(end)) this.#fail();
    return items;
  }

  #string(): string {
    if (this.#text[this.#at] !== '"') this.#fail();
    let end = this.#at;
    do end = this.#text.indexOf('"', end + 1);
    while (end > 0 && this.#isEscaped(end));
    if (end < 0) this.#fail('The input is not valid JSON: a text is not closed');
    try {
      const text = JSON.parse(this.#text.slice(this.#at, end + 1)) as string;
      this.#at = end + 1;
      return text;
    } catch {
      return this.#fail();
    }
  }

  /** Whether there is an odd number of backslashes before the character. */
  #isEscaped(at: number): boolean {
    let start = at;
    while (this.#text[start - 1] === '\\') start -= 1;
    return (at - start) % 2 === 1;
  }
}

/**
 * Parses JSON, except that a number is returned as it is written, such as 1.10, or as `readNumber` makes it. Other than
 * those of `JSON.parse`, errors have the number of the line and no part of a value, and a name that occurs twice is one.
 */
export const parseJsonText = (text: string, readNumber: (written: string) => unknown = (written) => written): unknown =>
  new Reader(text, readNumber).read();

/** A number with all its digits, which a number of JavaScript may not have. */
export class WrittenNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Writes what `parseJsonText` read with `WrittenNumber` as JSON again. */
export const renderJson = (value: unknown): string => {
  if (value instanceof WrittenNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(renderJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, inside]) => `${JSON.stringify(name)}:${renderJson(inside)}`);
  return `{${entries.join(',')}}`;
};
