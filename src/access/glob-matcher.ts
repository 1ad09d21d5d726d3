import { end, machineOf, type GlobCharacter, type GlobOptions, type Machine } from './glob.ts';

const wordOf = (bit: number): number => bit >>> 5;
const maskOf = (bit: number): number => 1 << (bit & 31);

/** The end is bit 0, the step with index i is bit i + 1. Every step leads to a lower bit. */
const bitOf = (state: number): number => state - end;

const setBit = (row: Int32Array, bit: number): void => {
  row[wordOf(bit)]! |= maskOf(bit);
};

/** The bits, grouped by word. */
const masksOf = (bits: Iterable<number>): Map<number, number> => {
  const masks = new Map<number, number>();
  for (const bit of bits) masks.set(wordOf(bit), (masks.get(wordOf(bit)) ?? 0) | maskOf(bit));
  return masks;
};

/** Whether the step is a `*` before a step that reads a character; that step is reached without reading. */
const isPlainStar = ({ steps }: Machine, index: number): boolean => {
  const step = steps[index]!;
  return (
    step.kind === 'star' &&
    step.next === index - 1 &&
    steps[step.next]?.kind !== 'star' &&
    steps[step.next]?.kind !== 'fork'
  );
};

/** The bits that each star or fork reaches without reading a character. */
const reachedFrom = ({ steps }: Machine): ReadonlyMap<number, ReadonlySet<number>> => {
  const reached = new Map<number, Set<number>>();
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index]!;
    if (step.kind === 'one') continue;
    const bits = new Set<number>();
    for (const target of step.kind === 'star' ? [step.next] : step.targets) {
      bits.add(bitOf(target));
      for (const bit of reached.get(target) ?? []) bits.add(bit);
    }
    reached.set(index, bits);
  }
  return reached;
};

/** Transitions without reading, as triples: the source bit, a target word, and the bits to set there. */
const jumpsOf = (machine: Machine, reached: ReturnType<typeof reachedFrom>): Int32Array => {
  const triples: number[] = [];
  for (const [index, bits] of reached) {
    if (isPlainStar(machine, index)) continue;
    for (const [word, mask] of masksOf(bits)) triples.push(bitOf(index), word, mask);
  }
  return Int32Array.from(triples);
};

/** Transitions to a step that is not adjacent, as triples: a source word, the source bits there, and the target bit. */
const leapsOf = ({ steps }: Machine): Int32Array => {
  const sources = new Map<number, number[]>();
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index]!;
    if (step.kind !== 'one' || step.next === index - 1) continue;
    const bits = sources.get(step.next);
    if (bits) bits.push(bitOf(index));
    else sources.set(step.next, [bitOf(index)]);
  }
  return Int32Array.from(
    [...sources].flatMap(([next, bits]) => [...masksOf(bits)].flatMap(([word, mask]) => [word, mask, bitOf(next)])),
  );
};

/**
 * Runs the pattern as a nondeterministic automaton on bit sets: each step is a bit, so a character takes a few
 * operations per 32 steps. Allocates nothing per text; the time depends only on the lengths of text and pattern.
 */
export class GlobMatcher {
  /** The approximate number of operations per character of a text. */
  readonly cost: number;
  /**
   * One row of bits per character of the pattern: the steps that accept it. The first row is for all other characters.
   */
  readonly #accepting: Int32Array;
  readonly #rows = new Map<string, number>();
  readonly #asciiRows = new Int32Array(128);
  /** Steps that may repeat; steps that lead to the adjacent one; repeating steps that do so without reading. */
  readonly #stays: Int32Array;
  readonly #moves: Int32Array;
  readonly #plainStars: Int32Array;
  readonly #leaps: Int32Array;
  readonly #jumps: Int32Array;
  readonly #start: Int32Array;
  /** The current and the next set of states. */
  readonly #states: readonly [Int32Array, Int32Array];

  constructor(machine: Machine) {
    const { steps, first } = machine;
    const words = wordOf(steps.length) + 1;
    const newRow = (): Int32Array => new Int32Array(words);
    const named = new Set(['/']);
    for (const step of steps) if (step.kind === 'one' && step.character !== undefined) named.add(step.character);
    const characters = [...named];
    for (const [index, character] of characters.entries()) {
      const row = (index + 1) * words;
      this.#rows.set(character, row);
      if (character < '\x80') this.#asciiRows[character.charCodeAt(0)] = row;
    }
    this.#accepting = new Int32Array((characters.length + 1) * words);
    [this.#stays, this.#moves, this.#plainStars, this.#start, this.#states] = [
      newRow(),
      newRow(),
      newRow(),
      newRow(),
      [newRow(), newRow()],
    ];
    for (let index = 0; index < steps.length; index += 1) {
      const step = steps[index]!;
      if (step.kind === 'fork') continue;
      const bit = bitOf(index);
      if (step.kind === 'one' && step.character !== undefined)
        setBit(this.#accepting, bit + this.#rows.get(step.character)! * 32);
      else this.#acceptWide(step.accepts, bit);
      if (step.kind === 'star') setBit(this.#stays, bit);
      else if (step.next === index - 1) setBit(this.#moves, bit);
      if (isPlainStar(machine, index)) setBit(this.#plainStars, bit);
    }
    this.#leaps = leapsOf(machine);
    const reached = reachedFrom(machine);
    this.#jumps = jumpsOf(machine, reached);
    this.cost = 2 * words + (this.#leaps.length + this.#jumps.length) / 3;
    for (const bit of [bitOf(first), ...(reached.get(first) ?? [])]) setBit(this.#start, bit);
  }

  /** Adds a wildcard, which accepts every character, possibly except `/`. */
  #acceptWide(accepts: (character: string) => boolean, bit: number): void {
    setBit(this.#accepting, bit);
    for (const [character, row] of this.#rows) if (accepts(character)) setBit(this.#accepting, bit + row * 32);
  }

  matches(text: string): boolean {
    const [accepting, asciiRows, stays, moves, plainStars, leaps, jumps] = [
      this.#accepting,
      this.#asciiRows,
      this.#stays,
      this.#moves,
      this.#plainStars,
      this.#leaps,
      this.#jumps,
    ];
    const words = stays.length;
    let [now, next] = this.#states;
    now.set(this.#start);
    for (let at = 0; at < text.length; at += 1) {
      let row = asciiRows[text.charCodeAt(at)];
      if (row === undefined) {
        const character = String.fromCodePoint(text.codePointAt(at)!);
        at += character.length - 1;
        row = this.#rows.get(character) ?? 0;
      }

      let left = 0;
      for (let word = words - 1, carried = 0; word >= 0; word -= 1) {
        const accepted = now[word]! & accepting[row + word]!;
        const moving = accepted & moves[word]!;
        now[word] = accepted;
        next[word] = (accepted & stays[word]!) | (moving >>> 1) | carried;
        carried = moving << 31;
        left |= accepted;
      }
      if (left === 0) return false;
      for (let leap = 0; leap < leaps.length; leap += 3)
        if ((now[leaps[leap]!]! & leaps[leap + 1]!) !== 0) setBit(next, leaps[leap + 2]!);
      for (let jump = 0; jump < jumps.length; jump += 3) {
        const from = jumps[jump]!;
        if ((next[wordOf(from)]! & maskOf(from)) !== 0) next[jumps[jump + 1]!]! |= jumps[jump + 2]!;
      }
      for (let word = words - 1, carried = 0; word >= 0; word -= 1) {
        const starred = next[word]! & plainStars[word]!;
        next[word]! |= (starred >>> 1) | carried;
        carried = starred << 31;
      }
      [now, next] = [next, now];
    }
    return (now[0]! & 1) === 1;
  }
}

/** A compiled pattern. */
export interface Matcher {
  /** The approximate number of operations per character of a text. */
  readonly cost: number;
  matches(text: string): boolean;
}

export const matcherOf = (pattern: readonly GlobCharacter[], options: GlobOptions = {}): Matcher => {
  const whole = pattern.map(({ character }) => character).join('');
  const wild = pattern.findIndex(({ character, isLiteral }) => !isLiteral && '*?{'.includes(character));
  if (wild < 0) return { cost: 1, matches: (text) => text === whole };
  if (pattern.length === wild + 2 && whole.endsWith('/**') && !pattern.at(-1)!.isLiteral) {
    const parent = whole.slice(0, -3);
    return {
      cost: 1,
      matches: (text) => text.startsWith(parent) && (text.length === parent.length || text[parent.length] === '/'),
    };
  }
  return new GlobMatcher(machineOf(pattern, options));
};

export type Glob = (text: string) => boolean;

export const compileGlob = (pattern: readonly GlobCharacter[], options: GlobOptions = {}): Glob => {
  const matcher = matcherOf(pattern, options);
  return (text) => matcher.matches(text);
};
