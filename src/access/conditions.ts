import type { Rule } from './rule.ts';
import { foldName, foldPattern, isNameField } from './folding.ts';
import { ComparisonBudget } from './comparison-budget.ts';
import { withoutTrailingSlash, type GlobCharacter } from './glob.ts';
import { GlobPattern } from './glob-pattern.ts';
import { formerSubjects } from './former-subjects.ts';
import { resolveTemplates, type Values } from './templates.ts';

/** The fields of the object that a rule is checked against, by the names that conditions use. */
export type SubjectFields = Readonly<
  Record<string, string | readonly string[] | readonly Readonly<Record<string, string>>[] | undefined>
>;

/** The condition of a rule on one field, with its templates replaced; all operators must match. */
export interface FieldCondition {
  readonly $eq?: string;
  readonly $ne?: string;
  readonly $in?: readonly string[];
  readonly $all?: readonly string[];
  readonly $glob?: GlobPattern;
  readonly $elemMatch?: Readonly<Record<string, FieldCondition>>;
}

/** Conditions by field; `unknown` if a template of the field has no value. */
export type Conditions = ReadonlyMap<string, FieldCondition | 'unknown'>;

class MissingValue extends Error {}

const resolve = (text: string, values: Values | undefined) => {
  const characters = resolveTemplates(text, values);
  if (!characters) throw new MissingValue();
  return characters;
};

/** How the texts of a field are normalized for comparison. */
interface Comparison {
  readonly text: (text: string) => string;
  readonly glob: (pattern: readonly GlobCharacter[]) => readonly GlobCharacter[];
}

const asWritten: Comparison = { text: (text) => text, glob: (pattern) => pattern };

/** Folder paths have no trailing slash, so one in a rule is ignored. */
const asPath: Comparison = { text: (text) => text.replace(/(?<=.)\/+$/s, ''), glob: withoutTrailingSlash };

const asName: Comparison = { text: foldName, glob: foldPattern };

const comparisonOf = (field: string): Comparison => {
  if (field === 'secretPath') return asPath;
  return isNameField(field) ? asName : asWritten;
};

/** The text of a field in the form in which conditions compare it. */
export const comparableText = (field: string, text: string): string => comparisonOf(field).text(text);

/** The values of the templates, and how the resulting texts are compared. */
interface Reading {
  readonly values: Values | undefined;
  readonly comparison: Comparison;
}

const textOf = (text: string, { values, comparison }: Reading): string =>
  comparison.text(
    text.includes('{{')
      ? resolve(text, values)
          .map(({ character }) => character)
          .join('')
      : text,
  );

/** Longer than any text that it is compared with; a longer pattern cannot match and would cost time. */
const maxFilledLength = 4096;

const globOf = (text: string, { values, comparison }: Reading): GlobPattern => {
  const characters = comparison.glob(resolve(text, values));
  if (characters.length > maxFilledLength) throw new MissingValue();
  return new GlobPattern(characters);
};

const readers: { readonly [Op in keyof Required<FieldCondition>]: (operand: never, reading: Reading) => unknown } = {
  $eq: textOf,
  $ne: textOf,
  $in: (operand: readonly string[], reading) => operand.map((text) => textOf(text, reading)),
  $all: (operand: readonly string[], reading) => operand.map((text) => textOf(text, reading)),
  $glob: globOf,
  $elemMatch: (operand: Readonly<Record<string, unknown>>, reading) =>
    Object.fromEntries(Object.entries(operand).map(([key, condition]) => [key, readField(condition, reading)])),
};

const readField = (condition: unknown, reading: Reading): FieldCondition => {
  if (typeof condition === 'string') return { $eq: textOf(condition, reading) };
  const operators = Object.entries(condition as object).map(([operator, value]) => {
    const read = readers[operator as keyof FieldCondition] as
      ((value: unknown, reading: Reading) => unknown) | undefined;
    // Stored rules were validated; an unknown operator must not be ignored.
    if (!read) throw new Error(`unknown operator ${operator}`);
    return [operator, read(value, reading)];
  });
  return Object.fromEntries(operators) as FieldCondition;
};

/** Reads stored conditions, and replaces their templates by the values of a member. */
export const readConditions = (
  stored: Readonly<Record<string, unknown>> | null | undefined,
  values: Values | undefined,
): Conditions =>
  new Map<string, FieldCondition | 'unknown'>(
    Object.entries(stored ?? {}).map(([field, condition]) => {
      try {
        return [field, readField(condition, { values, comparison: comparisonOf(field) })];
      } catch (error) {
        if (error instanceof MissingValue) return [field, 'unknown'];
        throw error;
      }
    }),
  );

/** Reads the conditions of a rule. Those on former subjects were never validated, so they are unknown. */
export const conditionsOf = (
  { subject, conditions }: Pick<Rule, 'subject' | 'conditions'>,
  values: Values | undefined,
): Conditions =>
  formerSubjects.includes(subject)
    ? new Map(Object.keys(conditions ?? {}).map((field) => [field, 'unknown']))
    : readConditions(conditions, values);

/** Whether the list contains the text. */
export const isOneOf = (list: readonly string[], text: string, budget: ComparisonBudget): boolean => {
  budget.spend(list.length);
  return list.includes(text);
};

const textFits = (condition: FieldCondition, text: string, budget: ComparisonBudget): boolean =>
  (condition.$eq === undefined || condition.$eq === text) &&
  (condition.$ne === undefined || condition.$ne !== text) &&
  (condition.$in === undefined || isOneOf(condition.$in, text, budget)) &&
  (condition.$all === undefined || condition.$all.every((item) => item === text)) &&
  (condition.$glob === undefined || budget.matches(condition.$glob, text)) &&
  condition.$elemMatch === undefined;

const listFits = (condition: FieldCondition, list: readonly string[], budget: ComparisonBudget): boolean =>
  (condition.$eq === undefined || isOneOf(list, condition.$eq, budget)) &&
  (condition.$ne === undefined || !isOneOf(list, condition.$ne, budget)) &&
  (condition.$in === undefined || condition.$in.some((item) => isOneOf(list, item, budget))) &&
  (condition.$all === undefined || condition.$all.every((item) => isOneOf(list, item, budget))) &&
  (condition.$glob === undefined || list.some((text) => budget.matches(condition.$glob!, text))) &&
  condition.$elemMatch === undefined;

const entryFits = (
  conditions: Readonly<Record<string, FieldCondition>>,
  entry: Readonly<Record<string, string>>,
  budget: ComparisonBudget,
): boolean =>
  Object.entries(conditions).every(([key, condition]) => {
    budget.spend(1);
    const value = entry[key];
    return value !== undefined && textFits(condition, value, budget);
  });

const isTexts = (list: readonly unknown[]): list is readonly string[] => list.every((item) => typeof item === 'string');

/** Whether the value matches the condition. One item of a list must match; a missing field never matches. */
export const fits = (
  condition: FieldCondition,
  value: SubjectFields[string],
  budget = new ComparisonBudget(),
): boolean => {
  budget.spend(1);
  if (value === undefined) return false;
  if (typeof value === 'string') return textFits(condition, value, budget);
  if (condition.$elemMatch)
    return value.some((entry) => typeof entry === 'object' && entryFits(condition.$elemMatch!, entry, budget));
  return isTexts(value) && listFits(condition, value, budget);
};
