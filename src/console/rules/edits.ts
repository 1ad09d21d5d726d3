import { conditionKinds, type ConditionKind, type RuleScope } from '../../../generated/rules.ts';
import { projectActions } from '../../access/ability.ts';
import type { ConditionForm, FieldsForm, Operand, OperatorForm } from './form.ts';
import { canDeny, entryOf, kindOf, subjectOf, type Rule } from './rule.ts';

export const newRule = (scope: RuleScope): Rule =>
  scope === 'project'
    ? { subject: 'secrets', action: ['describeSecret', 'readValue'] }
    : { subject: 'member', action: ['read'] };

/** Changes the subject, and keeps the actions and conditions that it has too. */
export const withSubject = (scope: RuleScope, form: FieldsForm, subject: string): FieldsForm => {
  const found = subjectOf(scope, subject);
  const conditions = form.conditions.filter(({ field }) => kindOf(found, field) !== undefined);
  return {
    ...form,
    subject,
    actions: form.actions.filter((action) => !found?.actions || Object.hasOwn(found.actions, action)),
    isOneAction: false,
    conditions,
    inverted: canDeny(found) ? form.inverted : undefined,
  };
};

/** Adds or removes an action. One that includes others replaces them, and is replaced by them. */
export const withAction = (scope: RuleScope, form: FieldsForm, action: string, isWanted: boolean): FieldsForm => {
  const parts = (name: string): readonly string[] =>
    scope === 'project' ? projectActions(form.subject, name).filter((part) => part !== name) : [];
  const isCompatible = (other: string): boolean => !parts(action).includes(other) && !parts(other).includes(action);
  const others = form.actions.filter((other) => other !== action && (!isWanted || isCompatible(other)));
  return { ...form, isOneAction: false, actions: isWanted ? [...others, action] : others };
};

/** Chooses all actions but those that only include others. */
export const withAllActions = (scope: RuleScope, form: FieldsForm): FieldsForm => ({
  ...form,
  isOneAction: false,
  actions: Object.keys(subjectOf(scope, form.subject)?.actions ?? {}).filter(
    (action) => scope === 'organization' || projectActions(form.subject, action).includes(action),
  ),
});

export const operatorsOf = (kind: ConditionKind | undefined): readonly string[] =>
  kind === undefined ? ['$eq', '$ne', '$in', '$glob'] : conditionKinds[kind].operators;

const isList = (operator: string): boolean => operator === '$in' || operator === '$all';

const emptyOperand = (operator: string): Operand => {
  if (isList(operator)) return { kind: 'texts', texts: [] };
  if (operator !== '$elemMatch') return { kind: 'text', text: '' };
  const part = (field: string): ConditionForm => ({
    field,
    isPlain: false,
    operators: [{ operator: '$eq', operand: emptyOperand('$eq') }],
  });
  return { kind: 'entry', parts: [part('key'), part('value')] };
};

const usualOperators = { environment: '$in', secretPath: '$glob' };

/** The operator that a new condition on the field begins with. */
const usualOperator = (field: string, unused: readonly string[]): string => {
  const usual = entryOf(usualOperators, field);
  return usual !== undefined && unused.includes(usual) ? usual : unused[0]!;
};

export const unusedOperators = (condition: ConditionForm | undefined, kind: ConditionKind | undefined) =>
  operatorsOf(kind).filter((operator) => !condition?.operators.some((used) => used.operator === operator));

const newOperator = (operator: string): OperatorForm => ({ operator, operand: emptyOperand(operator) });

/** Adds a condition on the field, or another operator to the one that it has. */
export const addCondition = (
  conditions: readonly ConditionForm[],
  field: string,
  kind: ConditionKind | undefined,
): readonly ConditionForm[] => {
  const existing = conditions.find((condition) => condition.field === field);
  const unused = unusedOperators(existing, kind);
  if (unused.length === 0) return conditions;
  const operator = newOperator(usualOperator(field, unused));
  if (!existing) return [...conditions, { field, isPlain: false, operators: [operator] }];
  return conditions.map((condition) =>
    condition === existing
      ? { ...condition, isPlain: false, operators: [...condition.operators, operator] }
      : condition,
  );
};

/** What was typed for one operator, for another one. */
const convert = (operand: Operand, operator: string): Operand => {
  if (operand.kind === 'entry') return emptyOperand(operator);
  const texts = operand.kind === 'texts' ? operand.texts : operand.text === '' ? [] : [operand.text];
  return isList(operator) ? { kind: 'texts', texts } : { kind: 'text', text: texts[0] ?? '' };
};

/** Replaces one operator of a condition; undefined removes it. A condition without operators is removed as well. */
export const withOperator = (
  conditions: readonly ConditionForm[],
  field: string,
  old: string,
  change: OperatorForm | undefined,
): readonly ConditionForm[] =>
  conditions.flatMap((condition) => {
    if (condition.field !== field) return [condition];
    const operators = condition.operators.flatMap((each) => (each.operator !== old ? [each] : change ? [change] : []));
    const isPlain = condition.isPlain && change?.operator === '$eq';
    return operators.length === 0 ? [] : [{ ...condition, isPlain, operators }];
  });

/** The operator with what was typed for another one. */
export const changedOperator = ({ operand }: OperatorForm, operator: string): OperatorForm => ({
  operator,
  operand: convert(operand, operator),
});
