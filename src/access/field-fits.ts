import { fits, type FieldCondition, type Thing } from './conditions.ts';
import type { Effort } from './effort.ts';
import { foldName, isNameField } from './folding.ts';
import { coversName, isWildcard, matchesEvery, matchesSome } from './wildcards.ts';

/**
 * Whether some name that the wildcard covers fits. Two of the operators `$glob` and `$ne` are looked at one by one,
 * which may find too much.
 */
const someCoveredFits = (condition: FieldCondition, wildcard: string, effort: Effort): boolean => {
  const { $eq, $in, $glob } = condition;
  const names = $eq === undefined ? $in : [$eq];
  if (names) return names.some((name) => coversName(wildcard, name, effort) && fits(condition, name, effort));
  return $glob === undefined || matchesSome($glob.characters, wildcard, effort);
};

/** Whether every name that the wildcard covers fits, or the rule names the wildcard itself. */
const everyCoveredFits = (condition: FieldCondition, wildcard: string, effort: Effort): boolean =>
  fits(condition, wildcard, effort) &&
  (condition.$ne === undefined || !coversName(wildcard, condition.$ne, effort)) &&
  (condition.$glob === undefined || matchesEvery(condition.$glob.characters, wildcard, effort));

const nameFits = (condition: FieldCondition, name: string, isDeny: boolean, effort: Effort): boolean => {
  if (!isWildcard(name)) return fits(condition, name, effort);
  return isDeny ? someCoveredFits(condition, name, effort) : everyCoveredFits(condition, name, effort);
};

/** Of several names, a deny needs one that fits, and an allow all of them; none at all is an empty one. */
const namesFit = (
  condition: FieldCondition,
  value: NonNullable<Thing[string]>,
  isDeny: boolean,
  effort: Effort,
): boolean => {
  const names = typeof value === 'string' ? [value] : value.filter((name) => typeof name === 'string');
  const oneFits = (name: string): boolean => nameFits(condition, foldName(name), isDeny, effort);
  if (names.length === 0) return oneFits('');
  return isDeny ? names.some(oneFits) : names.every(oneFits);
};

/** Whether the value of that field is one that the condition of an allow or of a deny speaks of. */
export const fieldFits = (
  field: string,
  condition: FieldCondition,
  value: Thing[string],
  isDeny: boolean,
  effort: Effort,
): boolean =>
  isNameField(field) && value !== undefined
    ? namesFit(condition, value, isDeny, effort)
    : fits(condition, value, effort);

/** Whether the condition allows a wildcard by its own name, and so perhaps names that would not fit it. */
export const namesWildcard = (field: string, { $eq, $in = [], $glob }: FieldCondition): boolean =>
  isNameField(field) &&
  ([...($eq === undefined ? [] : [$eq]), ...$in].some(isWildcard) ||
    ($glob?.characters.some(({ character, isLiteral }) => isLiteral && character === '*') ?? false));
