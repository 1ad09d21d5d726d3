/*
 * Globs: `*` matches any characters but `/`, `**` any characters, `?` one character but `/`, `{a,b}` alternatives;
 * other characters are literal. `/a/**` matches `/a` too, and `/**` matches `/`. Implemented here because the libraries
 * backtrack, and a pattern must not be able to block the server.
 */

/** A character of a pattern; characters from a template value are literal. */
export interface GlobCharacter {
  readonly character: string;
  readonly isLiteral: boolean;
}

export const maxGlobLength = 512;
const maxWildcards = 20;

/** Describes what is wrong with a pattern; patterns are bounded, so that matching is quick. */
export const globProblem = (pattern: string): string | undefined => {
  if (pattern.length > maxGlobLength) return `must not be longer than ${maxGlobLength} characters`;
  const wildcards = pattern.match(/\*+|\?|\{/g)?.length ?? 0;
  return wildcards > maxWildcards ? `must not have more than ${maxWildcards} wildcards` : undefined;
};

export const globCharacters = (pattern: string): GlobCharacter[] =>
  Array.from(pattern, (character) => ({ character, isLiteral: false }));

const isSyntax = (at: GlobCharacter | undefined, character: string): boolean =>
  at !== undefined && !at.isLiteral && at.character === character;

/** The index of the brace that the last character closes; -1 if it closes none. */
const openingOf = (pattern: readonly GlobCharacter[]): number => {
  let depth = 0;
  return pattern.findLastIndex((at) => {
    if (isSyntax(at, '}')) depth += 1;
    else if (isSyntax(at, '{')) depth -= 1;
    return depth === 0;
  });
};

/** The alternatives between two braces. */
const alternativesIn = (inner: readonly GlobCharacter[]): GlobCharacter[][] => {
  const alternatives: GlobCharacter[][] = [[]];
  let depth = 0;
  for (const at of inner) {
    if (isSyntax(at, '{')) depth += 1;
    else if (isSyntax(at, '}')) depth -= 1;
    if (depth === 0 && isSyntax(at, ',')) alternatives.push([]);
    else alternatives.at(-1)!.push(at);
  }
  return alternatives;
};

const comma: GlobCharacter = { character: ',', isLiteral: false };
const braces: readonly GlobCharacter[] = [...globCharacters('{}')];

const alternation = (alternatives: readonly (readonly GlobCharacter[])[]): GlobCharacter[] => [
  braces[0]!,
  ...alternatives.flatMap((each, index) => (index === 0 ? each : [comma, ...each])),
  braces[1]!,
];

/** Removes this character from the end of a pattern, unless it is the whole pattern; also in each last alternative. */
export const withoutTrailing = (
  trailing: string,
  pattern: readonly GlobCharacter[],
  isAfterSomething = false,
): readonly GlobCharacter[] => {
  const endsWithIt = (characters: readonly GlobCharacter[]): boolean => characters.at(-1)?.character === trailing;
  const isTrailed = endsWithIt(pattern);
  const bare = isTrailed
    ? pattern.slice(0, pattern.findLastIndex(({ character }) => character !== trailing) + 1)
    : pattern;
  const open = isSyntax(bare.at(-1), '}') ? openingOf(bare) : -1;
  if (open < 0) return isTrailed && bare.length === 0 && !isAfterSomething ? pattern.slice(0, 1) : bare;

  const before = bare.slice(0, open);
  const end = isTrailed ? pattern.slice(-1) : [];
  const alternatives = alternativesIn(bare.slice(open + 1, -1)).map((each) =>
    withoutTrailing(trailing, [...each, ...end], isAfterSomething || open > 0),
  );
  // Characters with a meaning between braces must not move there.
  const isMovable = endsWithIt(before) && !before.some(({ character }) => '{},'.includes(character));
  if (!isMovable || !alternatives.some(({ length }) => length === 0)) return [...before, ...alternation(alternatives)];
  const others = alternatives.filter(({ length }) => length > 0);
  const ended = withoutTrailing(trailing, before, isAfterSomething);
  return others.length === 0 ? ended : alternation([ended, [...before, ...alternation(others)]]);
};

/** Removes the trailing slash of a path pattern. */
export const withoutTrailingSlash = (pattern: readonly GlobCharacter[]): readonly GlobCharacter[] =>
  withoutTrailing('/', pattern);

/** A state of the automaton. A `star` may repeat or be skipped; a `fork` continues at all targets without reading. */
type Step =
  /** `character` is the accepted one; without it, all are accepted, or all but `/`. */
  | {
      readonly kind: 'one';
      readonly accepts: (character: string) => boolean;
      readonly next: number;
      readonly character?: string;
    }
  | { readonly kind: 'star'; readonly accepts: (character: string) => boolean; readonly next: number }
  | { readonly kind: 'fork'; readonly targets: number[] };

/** The accepting state. */
export const end = -1;

const anything = (): boolean => true;
const notSlash = (character: string): boolean => character !== '/';

/** Whether this belongs to a wildcard, which accepts every character, possibly except `/`. */
export const isWide = (accepts: (character: string) => boolean): boolean =>
  accepts === anything || accepts === notSlash;

export interface GlobOptions {
  /** Whether a single `*` matches `/`, too. */
  readonly starCrosses?: boolean;
}

/** Compiles a pattern into steps from its end to its start, so that each part knows its successor. */
class GlobBuilder {
  readonly steps: Step[] = [];
  readonly #pattern: readonly GlobCharacter[];
  readonly #star: (character: string) => boolean;

  constructor(pattern: readonly GlobCharacter[], { starCrosses = false }: GlobOptions) {
    this.#pattern = pattern;
    this.#star = starCrosses ? anything : notSlash;
  }

  /** Compiles the characters from `from` to `to`; returns the first step. The last one leads to `next`. */
  sequence(from: number, to: number, next: number): number {
    const parts: ((next: number) => number)[] = [];
    for (let at = from; at < to;) {
      const [part, length] = this.#part(at, to);
      parts.push(part);
      at += length;
    }
    return parts.reduceRight((following, part) => part(following), next);
  }

  add(step: Step): number {
    return this.steps.push(step) - 1;
  }

  #part(at: number, to: number): [(next: number) => number, number] {
    const { character, isLiteral } = this.#pattern[at]!;
    if (isLiteral || !'/*?{'.includes(character)) return [(next) => this.#literal(character, next), 1];
    const stars = this.#stars(this.#is(at, '/') ? at + 1 : at, to);
    if (this.#isBelow(at, to)) return [(next) => this.#below(next), 1 + stars];
    if (this.#is(at, '*'))
      return [(next) => this.add({ kind: 'star', accepts: stars > 1 ? anything : this.#star, next }), stars];
    if (this.#is(at, '?')) return [(next) => this.add({ kind: 'one', accepts: notSlash, next }), 1];
    const close = this.#is(at, '{') ? this.#closing(at, to) : -1;
    if (close >= 0) return [this.#alternatives(at, close), close - at + 1];
    return [(next) => this.#literal(character, next), 1];
  }

  #literal(character: string, next: number): number {
    return this.add({ kind: 'one', accepts: (candidate) => candidate === character, next, character });
  }

  /** A slash and anything; also nothing, if the pattern may end here. */
  #below(next: number): number {
    const rest = this.add({ kind: 'star', accepts: anything, next });
    const slash = this.add({ kind: 'one', accepts: (candidate) => candidate === '/', next: rest, character: '/' });
    return this.#mayEnd(next) ? this.add({ kind: 'fork', targets: [slash, end] }) : slash;
  }

  #mayEnd(state: number): boolean {
    const step = this.steps[state];
    return state === end || (step?.kind === 'fork' && step.targets.some((target) => this.#mayEnd(target)));
  }

  #alternatives(open: number, close: number): (next: number) => number {
    const ends: number[] = [];
    let depth = 0;
    for (let at = open + 1; at < close; at += 1) {
      if (this.#is(at, '{') && this.#closing(at, close) >= 0) depth += 1;
      else if (this.#is(at, '}') && depth > 0) depth -= 1;
      else if (depth === 0 && this.#is(at, ',')) ends.push(at);
    }
    const starts = [open + 1, ...ends.map((end) => end + 1)];
    return (next) =>
      this.add({
        kind: 'fork',
        targets: starts.map((start, index) => this.sequence(start, ends[index] ?? close, next)),
      });
  }

  /** The index of the closing brace; -1 if there is none, so that the brace is literal. */
  #closing(open: number, to: number): number {
    let depth = 0;
    for (let at = open; at < to; at += 1) {
      if (this.#is(at, '{')) depth += 1;
      else if (this.#is(at, '}') && (depth -= 1) === 0) return at;
    }
    return -1;
  }

  /** Whether the rest is `/**`, once or more. */
  #isBelow(at: number, to: number): boolean {
    const next = at + 1 + this.#stars(at + 1, to);
    return this.#is(at, '/') && next > at + 2 && (next === to || this.#isBelow(next, to));
  }

  #stars(from: number, to: number): number {
    let at = from;
    while (at < to && this.#is(at, '*')) at += 1;
    return at - from;
  }

  #is(at: number, character: string): boolean {
    const found = this.#pattern[at];
    return found !== undefined && !found.isLiteral && found.character === character;
  }
}

/** Adds the state, and those that it reaches without reading, to the set. */
export const enter = (steps: readonly Step[], state: number, states: Set<number>): void => {
  if (states.has(state)) return;
  states.add(state);
  const step = steps[state];
  if (step?.kind === 'fork') for (const target of step.targets) enter(steps, target, states);
  if (step?.kind === 'star') enter(steps, step.next, states);
};

export interface Machine {
  readonly steps: readonly Step[];
  readonly first: number;
}

export const machineOf = (pattern: readonly GlobCharacter[], options: GlobOptions = {}): Machine => {
  const builder = new GlobBuilder(pattern, options);
  const first = builder.sequence(0, pattern.length, end);
  return { steps: builder.steps, first };
};

export const after = ({ steps }: Machine, states: ReadonlySet<number>, character: string): Set<number> => {
  const following = new Set<number>();
  for (const state of states) {
    const step = steps[state];
    if (step === undefined || step.kind === 'fork' || !step.accepts(character)) continue;
    enter(steps, step.kind === 'star' ? state : step.next, following);
  }
  return following;
};

export const startOf = ({ steps, first }: Machine): Set<number> => {
  const states = new Set<number>();
  enter(steps, first, states);
  return states;
};

/** The prefix of every text that the pattern matches. */
export const literalPrefix = (pattern: string): string => /^[^*?{]*/.exec(pattern)![0];
