import type { Effort } from './effort.ts';
import { after, end, machineOf, startOf, type GlobCharacter } from './glob.ts';

/** Stands for every character that neither pattern names. */
const another = '\u0001';
const maxPairs = 2_000;
/** How many operations it takes to follow one way through a pattern by a character, about. */
const wayCost = 10;

/**
 * Whether some text matches both patterns: they are followed side by side. True also when that would take too long to
 * find out.
 */
export const globsMeet = (one: readonly GlobCharacter[], other: readonly GlobCharacter[], effort: Effort): boolean => {
  const [a, b] = [machineOf(one), machineOf(other)];
  const alphabet = new Set([...one, ...other].map(({ character }) => character)).add('/').add(another);
  const seen = new Set<string>();
  const waiting: [Set<number>, Set<number>][] = [[startOf(a), startOf(b)]];
  while (waiting.length > 0) {
    const [inOne, inOther] = waiting.pop()!;
    if (inOne.has(end) && inOther.has(end)) return true;
    for (const character of alphabet) {
      effort.spend(wayCost * (inOne.size + inOther.size));
      const next: [Set<number>, Set<number>] = [after(a, inOne, character), after(b, inOther, character)];
      if (next.some(({ size }) => size === 0)) continue;
      const name = next.map((places) => [...places].sort().join(',')).join(';');
      if (seen.has(name)) continue;
      if (seen.size >= maxPairs) return true;
      seen.add(name);
      waiting.push(next);
    }
  }
  return false;
};
