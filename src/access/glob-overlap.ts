import type { ComparisonBudget } from './comparison-budget.ts';
import { after, end, machineOf, startOf, type GlobCharacter } from './glob.ts';

/** Stands for every character that neither pattern names. */
const another = '\u0001';
const maxPairs = 2_000;
/** The approximate number of operations per state and character. */
const stateCost = 10;

/** Whether some text matches both patterns, by running both automata in parallel; true if that takes too long. */
export const globsOverlap = (
  one: readonly GlobCharacter[],
  other: readonly GlobCharacter[],
  budget: ComparisonBudget,
): boolean => {
  const [a, b] = [machineOf(one), machineOf(other)];
  const alphabet = new Set([...one, ...other].map(({ character }) => character)).add('/').add(another);
  const visited = new Set<string>();
  const waiting: [Set<number>, Set<number>][] = [[startOf(a), startOf(b)]];
  while (waiting.length > 0) {
    const [inOne, inOther] = waiting.pop()!;
    if (inOne.has(end) && inOther.has(end)) return true;
    for (const character of alphabet) {
      budget.spend(stateCost * (inOne.size + inOther.size));
      const next: [Set<number>, Set<number>] = [after(a, inOne, character), after(b, inOther, character)];
      if (next.some(({ size }) => size === 0)) continue;
      const name = next.map((states) => [...states].sort().join(',')).join(';');
      if (visited.has(name)) continue;
      if (visited.size >= maxPairs) return true;
      visited.add(name);
      waiting.push(next);
    }
  }
  return false;
};
