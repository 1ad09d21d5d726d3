import type { Rule } from './rule.ts';
import type { ValidationIssue } from '../platform/errors.ts';
import { actionsOf } from './ability.ts';
import { fits, readConditions, type FieldCondition } from './conditions.ts';
import { globProblem, literalPrefix } from './glob.ts';
import { formerSubjects } from './former-subjects.ts';
import { projectSubjects } from './project-subjects.ts';
import { templateProblem } from './templates.ts';

type Path = readonly string[];
type Conditions = Readonly<Record<string, unknown>>;

const issue = (code: ValidationIssue['code'], path: Path, message: string): ValidationIssue => ({
  code,
  in: 'body',
  path: [...path],
  message,
});

/** Old actions that include others, and so must not be combined with them. */
const exclusive: Readonly<Record<string, readonly [umbrella: string, ...parts: string[]]>> = {
  secrets: ['read', 'readValue', 'describeSecret'],
  member: ['grant-privileges', 'assign-role', 'assign-additional-privileges'],
  identity: ['grant-privileges', 'assign-role', 'assign-additional-privileges'],
  groups: ['grant-privileges', 'assign-role'],
};

const combinationIssues = (rule: Rule, path: Path): ValidationIssue[] => {
  const [umbrella, ...parts] = exclusive[rule.subject] ?? [];
  const actions = actionsOf(rule);
  const clashing = parts.filter((part) => actions.includes(part));
  if (umbrella === undefined || !actions.includes(umbrella) || clashing.length === 0) return [];
  return [
    issue(
      'invalid',
      [...path, 'action'],
      `must not combine ${umbrella} with ${clashing.join(' or ')}, which it includes`,
    ),
  ];
};

const onIdentity = (...actions: string[]) => Object.fromEntries(actions.map((action) => [action, ['identityId']]));

/** The conditions of actions that do not support all conditions of their subject. */
const conditionsByAction: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  member: {
    'assign-role': ['userEmail', 'assignableRole'],
    'assign-additional-privileges': ['userEmail', 'assignableSubject', 'assignableAction'],
  },
  identity: {
    create: [],
    ...onIdentity(
      'read',
      'edit',
      'delete',
      'assume-privileges',
      'revoke-auth',
      'edit-auth',
      'create-token',
      'get-token',
      'delete-token',
    ),
    'assign-role': ['identityId', 'assignableRole'],
    'assign-additional-privileges': ['identityId', 'assignableSubject', 'assignableAction'],
  },
};

/** Whether rules on the action may have this condition of its subject. */
export const takesCondition = (subject: string, action: string, field: string): boolean => {
  const byAction = conditionsByAction[subject] ?? {};
  return !Object.hasOwn(byAction, action) || byAction[action]!.includes(field);
};

const fieldIssues = (rule: Rule, conditions: Conditions, path: Path): ValidationIssue[] =>
  Object.keys(conditions).flatMap((field) => {
    const unsupported = actionsOf(rule).filter((action) => !takesCondition(rule.subject, action, field));
    return unsupported.length === 0
      ? []
      : [
          issue(
            'invalid',
            [...path, field],
            `is not supported for ${[...new Set(unsupported)].join(', ')} on ${rule.subject}`,
          ),
        ];
  });

const maxDepth = 10;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1)));

/** Every text in a value, with its path. */
export const textsIn = (value: unknown, path: Path): (readonly [string, Path])[] => {
  if (typeof value === 'string') return [[value, path]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => textsIn(child, [...path, key]));
};

const textIssues = (conditions: Conditions, path: Path): ValidationIssue[] =>
  textsIn(conditions, path).flatMap(([text, at]) => {
    const template = templateProblem(text);
    if (template !== undefined) return [issue('invalid', at, template)];
    const glob = at.at(-1) === '$glob' ? globProblem(text) : undefined;
    return glob === undefined ? [] : [issue('too_big', at, glob)];
  });

/**
 * Whether `assignableAction` names a subject that the conditions exclude; patterns count if their subject is literal.
 */
const isExcluded = (text: string, subjects: FieldCondition | 'unknown' | undefined): boolean => {
  const subject = text.split(':')[0]!;
  return typeof subjects === 'object' && literalPrefix(subject) === subject && !fits(subjects, subject);
};

/** Checks that assignable actions are written as `subject:action`, with an assignable subject. */
const assignableIssues = ({ assignableAction, assignableSubject }: Conditions, path: Path): ValidationIssue[] => {
  const subjects =
    assignableSubject === undefined
      ? undefined
      : readConditions({ assignableSubject }, undefined).get('assignableSubject');
  return textsIn(assignableAction, [...path, 'assignableAction']).flatMap(([text, at]) => {
    if (!/^[^:]+:[^:]+$/.test(text)) return [issue('pattern', at, 'must be written as subject:action')];
    if (at.includes('$ne') || text.includes('{{') || !isExcluded(text, subjects)) return [];
    return [issue('invalid', at, 'must have a subject that assignableSubject allows')];
  });
};

const ruleIssues = (rule: Rule, path: Path): ValidationIssue[] => {
  const conditions = rule.conditions ?? {};
  const at = [...path, 'conditions'];
  // Conditions on former subjects may be anything; the depth bounds the recursion below.
  if (isDeeper(conditions, maxDepth))
    return [issue('too_big', at, `must not be nested deeper than ${maxDepth} levels`)];
  const issues = [...combinationIssues(rule, path), ...textIssues(conditions, at)];
  // Former subjects have no further rules, and invalid templates cannot be evaluated.
  if (formerSubjects.includes(rule.subject) || issues.length > 0) return issues;
  return [...fieldIssues(rule, conditions, at), ...assignableIssues(conditions, at)];
};

/** Validates what the schema of project rules cannot express; `path` is the path of the list. */
export const projectRuleIssues = (rules: readonly Rule[], ...path: string[]): ValidationIssue[] =>
  rules.flatMap((rule, index) => ruleIssues(rule, [...path, `${index}`]));

/** Validates a rule of the older form, whose schema does not restrict conditions; `path` is the path of the rule. */
export const legacyRuleIssues = (rule: Rule, ...path: string[]): ValidationIssue[] => {
  const conditions = rule.conditions ?? {};
  const definition = projectSubjects.get(rule.subject);
  const unsupported = definition
    ? Object.keys(conditions).filter((field) => !definition.conditions || !Object.hasOwn(definition.conditions, field))
    : [];
  const supported = {
    ...rule,
    conditions: Object.fromEntries(Object.entries(conditions).filter(([field]) => !unsupported.includes(field))),
  };
  return [
    ...unsupported.map((field) =>
      issue('unknown', [...path, 'conditions', field], `is not a condition of rules on ${rule.subject}`),
    ),
    ...ruleIssues(supported, path),
  ];
};
