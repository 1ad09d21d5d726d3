import type { ComparisonBudget } from './comparison-budget.ts';
import { after, end, machineOf, startOf, type GlobCharacter } from './glob.ts';

/** Stands for every character that neither pattern names. */
const another = '\u0001';
const maxPairs = 2_000;
/** The approximate number of operations per state and character. */
const stateCost = 10;

type States = ReadonlySet<number>;

/** Which states of two automata are looked for, and from which no more can follow. */
interface Search {
  readonly isFound: (inOne: States, inOther: States) => boolean;
  readonly isOver: (inOne: States, inOther: States) => boolean;
}

/** Whether some text leads to such states, by running both automata in parallel; undefined if that takes too long. */
const leadsTo = (
  one: readonly GlobCharacter[],
  other: readonly GlobCharacter[],
  { isFound, isOver }: Search,
  budget: ComparisonBudget,
): boolean | undefined => {
  const [a, b] = [machineOf(one), machineOf(other)];
  const alphabet = new Set([...one, ...other].map(({ character }) => character)).add('/').add(another);
  const visited = new Set<string>();
  const waiting: [Set<number>, Set<number>][] = [[startOf(a), startOf(b)]];
  while (waiting.length > 0) {
    const [inOne, inOther] = waiting.pop()!;
    if (isFound(inOne, inOther)) return true;
    for (const character of alphabet) {
      budget.spend(stateCost * (inOne.size + inOther.size));
      const next: [Set<number>, Set<number>] = [after(a, inOne, character), after(b, inOther, character)];
      if (isOver(...next)) continue;
      const name = next.map((states) => [...states].sort().join(',')).join(';');
      if (visited.has(name)) continue;
      if (visited.size >= maxPairs) return undefined;
      visited.add(name);
      waiting.push(next);
    }
  }
  return false;
};

const inBoth: Search = {
  isFound: (inOne, inOther) => inOne.has(end) && inOther.has(end),
  isOver: (inOne, inOther) => inOne.size === 0 || inOther.size === 0,
};

const inSecondOnly: Search = {
  isFound: (inOne, inOther) => inOther.has(end) && !inOne.has(end),
  isOver: (_inOne, inOther) => inOther.size === 0,
};

/** Whether some text matches both patterns; true if that takes too long to find out. */
export const globsOverlap = (
  one: readonly GlobCharacter[],
  other: readonly GlobCharacter[],
  budget: ComparisonBudget,
): boolean => leadsTo(one, other, inBoth, budget) ?? true;

/** Whether the outer pattern matches every text that the inner one matches; false if that takes too long to find out. */
export const globCovers = (
  outer: readonly GlobCharacter[],
  inner: readonly GlobCharacter[],
  budget: ComparisonBudget,
): boolean => leadsTo(outer, inner, inSecondOnly, budget) === false;
