import { literalPrefix, type GlobCharacter } from './glob.ts';
import { matcherOf, type Matcher } from './glob-matcher.ts';

/** How many operations it takes to compile a character of a pattern, about. */
const compileCost = 200;

/**
 * The pattern of a condition, with its templates filled in. It is compiled when it is first used, because most rules
 * never are.
 */
export class GlobPattern {
  readonly characters: readonly GlobCharacter[];
  /** As text, in which what was filled in does not look like a wildcard. */
  readonly pattern: string;
  #matcher: Matcher | undefined;
  #prefix: string | undefined;

  constructor(characters: readonly GlobCharacter[]) {
    this.characters = characters;
    this.pattern = characters
      .map(({ character, isLiteral }) => (isLiteral && '*?{},'.includes(character) ? `\0${character}` : character))
      .join('');
  }

  /** What every text that it matches begins with. */
  get prefix(): string {
    return (this.#prefix ??= literalPrefix(this.pattern));
  }

  /** The folder, if it matches that and everything below it. */
  get parent(): string | undefined {
    return this.pattern.endsWith('/**') && this.prefix.length === this.pattern.length - 2
      ? this.prefix.slice(0, -1)
      : undefined;
  }

  /** About how many operations it takes to compare the text. */
  costOf(text: string): number {
    return this.#matcher ? this.#matcher.cost * text.length : compileCost * this.characters.length + text.length;
  }

  matches(text: string): boolean {
    this.#matcher ??= matcherOf(this.characters);
    return this.#matcher.matches(text);
  }
}
