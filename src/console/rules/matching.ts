import { fits, readConditions, comparableText, type FieldCondition } from '../../access/conditions.ts';
import { isNameField } from '../../access/folding.ts';
import { canonical } from './rule.ts';

type Operators = Readonly<Record<string, unknown>>;

/** The operators of a condition; none if it is none. */
const operatorsOf = (condition: unknown): Operators => {
  if (typeof condition === 'string') return { $eq: condition };
  return typeof condition === 'object' && condition !== null ? (condition as Operators) : {};
};

/** A condition as the server reads it; undefined if it depends on the member, or is none that the server accepts. */
const readCondition = (field: string, condition: unknown): FieldCondition | undefined => {
  try {
    const read = readConditions({ [field]: condition }, undefined).get(field);
    return read === 'unknown' ? undefined : read;
  } catch {
    return undefined;
  }
};

const isUnknown = (field: string, condition: unknown): boolean => readCondition(field, condition) === undefined;

/** Whether the value matches the condition, as the server decides. */
const holds = (field: string, condition: unknown, value: string): boolean => {
  const read = readCondition(field, condition);
  return read !== undefined && fits(read, comparableText(field, value));
};

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** The only values that can match; undefined if the condition does not list them. */
const namedValues = (condition: unknown): readonly string[] | undefined => {
  const { $eq, $in, $glob } = operatorsOf(condition);
  if (typeof $eq === 'string') return [$eq];
  if (Array.isArray($in)) return texts($in);
  return typeof $glob === 'string' && !/[*?{]/.test($glob) ? [$glob] : undefined;
};

const isTags = (field: string): boolean => field === 'secretTags';

/** Whether no value matches the condition; `existing` are the only values that the field has. */
export const neverHolds = (field: string, condition: unknown, existing?: readonly string[]): boolean => {
  if (isUnknown(field, condition)) return false;
  const { $in, $all, $elemMatch } = operatorsOf(condition);
  if (typeof $elemMatch === 'object' && $elemMatch !== null)
    return Object.entries($elemMatch).some(([part, each]) => neverHolds(part, each));
  if (isTags(field)) {
    const isMissing = (tag: string): boolean => existing !== undefined && !existing.includes(tag);
    return (Array.isArray($in) && texts($in).every(isMissing)) || texts($all).some(isMissing);
  }
  const values = existing ?? namedValues(condition);
  return values !== undefined && !values.some((value) => holds(field, condition, value));
};

const isEverything = (field: string, pattern: unknown): boolean =>
  pattern === '**' || (field === 'secretPath' && pattern === '/**');

/** Whether every text that one pattern matches is matched by the other; false if that is not obvious. */
const patternCovers = (field: string, wide: string, narrow: string): boolean => {
  if (wide === narrow || isEverything(field, wide)) return true;
  const [, folder] = /^([^*?{]*\/)\*\*$/.exec(wide) ?? [];
  return folder !== undefined && /^[^*?{]*/.exec(narrow)![0].startsWith(folder);
};

const tagsCover = (operator: string, wanted: readonly string[], { $in, $all }: Operators): boolean => {
  const required = [...texts($all), ...(texts($in).length === 1 ? texts($in) : [])];
  if (operator === '$all') return wanted.every((tag) => required.includes(tag));
  return (
    required.some((tag) => wanted.includes(tag)) ||
    (Array.isArray($in) && texts($in).every((tag) => wanted.includes(tag)))
  );
};

/** Whether everything that matches `narrow` matches this operator. */
const operatorCovers = (field: string, [operator, operand]: readonly [string, unknown], narrow: unknown): boolean => {
  const within = operatorsOf(narrow);
  if (canonical(within[operator]) === canonical(operand)) return true;
  if (isTags(field)) return tagsCover(operator, texts(operand), within);
  const values = namedValues(narrow);
  if (values)
    return values.every((value) => !holds(field, narrow, value) || holds(field, { [operator]: operand }, value));
  const { $glob } = within;
  if (typeof $glob !== 'string' || isNameField(field)) return false;
  if (operator === '$glob') return patternCovers(field, String(operand), $glob);
  return operator === '$ne' && !holds(field, { $glob }, String(operand));
};

/** Whether everything that matches `narrow` matches `wide` too; false if that is not certain. */
const conditionCovers = (field: string, wide: unknown, narrow: unknown): boolean => {
  if (narrow === undefined) return false;
  if (canonical(operatorsOf(wide)) === canonical(operatorsOf(narrow))) return true;
  if (isUnknown(field, wide) || isUnknown(field, narrow) || '$elemMatch' in operatorsOf(wide)) return false;
  return Object.entries(operatorsOf(wide)).every((operator) => operatorCovers(field, operator, narrow));
};

type Conditions = Readonly<Record<string, unknown>> | null | undefined;

/** Whether everything that matches the conditions `narrow` matches `wide` too; false if that is not certain. */
export const conditionsCover = (wide: Conditions, narrow: Conditions): boolean =>
  Object.entries(wide ?? {}).every(([field, condition]) => conditionCovers(field, condition, narrow?.[field]));

/** Whether nothing matches both; false if that is not certain. */
export const areDisjoint = (one: Conditions, other: Conditions): boolean =>
  Object.entries(one ?? {}).some(([field, condition]) => {
    const second = other?.[field];
    if (second === undefined || isTags(field) || isUnknown(field, condition) || isUnknown(field, second)) return false;
    const noneHolds = (listed: unknown, tested: unknown): boolean =>
      namedValues(listed)?.every((value) => !holds(field, listed, value) || !holds(field, tested, value)) ?? false;
    return noneHolds(condition, second) || noneHolds(second, condition);
  });
