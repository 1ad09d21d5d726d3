import type { Rule } from '../resources/roles/store.ts';
import { foldCharacters, foldName, isNameField } from './folding.ts';
import { compileGlob, withoutTrailingSlash, type GlobCharacter } from './glob.ts';
import { formerSubjects } from './project-subjects.ts';
import { resolveTemplates, type Values } from './templates.ts';

/** The thing that a question is about, by the names that conditions use. */
export type Thing = Readonly<Record<string, string | readonly string[] | readonly Readonly<Record<string, string>>[] | undefined>>;

/** The conditions of a rule on one field; all of its operators have to hold. Templates are filled in. */
export interface FieldCondition {
  readonly $eq?: string;
  readonly $ne?: string;
  readonly $in?: readonly string[];
  readonly $all?: readonly string[];
  readonly $glob?: { readonly pattern: string; readonly characters: readonly GlobCharacter[]; readonly matches: (text: string) => boolean };
  readonly $elemMatch?: Readonly<Record<string, FieldCondition>>;
}

/** By field; a field that has lost its value with a template is `unknown`. */
export type Conditions = ReadonlyMap<string, FieldCondition | 'unknown'>;

class ValueIsMissing extends Error {}

const fill = (text: string, values: Values | undefined) => {
  const characters = resolveTemplates(text, values);
  if (!characters) throw new ValueIsMissing();
  return characters;
};

/** How the texts of a field are compared, once their templates are filled in. */
interface Comparison {
  readonly text: (text: string) => string;
  readonly glob: (pattern: readonly GlobCharacter[]) => readonly GlobCharacter[];
}

const asWritten: Comparison = { text: (text) => text, glob: (pattern) => pattern };

/** Paths of folders have no slash at the end, so that one in a rule is not part of the path. */
const asPath: Comparison = { text: (text) => text.replace(/(?<=.)\/+$/s, ''), glob: withoutTrailingSlash };

/** Without case. */
const asName: Comparison = { text: foldName, glob: foldCharacters };

const comparisonOf = (field: string): Comparison => {
  if (field === 'secretPath') return asPath;
  return isNameField(field) ? asName : asWritten;
};

/** The values that templates get, and how the filled text is compared. */
interface Reading {
  readonly values: Values | undefined;
  readonly comparison: Comparison;
}

const filled = (text: string, { values, comparison }: Reading): string =>
  comparison.text(
    text.includes('{{')
      ? fill(text, values)
          .map(({ character }) => character)
          .join('')
      : text,
  );

const globOf = (text: string, { values, comparison }: Reading): NonNullable<FieldCondition['$glob']> => {
  const characters = comparison.glob(fill(text, values));
  // What was filled in must not look like a wildcard to whoever compares patterns.
  const pattern = characters.map(({ character, isLiteral }) => (isLiteral && '*?{},'.includes(character) ? `\0${character}` : character)).join('');
  return { pattern, characters, matches: compileGlob(characters) };
};

const readers: { readonly [Op in keyof Required<FieldCondition>]: (given: never, reading: Reading) => unknown } = {
  $eq: filled,
  $ne: filled,
  $in: (given: readonly string[], reading) => given.map((text) => filled(text, reading)),
  $all: (given: readonly string[], reading) => given.map((text) => filled(text, reading)),
  $glob: globOf,
  $elemMatch: (given: Readonly<Record<string, unknown>>, reading) => Object.fromEntries(Object.entries(given).map(([key, condition]) => [key, readField(condition, reading)])),
};

const readField = (given: unknown, reading: Reading): FieldCondition => {
  if (typeof given === 'string') return { $eq: filled(given, reading) };
  const operators = Object.entries(given as object).map(([operator, value]) => {
    const read = readers[operator as keyof FieldCondition] as ((value: unknown, reading: Reading) => unknown) | undefined;
    // What is stored was checked; an operator that is not known must not be taken for none.
    if (!read) throw new Error(`unknown operator ${operator}`);
    return [operator, read(value, reading)];
  });
  return Object.fromEntries(operators) as FieldCondition;
};

/** The conditions as they are stored, with the templates filled in for somebody. */
export const readConditions = (stored: Readonly<Record<string, unknown>> | null | undefined, values: Values | undefined): Conditions =>
  new Map<string, FieldCondition | 'unknown'>(
    Object.entries(stored ?? {}).map(([field, given]) => {
      try {
        return [field, readField(given, { values, comparison: comparisonOf(field) })];
      } catch (error) {
        if (error instanceof ValueIsMissing) return [field, 'unknown'];
        throw error;
      }
    }),
  );

/** The conditions of a rule. On subjects of the past they were never checked, so nothing is known of them. */
export const conditionsOf = ({ subject, conditions }: Pick<Rule, 'subject' | 'conditions'>, values: Values | undefined): Conditions =>
  formerSubjects.includes(subject) ? new Map(Object.keys(conditions ?? {}).map((field) => [field, 'unknown'])) : readConditions(conditions, values);

const textFits = (condition: FieldCondition, text: string): boolean =>
  (condition.$eq === undefined || condition.$eq === text) &&
  (condition.$ne === undefined || condition.$ne !== text) &&
  (condition.$in === undefined || condition.$in.includes(text)) &&
  (condition.$all === undefined || condition.$all.every((wanted) => wanted === text)) &&
  (condition.$glob === undefined || condition.$glob.matches(text)) &&
  condition.$elemMatch === undefined;

const listFits = (condition: FieldCondition, list: readonly string[]): boolean =>
  (condition.$eq === undefined || list.includes(condition.$eq)) &&
  (condition.$ne === undefined || !list.includes(condition.$ne)) &&
  (condition.$in === undefined || condition.$in.some((wanted) => list.includes(wanted))) &&
  (condition.$all === undefined || condition.$all.every((wanted) => list.includes(wanted))) &&
  (condition.$glob === undefined || list.some((text) => condition.$glob!.matches(text))) &&
  condition.$elemMatch === undefined;

const entryFits = (wanted: Readonly<Record<string, FieldCondition>>, entry: Readonly<Record<string, string>>): boolean =>
  Object.entries(wanted).every(([key, condition]) => {
    const value = entry[key];
    return value !== undefined && textFits(condition, value);
  });

const isTexts = (list: readonly unknown[]): list is readonly string[] => list.every((item) => typeof item === 'string');

/** Whether the value is one that the condition speaks of. Of a list, some item has to be; a thing without the field never is. */
export const fits = (condition: FieldCondition, value: Thing[string]): boolean => {
  if (value === undefined) return false;
  if (typeof value === 'string') return textFits(condition, value);
  if (condition.$elemMatch) return value.some((entry) => typeof entry === 'object' && entryFits(condition.$elemMatch!, entry));
  return isTexts(value) && listFits(condition, value);
};
