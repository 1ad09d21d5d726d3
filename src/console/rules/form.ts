import { subjectOf, isFormer, type Rule, type RuleScope } from './rule.ts';

export type Operand =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  /** Conditions on the parts of one entry of a list. */
  | { readonly kind: 'entry'; readonly parts: readonly ConditionForm[] };

export interface OperatorForm {
  readonly operator: string;
  readonly operand: Operand;
}

/** The condition on one field; all operators must hold. */
export interface ConditionForm {
  readonly field: string;
  /** Whether it is stored as a plain text instead of `$eq`. */
  readonly isPlain: boolean;
  readonly operators: readonly OperatorForm[];
}

/** A rule as the fields of a form show it, with how it is stored. */
export interface FieldsForm {
  readonly kind: 'fields';
  readonly subject: string;
  readonly actions: readonly string[];
  /** Whether the only action is stored as a text instead of a list. */
  readonly isOneAction: boolean;
  readonly inverted: boolean | undefined;
  readonly conditions: readonly ConditionForm[];
  /** What is stored if there are no conditions. */
  readonly noConditions: 'absent' | 'null' | 'empty';
}

/** A rule that has no fields here, such as one on an unknown subject. */
export interface OtherForm {
  readonly kind: 'other';
  readonly rule: unknown;
}

export type RuleForm = FieldsForm | OtherForm;

type Properties = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Properties =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

/** All results, or undefined if one is. */
const all = <T>(items: readonly (T | undefined)[]): T[] | undefined =>
  items.includes(undefined) ? undefined : (items as T[]);

const readOperand = (operator: string, value: unknown): Operand | undefined => {
  if (typeof value === 'string') return { kind: 'text', text: value };
  if (isTexts(value)) return { kind: 'texts', texts: value };
  if (operator !== '$elemMatch' || !isObject(value)) return undefined;
  const parts = readConditions(value);
  return parts && { kind: 'entry', parts };
};

const readCondition = (field: string, value: unknown): ConditionForm | undefined => {
  if (typeof value === 'string')
    return { field, isPlain: true, operators: [{ operator: '$eq', operand: { kind: 'text', text: value } }] };
  if (!isObject(value)) return undefined;
  const operators = all(
    Object.entries(value).map(([operator, operand]) => {
      const read = readOperand(operator, operand);
      return read && { operator, operand: read };
    }),
  );
  return operators && { field, isPlain: false, operators };
};

const readConditions = (conditions: Properties): ConditionForm[] | undefined =>
  all(Object.entries(conditions).map(([field, condition]) => readCondition(field, condition)));

const names = ['subject', 'action', 'conditions', 'inverted'];

const readFields = (rule: Properties): FieldsForm | undefined => {
  const { subject, action, conditions, inverted } = rule;
  const hasFields =
    Object.keys(rule).every((name) => names.includes(name)) &&
    typeof subject === 'string' &&
    (typeof action === 'string' || isTexts(action)) &&
    (inverted === undefined || typeof inverted === 'boolean') &&
    (conditions === undefined || conditions === null || isObject(conditions));
  if (!hasFields) return undefined;
  const read = readConditions(conditions ?? {});
  return (
    read && {
      kind: 'fields',
      subject,
      actions: typeof action === 'string' ? [action] : action,
      isOneAction: typeof action === 'string',
      inverted,
      conditions: read,
      noConditions: conditions === null ? 'null' : conditions === undefined || read.length > 0 ? 'absent' : 'empty',
    }
  );
};

/** Reads a stored rule into a form. Nothing of it is lost: `ruleOf` returns the same rule again. */
export const formOf = (scope: RuleScope, rule: unknown): RuleForm => {
  const other: OtherForm = { kind: 'other', rule };
  if (!isObject(rule)) return other;
  const subject = subjectOf(scope, rule.subject);
  const form = readFields(rule);
  // Former subjects accept any condition, which only its JSON can show.
  if (!subject || !form || (isFormer(subject) && form.conditions.length > 0)) return other;
  return form;
};

/** Also for a field named `__proto__`. */
const objectOf = (entries: readonly (readonly [string, unknown])[]): Properties => Object.fromEntries(entries);

const writeOperand = (operand: Operand): unknown => {
  if (operand.kind === 'text') return operand.text;
  return operand.kind === 'texts' ? operand.texts : writeConditions(operand.parts);
};

const writeCondition = ({ isPlain, operators }: ConditionForm): unknown =>
  isPlain
    ? writeOperand(operators[0]!.operand)
    : objectOf(operators.map(({ operator, operand }) => [operator, writeOperand(operand)]));

const writeConditions = (conditions: readonly ConditionForm[]): Properties =>
  objectOf(conditions.map((condition) => [condition.field, writeCondition(condition)]));

const withoutConditions = { absent: {}, null: { conditions: null }, empty: { conditions: {} } } as const;

/** The rule that a form shows. */
export const ruleOf = (form: RuleForm): Rule => {
  if (form.kind === 'other') return form.rule as Rule;
  const { subject, actions, isOneAction, inverted, conditions, noConditions } = form;
  return {
    subject,
    action: isOneAction && actions.length === 1 ? actions[0]! : actions,
    ...(conditions.length > 0 ? { conditions: writeConditions(conditions) } : withoutConditions[noConditions]),
    ...(inverted !== undefined && { inverted }),
  };
};
