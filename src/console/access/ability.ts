import type { components } from '../../../generated/api.d.ts';
import { globOf } from './glob.ts';

export type PackedRule = components['schemas']['PackedRule'];

/** The fields of the object that rules are checked against, by the names that conditions use. */
export type SubjectFields = Readonly<
  Record<string, string | readonly string[] | readonly Readonly<Record<string, string>>[] | undefined>
>;

type Value = NonNullable<SubjectFields[string]>;
type Holds = (value: Value) => boolean;

interface Rule {
  readonly actions: readonly string[];
  readonly subject: string;
  readonly isDeny: boolean;
  /** By field; undefined if it cannot be evaluated here, or refers to a value that the user does not have. */
  readonly conditions: readonly (readonly [field: string, holds: Holds | undefined])[];
}

/** Actions that include several others. */
const included: Readonly<Record<string, readonly string[]>> = {
  'secrets:read': ['describeSecret', 'readValue'],
  'identity:grant-privileges': ['assign-role', 'assign-additional-privileges'],
  'member:grant-privileges': ['assign-role', 'assign-additional-privileges'],
  'groups:grant-privileges': ['assign-role'],
};

/** The actions that an action of a project includes. */
export const expand = (subject: string, action: string): readonly string[] =>
  included[`${subject}:${action}`] ?? (action === 'write' ? ['create', 'edit', 'delete'] : [action]);

const textsIn = (value: Value): readonly string[] =>
  typeof value === 'string' ? [value] : value.filter((item) => typeof item === 'string');

const plainPath = (path: string): string => path.replace(/(?<=.)\/+$/s, '');

/** The test of one operator; undefined if it cannot be evaluated. */
const operatorOf = (operator: string, operand: unknown, field: string): Holds | undefined => {
  const plain = (text: unknown): string => (field === 'secretPath' ? plainPath(String(text)) : String(text));
  const all = Array.isArray(operand) ? operand.map(plain) : [];
  const wanted = plain(operand);
  const glob = operator === '$glob' ? globOf(String(operand), field === 'secretPath') : undefined;
  const tests: Readonly<Record<string, Holds | undefined>> = {
    $eq: (value) => textsIn(value).includes(wanted),
    $ne: (value) => !textsIn(value).includes(wanted),
    $in: (value) => textsIn(value).some((text) => all.includes(text)),
    $all: (value) => all.every((text) => textsIn(value).includes(text)),
    $glob: glob && ((value) => textsIn(value).some(glob)),
    $elemMatch: (value) => Array.isArray(value) && value.some((entry) => entryHolds(operand, entry)),
  };
  return tests[operator];
};

const entryHolds = (operand: unknown, entry: unknown): boolean => {
  const fields = entry as Readonly<Record<string, string>>;
  return Object.entries(operand as object).every(([key, condition]) => {
    const value = fields[key];
    return value !== undefined && (conditionOf(key, condition)?.(value) ?? false);
  });
};

const hasTemplate = (condition: unknown): boolean => JSON.stringify(condition).includes('{{');

/** The test of a condition, of which all operators must hold; undefined if it cannot be evaluated. */
const conditionOf = (field: string, condition: unknown): Holds | undefined => {
  if (hasTemplate(condition)) return undefined;
  const operators = typeof condition === 'string' ? { $eq: condition } : (condition as object);
  const tests = Object.entries(operators).map(([operator, operand]) => operatorOf(operator, operand, field));
  if (tests.includes(undefined)) return undefined;
  return (value) => tests.every((holds) => holds!(value));
};

const textOf = (value: PackedRule[number] | undefined): string => (typeof value === 'string' ? value : '');

const unpack = ([actions, subject, conditions, inverted]: PackedRule): Rule => ({
  actions: textOf(actions)
    .split(',')
    .flatMap((action) => expand(textOf(subject), action)),
  subject: textOf(subject),
  isDeny: inverted === 1,
  conditions: Object.entries(typeof conditions === 'object' ? conditions : {}).map(([field, condition]) => [
    field,
    conditionOf(field, condition),
  ]),
});

/**
 * Whether a rule applies. A condition that cannot be evaluated holds for a deny and not for an allow. With `isPartial`,
 * fields that are not given may have any value, in favour of the user.
 */
const applies = ({ conditions, isDeny }: Rule, fields: SubjectFields, isPartial: boolean): boolean =>
  conditions.every(([field, holds]) => {
    if (!holds) return isDeny;
    const value = fields[field];
    return value === undefined ? isPartial && !isDeny : holds(value);
  });

/** What the rules of a user allow, evaluated as the server does, to say in advance what it would refuse. */
export class Ability {
  readonly #rules: readonly Rule[];

  constructor(packed: readonly PackedRule[]) {
    this.#rules = packed.map(unpack);
  }

  /** False until the rules are loaded. */
  get hasRules(): boolean {
    return this.#rules.length > 0;
  }

  /** Whether the action is allowed on an object with exactly these fields. */
  can(action: string, subject: string, fields: SubjectFields = {}): boolean {
    return this.#allows(action, subject, fields, false);
  }

  /** Whether the action is allowed on some object with these fields, whatever its others are. */
  may(action: string, subject: string, fields: SubjectFields = {}): boolean {
    return this.#allows(action, subject, fields, true);
  }

  #allows(action: string, subject: string, fields: SubjectFields, isPartial: boolean): boolean {
    return expand(subject, action).every((name) => {
      const rules = this.#rules.filter(
        (rule) => rule.subject === subject && rule.actions.includes(name) && applies(rule, fields, isPartial),
      );
      return rules.length > 0 && !rules.some(({ isDeny }) => isDeny);
    });
  }
}
