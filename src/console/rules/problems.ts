import { fieldLabel } from './condition-words.ts';
import { conditionsCover, neverHolds } from './matching.ts';
import { projectActions } from '../../access/ability.ts';
import {
  actionsOf,
  canDeny,
  entryOf,
  expandedActions,
  isFormer,
  isRule,
  joined,
  kindOf,
  subjectOf,
  type Rule,
  type RuleScope,
} from './rule.ts';
import { groupWords } from './words.ts';

/** What conditions can name: all values that a field has, by field; absent for those that are not known. */
export type ExistingValues = Readonly<Record<string, readonly string[] | undefined>>;

export interface Problem {
  /** The position of the rule. */
  readonly rule: number;
  /** Whether the server refuses the rule; otherwise it is saved, and does not do what it seems to. */
  readonly isError: boolean;
  readonly text: string;
}

type Found = Omit<Problem, 'rule'>;

const error = (text: string): Found => ({ isError: true, text });
const warning = (text: string): Found => ({ isError: false, text });

const subjectProblems = (scope: RuleScope, rule: Rule): Found[] => {
  const subject = subjectOf(scope, rule.subject);
  if (!subject) return [error(`There is no subject '${rule.subject}'.`)];
  return [
    ...(subject.isUsed ? [] : [warning(`No feature of this server uses ${subject.noun}: the rule changes nothing.`)]),
    ...(rule.inverted && !canDeny(subject) ? [error(`Rules on ${subject.noun} cannot deny.`)] : []),
  ];
};

const actionProblems = (scope: RuleScope, rule: Rule): Found[] => {
  const { actions: known, noun } = subjectOf(scope, rule.subject) ?? {};
  const actions = actionsOf(rule);
  if (actions.length === 0) return [error('Choose at least one action.')];
  const unknown = known ? actions.filter((action) => !Object.hasOwn(known, action)) : [];
  const clashing =
    scope === 'project'
      ? actions.filter((action) =>
          projectActions(rule.subject, action).some((part) => part !== action && actions.includes(part)),
        )
      : [];
  return [
    ...(unknown.length > 0
      ? [
          error(
            `Rules on ${noun!} have no action ${joined(
              unknown.map((name) => `'${name}'`),
              'or',
            )}.`,
          ),
        ]
      : []),
    ...clashing.map((action) => error(`'${action}' includes other actions of the rule. Choose either it or them.`)),
  ];
};

const textsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** The texts that a condition compares with as they are. */
const literals = (condition: unknown): readonly string[] => {
  if (typeof condition !== 'object' || condition === null) return textsIn(condition);
  const { $glob: _, ...others } = condition as Record<string, unknown>;
  return textsIn(others);
};

const valueProblem = (field: string, condition: unknown): Found[] => {
  const texts = textsIn(condition);
  if (texts.includes('')) return [error(`${fieldLabel(field)}: enter a value.`)];
  if (field === 'secretPath' && literals(condition).some((path) => !path.startsWith('/')))
    return [error('Folder: paths begin with a slash.')];
  return [];
};

const isEmptyList = (condition: unknown): boolean => {
  const { $in } = (condition ?? {}) as { $in?: unknown };
  return Array.isArray($in) && $in.length === 0;
};

/** What a project has of which conditions name one. */
const projectNouns: Readonly<Record<string, string>> = {
  environment: 'environment',
  secretTags: 'tag',
  assignableRole: 'role',
};

const unknownValues = (field: string, condition: unknown, known: readonly string[]): Found[] => {
  const noun = entryOf(projectNouns, field) ?? fieldLabel(field).toLowerCase();
  if (neverHolds(field, condition, known)) {
    const existing = known.length === 0 ? 'none' : joined(known.slice(0, 20));
    return [warning(`Never matches: this project has no such ${noun} (it has ${existing}).`)];
  }
  const unknown = literals(condition).filter((text) => !known.includes(text) && !text.includes('{{'));
  return unknown.map((text) => warning(`This project has no ${noun} '${text}'.`));
};

const neverMatches = (field: string, condition: unknown, existing: ExistingValues): Found[] => {
  const label = fieldLabel(field).toLowerCase();
  if (isEmptyList(condition)) return [warning(`Never matches until a value is listed for ${label}.`)];
  if (neverHolds(field, condition)) return [warning(`Never matches: no value meets this condition on ${label}.`)];
  if (field === 'eventType') return [warning('Never matches: no request of this server carries an event type.')];
  const known = entryOf(existing, field);
  return known ? unknownValues(field, condition, known) : [];
};

const conditionProblems = (scope: RuleScope, rule: Rule, existing: ExistingValues): Found[] => {
  const subject = subjectOf(scope, rule.subject);
  if (!subject || isFormer(subject)) return [];
  return Object.entries(rule.conditions ?? {}).flatMap(([field, condition]) => {
    if (kindOf(subject, field) === undefined) return [error(`Rules on ${subject.noun} have no condition '${field}'.`)];
    const refused = actionsOf(rule).filter((action) => entryOf(subject.unsupported, action)?.includes(field));
    if (refused.length > 0) return [error(`${fieldLabel(field)} cannot be a condition for ${joined(refused)}.`)];
    const invalid = valueProblem(field, condition);
    return invalid.length > 0 ? invalid : neverMatches(field, condition, existing);
  });
};

/** The actions of an allow that another rule denies altogether. */
const hiddenProblems = (scope: RuleScope, rules: readonly Rule[], rule: Rule): Found[] => {
  if (rule.inverted) return [];
  const actions = expandedActions(scope, rule.subject, actionsOf(rule));
  return rules.flatMap((deny, index) => {
    if (
      !isRule(deny) ||
      !deny.inverted ||
      deny.subject !== rule.subject ||
      !conditionsCover(deny.conditions, rule.conditions)
    )
      return [];
    const denied = expandedActions(scope, deny.subject, actionsOf(deny));
    const hidden = actions.filter((action) => denied.includes(action));
    if (hidden.length === 0) return [];
    if (hidden.length === actions.length) return [warning(`Has no effect: rule ${index + 1} denies all of this.`)];
    const words = groupWords(scope, { subject: rule.subject, isDeny: false, conditions: {}, actions: hidden });
    return [warning(`Does not allow to ${words}: rule ${index + 1} denies that.`)];
  });
};

const problemsOf = (scope: RuleScope, rules: readonly Rule[], rule: Rule, existing: ExistingValues): Found[] =>
  isRule(rule)
    ? [
        ...subjectProblems(scope, rule),
        ...actionProblems(scope, rule),
        ...conditionProblems(scope, rule, existing),
        ...hiddenProblems(scope, rules, rule),
      ]
    : [error('A rule has a subject and an action.')];

/** What is wrong with rules, or does not do what it seems to. */
export const findProblems = (
  scope: RuleScope,
  rules: readonly Rule[],
  existing: ExistingValues = {},
): readonly Problem[] =>
  rules.flatMap((rule, index) => problemsOf(scope, rules, rule, existing).map((found) => ({ rule: index, ...found })));
