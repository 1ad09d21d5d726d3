import { ruleSubjects, type ConditionKind, type RuleScope, type RuleSubject } from '../../../generated/rules.ts';
import { projectActions } from '../../access/ability.ts';

export type { RuleScope } from '../../../generated/rules.ts';

/** A rule as the API takes and returns it. */
export interface Rule {
  readonly subject: string;
  readonly action: string | readonly string[];
  readonly conditions?: Readonly<Record<string, unknown>> | null | undefined;
  readonly inverted?: boolean | undefined;
}

/** Whether a stored rule has the shape of one; others are shown as they are. */
export const isRule = (rule: unknown): rule is Rule => {
  const { subject, action, conditions } = (rule ?? {}) as Record<string, unknown>;
  return (
    typeof subject === 'string' &&
    (typeof action === 'string' || (Array.isArray(action) && action.every((name) => typeof name === 'string'))) &&
    (typeof conditions === 'object' || conditions === undefined)
  );
};

/** The value of an entry of a table; names such as `constructor` are not entries. */
export const entryOf = <T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  table && Object.hasOwn(table, name) ? table[name] : undefined;

export const subjectOf = (scope: RuleScope, subject: unknown): RuleSubject | undefined =>
  typeof subject === 'string' ? entryOf(ruleSubjects[scope], subject) : undefined;

/** Whether no feature has the subject any more, so that any action and condition is accepted. */
export const isFormer = (subject: RuleSubject | undefined): boolean => subject?.actions === undefined;

/** The kind of a condition; undefined if the subject does not have it. */
export const kindOf = (subject: RuleSubject | undefined, field: string): ConditionKind | undefined =>
  entryOf(subject?.conditions, field);

export const canDeny = (subject: RuleSubject | undefined): boolean =>
  isFormer(subject) || Object.keys(subject!.conditions!).length > 0;

export const actionsOf = ({ action }: Pick<Rule, 'action'>): readonly string[] =>
  typeof action === 'string' ? [action] : action;

/** The actions that a rule is about, with those that old actions include. */
export const expandedActions = (scope: RuleScope, subject: string, actions: readonly string[]): readonly string[] =>
  scope === 'project'
    ? [...new Set(actions.flatMap((action) => projectActions(subject, action)))]
    : [...new Set(actions)];

/** A text that is the same for equal JSON values, whatever the order of their properties. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

/** "a, b and c" */
export const joined = (items: readonly string[], word = 'and'): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)!}`;
