import type { ComparisonBudget } from './comparison-budget.ts';
import { after, end, enter, isWide, machineOf, startOf, type GlobCharacter, type Machine } from './glob.ts';

/**
 * Whether a certificate name has a wildcard. A `*` matches any characters within a label, and at least one if it is the
 * whole label; inside of a label it counts too, because clients accept that. Mail addresses and URLs have no wildcards.
 */
export const isWildcard = (name: string): boolean => name.includes('*') && !/[@/]/.test(name);

/** The states of a pattern after a `*` of the name, starting from these states. */
type Run = (machine: Machine, states: ReadonlySet<number>, isWholeLabel: boolean) => Set<number>;

const isLabelCharacter = (character: string | undefined): boolean =>
  character !== undefined && character !== '.' && character !== '/';

/** Adds the states that some character of a label leads to. */
const enterBySome = ({ steps }: Machine, state: number, states: Set<number>): void => {
  const step = steps[state];
  if (step?.kind === 'star') enter(steps, state, states);
  else if (step?.kind === 'one' && (isWide(step.accepts) || isLabelCharacter(step.character)))
    enter(steps, step.next, states);
};

/** The states that some run of characters leads to. */
const someRun: Run = (machine, states, isWholeLabel) => {
  const nextStates = new Set(isWholeLabel ? [] : states);
  if (isWholeLabel) for (const state of states) enterBySome(machine, state, nextStates);
  // States added during the loop are visited, too.
  for (const state of nextStates) enterBySome(machine, state, nextStates);
  return nextStates;
};

/**
 * The states that every run leads to, if one wildcard of the pattern accepts them all or the pattern has a literal `*`.
 */
const everyRun: Run = ({ steps }, states, isWholeLabel) => {
  const statesInLabel = new Set(isWholeLabel ? [] : states);
  const nextStates = new Set<number>();
  for (const state of states) {
    const step = steps[state];
    if (step?.kind === 'one' && step.character === '*') enter(steps, step.next, nextStates);
    if (isWholeLabel && step && step.kind !== 'fork' && isWide(step.accepts))
      enter(steps, step.kind === 'star' ? state : step.next, statesInLabel);
  }
  for (const state of statesInLabel) if (steps[state]?.kind === 'star') enter(steps, state, nextStates);
  return nextStates;
};

/** The approximate number of operations per character of the name and of the pattern. */
const followCost = 10;

/** Runs the pattern on the name. */
const follow = (pattern: readonly GlobCharacter[], name: string, run: Run, budget: ComparisonBudget): boolean => {
  budget.spend(followCost * pattern.length * name.length);
  const machine = machineOf(pattern);
  const characters = Array.from(name);
  const isBorder = (index: number): boolean => (characters[index] ?? '.') === '.';
  let states = startOf(machine);
  for (const [index, character] of characters.entries()) {
    states =
      character === '*'
        ? run(machine, states, isBorder(index - 1) && isBorder(index + 1))
        : after(machine, states, character);
    if (states.size === 0) return false;
  }
  return states.has(end);
};

/** Whether the pattern matches some name that the wildcard matches. */
export const matchesSome = (pattern: readonly GlobCharacter[], wildcard: string, budget: ComparisonBudget): boolean =>
  follow(pattern, wildcard, someRun, budget);

/** Whether the pattern provably matches every name that the wildcard matches, or names the wildcard itself. */
export const matchesEvery = (pattern: readonly GlobCharacter[], wildcard: string, budget: ComparisonBudget): boolean =>
  follow(pattern, wildcard, everyRun, budget);

/** Whether the wildcard matches the name; it matches itself. */
export const coversName = (wildcard: string, name: string, budget: ComparisonBudget): boolean =>
  name.startsWith(wildcard.slice(0, wildcard.indexOf('*'))) &&
  name.endsWith(wildcard.slice(wildcard.lastIndexOf('*') + 1)) &&
  matchesSome(
    Array.from(name, (character) => ({ character, isLiteral: true })),
    wildcard,
    budget,
  );
