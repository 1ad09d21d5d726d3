import { fits, type FieldCondition, type SubjectFields } from './conditions.ts';
import type { ComparisonBudget } from './comparison-budget.ts';
import { foldName, isNameField } from './folding.ts';
import { coversName, isWildcard, matchesEvery, matchesSome } from './wildcards.ts';

/**
 * Whether some name that the wildcard matches satisfies the condition. `$glob` and `$ne` are checked one by one, which
 * may find too many.
 */
const someCoveredFits = (condition: FieldCondition, wildcard: string, budget: ComparisonBudget): boolean => {
  const { $eq, $in, $glob } = condition;
  const names = $eq === undefined ? $in : [$eq];
  if (names) return names.some((name) => coversName(wildcard, name, budget) && fits(condition, name, budget));
  return $glob === undefined || matchesSome($glob.characters, wildcard, budget);
};

/** Whether every name that the wildcard matches satisfies the condition, or the rule names the wildcard itself. */
const everyCoveredFits = (condition: FieldCondition, wildcard: string, budget: ComparisonBudget): boolean =>
  fits(condition, wildcard, budget) &&
  (condition.$ne === undefined || !coversName(wildcard, condition.$ne, budget)) &&
  (condition.$glob === undefined || matchesEvery(condition.$glob.characters, wildcard, budget));

const nameFits = (condition: FieldCondition, name: string, isDeny: boolean, budget: ComparisonBudget): boolean => {
  if (!isWildcard(name)) return fits(condition, name, budget);
  return isDeny ? someCoveredFits(condition, name, budget) : everyCoveredFits(condition, name, budget);
};

/** A deny applies if one of the names matches, an allow if all do; an empty list counts as one empty name. */
const namesFit = (
  condition: FieldCondition,
  value: NonNullable<SubjectFields[string]>,
  isDeny: boolean,
  budget: ComparisonBudget,
): boolean => {
  const names = typeof value === 'string' ? [value] : value.filter((name) => typeof name === 'string');
  const oneFits = (name: string): boolean => nameFits(condition, foldName(name), isDeny, budget);
  if (names.length === 0) return oneFits('');
  return isDeny ? names.some(oneFits) : names.every(oneFits);
};

/** Whether the value of the field matches the condition of an allow or deny rule. */
export const fieldFits = (
  field: string,
  condition: FieldCondition,
  value: SubjectFields[string],
  isDeny: boolean,
  budget: ComparisonBudget,
): boolean =>
  isNameField(field) && value !== undefined
    ? namesFit(condition, value, isDeny, budget)
    : fits(condition, value, budget);

/** Whether the condition names a wildcard literally, and so may allow names that do not match it. */
export const namesWildcard = (field: string, { $eq, $in = [], $glob }: FieldCondition): boolean =>
  isNameField(field) &&
  ([...($eq === undefined ? [] : [$eq]), ...$in].some(isWildcard) ||
    ($glob?.characters.some(({ character, isLiteral }) => isLiteral && character === '*') ?? false));
