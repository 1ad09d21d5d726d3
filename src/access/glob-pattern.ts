import { literalPrefix, type GlobCharacter } from './glob.ts';
import { matcherOf, type Matcher } from './glob-matcher.ts';

/** The approximate number of operations to compile a character of a pattern. */
const compileCost = 200;

/** The pattern of a condition with its templates replaced; compiled on first use, because most are never used. */
export class GlobPattern {
  readonly characters: readonly GlobCharacter[];
  /** The pattern as text, in which replaced characters are escaped. */
  readonly pattern: string;
  #matcher: Matcher | undefined;
  #prefix: string | undefined;

  constructor(characters: readonly GlobCharacter[]) {
    this.characters = characters;
    this.pattern = characters
      .map(({ character, isLiteral }) => (isLiteral && '*?{},'.includes(character) ? `\0${character}` : character))
      .join('');
  }

  /** The prefix of every text that it matches. */
  get prefix(): string {
    return (this.#prefix ??= literalPrefix(this.pattern));
  }

  /** The folder, if the pattern matches exactly that folder and everything below it. */
  get parent(): string | undefined {
    return this.pattern.endsWith('/**') && this.prefix.length === this.pattern.length - 2
      ? this.prefix.slice(0, -1)
      : undefined;
  }

  /** The approximate number of operations to match the text. */
  costOf(text: string): number {
    return this.#matcher ? this.#matcher.cost * text.length : compileCost * this.characters.length + text.length;
  }

  matches(text: string): boolean {
    this.#matcher ??= matcherOf(this.characters);
    return this.#matcher.matches(text);
  }
}
