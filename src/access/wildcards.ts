import type { Effort } from './effort.ts';
import { after, end, enter, isWide, machineOf, startOf, type GlobCharacter, type Machine } from './glob.ts';

/**
 * Names with a `*` stand for every name that they cover: the `*` is any run of characters within a label, and at least
 * one character where it is the whole label. Clients accept it inside of a label too, so that counts as well. Mail
 * addresses and URLs have no wildcards.
 */
export const isWildcard = (name: string): boolean => name.includes('*') && !/[@/]/.test(name);

/** Where a pattern may be after a `*` of the name, from these places. */
type Run = (machine: Machine, places: ReadonlySet<number>, isWholeLabel: boolean) => Set<number>;

const isLabelCharacter = (character: string | undefined): boolean =>
  character !== undefined && character !== '.' && character !== '/';

/** Adds where one character of some label leads from the place. */
const enterBySome = ({ steps }: Machine, place: number, places: Set<number>): void => {
  const step = steps[place];
  if (step?.kind === 'star') enter(steps, place, places);
  else if (step?.kind === 'one' && (isWide(step.accepts) || isLabelCharacter(step.character)))
    enter(steps, step.next, places);
};

/** Wherever some run leads. */
const someRun: Run = (machine, places, isWholeLabel) => {
  const reached = new Set(isWholeLabel ? [] : places);
  if (isWholeLabel) for (const place of places) enterBySome(machine, place, reached);
  // What is added is visited, too.
  for (const place of reached) enterBySome(machine, place, reached);
  return reached;
};

/** Where every run leads, as far as one wildcard of the pattern takes them all, or the pattern has that very `*`. */
const everyRun: Run = ({ steps }, places, isWholeLabel) => {
  const begun = new Set(isWholeLabel ? [] : places);
  const reached = new Set<number>();
  for (const place of places) {
    const step = steps[place];
    if (step?.kind === 'one' && step.character === '*') enter(steps, step.next, reached);
    if (isWholeLabel && step && step.kind !== 'fork' && isWide(step.accepts))
      enter(steps, step.kind === 'star' ? place : step.next, begun);
  }
  for (const place of begun) if (steps[place]?.kind === 'star') enter(steps, place, reached);
  return reached;
};

/** How many operations it takes to follow one character of a name through one of a pattern, about. */
const followCost = 10;

/** Follows the name through the pattern once. */
const follow = (pattern: readonly GlobCharacter[], name: string, run: Run, effort: Effort): boolean => {
  effort.spend(followCost * pattern.length * name.length);
  const machine = machineOf(pattern);
  const characters = Array.from(name);
  const isBorder = (index: number): boolean => (characters[index] ?? '.') === '.';
  let places = startOf(machine);
  for (const [index, character] of characters.entries()) {
    places =
      character === '*'
        ? run(machine, places, isBorder(index - 1) && isBorder(index + 1))
        : after(machine, places, character);
    if (places.size === 0) return false;
  }
  return places.has(end);
};

/** Whether the pattern matches some name that the wildcard covers. */
export const matchesSome = (pattern: readonly GlobCharacter[], wildcard: string, effort: Effort): boolean =>
  follow(pattern, wildcard, someRun, effort);

/** Whether the pattern provably matches every name that the wildcard covers, or is written like the wildcard itself. */
export const matchesEvery = (pattern: readonly GlobCharacter[], wildcard: string, effort: Effort): boolean =>
  follow(pattern, wildcard, everyRun, effort);

/** Whether the wildcard covers the name; it covers itself. */
export const coversName = (wildcard: string, name: string, effort: Effort): boolean =>
  name.startsWith(wildcard.slice(0, wildcard.indexOf('*'))) &&
  name.endsWith(wildcard.slice(wildcard.lastIndexOf('*') + 1)) &&
  matchesSome(
    Array.from(name, (character) => ({ character, isLiteral: true })),
    wildcard,
    effort,
  );
