import type { Rule } from './rule.ts';
import type { ValidationIssue } from '../platform/errors.ts';
import { actionsOf } from './ability.ts';
import { fits, readConditions, type FieldCondition } from './conditions.ts';
import { globProblem, literalPrefix } from './glob.ts';
import { formerSubjects, projectSubjects } from './project-subjects.ts';
import { templateProblem } from './templates.ts';

type Path = readonly string[];
type Conditions = Readonly<Record<string, unknown>>;

const issue = (code: ValidationIssue['code'], path: Path, message: string): ValidationIssue => ({
  code,
  in: 'body',
  path: [...path],
  message,
});

/** Old actions that stand for others, and so do not go together with them. */
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
      `must not combine ${umbrella} with ${clashing.join(' or ')}, which it stands for`,
    ),
  ];
};

const onIdentity = (...actions: string[]) => Object.fromEntries(actions.map((action) => [action, ['identityId']]));

/** What conditions may speak of where an action does not know them all. */
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

/** Whether rules on that action may have the condition, of a subject that has it. */
export const takesCondition = (subject: string, action: string, field: string): boolean => {
  const byAction = conditionsByAction[subject] ?? {};
  return !Object.hasOwn(byAction, action) || byAction[action]!.includes(field);
};

const fieldIssues = (rule: Rule, conditions: Conditions, path: Path): ValidationIssue[] =>
  Object.keys(conditions).flatMap((field) => {
    const strange = actionsOf(rule).filter((action) => !takesCondition(rule.subject, action, field));
    return strange.length === 0
      ? []
      : [issue('invalid', [...path, field], `does not go with ${[...new Set(strange)].join(', ')} on ${rule.subject}`)];
  });

const maxDepth = 10;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((child) => isDeeper(child, levels - 1)));

/** Every text in a value, with the keys that lead to it. */
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
 * Whether a text of `assignableAction` names a subject that the conditions exclude; a pattern counts if its subject is
 * plain.
 */
const isExcluded = (text: string, subjects: FieldCondition | 'unknown' | undefined): boolean => {
  const subject = text.split(':')[0]!;
  return typeof subjects === 'object' && literalPrefix(subject) === subject && !fits(subjects, subject);
};

/** The actions that may be assigned are written `subject:action`, of subjects that may be assigned. */
const assignableIssues = ({ assignableAction, assignableSubject }: Conditions, path: Path): ValidationIssue[] => {
  const subjects =
    assignableSubject === undefined
      ? undefined
      : readConditions({ assignableSubject }, undefined).get('assignableSubject');
  return textsIn(assignableAction, [...path, 'assignableAction']).flatMap(([text, at]) => {
    if (!/^[^:]+:[^:]+$/.test(text)) return [issue('pattern', at, 'must be written as subject:action')];
    if (at.includes('$ne') || text.includes('{{') || !isExcluded(text, subjects)) return [];
    return [issue('invalid', at, 'must be of a subject that assignableSubject allows')];
  });
};

const ruleIssues = (rule: Rule, path: Path): ValidationIssue[] => {
  const conditions = rule.conditions ?? {};
  const at = [...path, 'conditions'];
  // Only subjects of the past let conditions be anything; what walks through them must come back.
  if (isDeeper(conditions, maxDepth))
    return [issue('too_big', at, `must not be nested deeper than ${maxDepth} levels`)];
  const issues = [...combinationIssues(rule, path), ...textIssues(conditions, at)];
  // Nothing more is known of subjects of the past; and templates that are wrong cannot be read further.
  if (formerSubjects.includes(rule.subject) || issues.length > 0) return issues;
  return [...fieldIssues(rule, conditions, at), ...assignableIssues(conditions, at)];
};

/** What is wrong with rules of a project that their shape does not show; `path` leads to the list. */
export const projectRuleIssues = (rules: readonly Rule[], ...path: string[]): ValidationIssue[] =>
  rules.flatMap((rule, index) => ruleIssues(rule, [...path, `${index}`]));

/**
 * The same for a rule of the older form, whose shape does not even show which conditions its subject knows; `path`
 * leads to the rule.
 */
export const legacyRuleIssues = (rule: Rule, ...path: string[]): ValidationIssue[] => {
  const conditions = rule.conditions ?? {};
  const known = projectSubjects.get(rule.subject);
  const strange = known
    ? Object.keys(conditions).filter((field) => !known.conditions || !Object.hasOwn(known.conditions, field))
    : [];
  const sound = {
    ...rule,
    conditions: Object.fromEntries(Object.entries(conditions).filter(([field]) => !strange.includes(field))),
  };
  return [
    ...strange.map((field) =>
      issue('unknown', [...path, 'conditions', field], `rules on ${rule.subject} have no such condition`),
    ),
    ...ruleIssues(sound, path),
  ];
};
