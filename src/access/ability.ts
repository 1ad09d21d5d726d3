import type { Rule } from './rule.ts';
import type { Timestamp } from '../platform/clock.ts';
import { ActionRules } from './action-rules.ts';
import type { SubjectFields } from './conditions.ts';
import { ComparisonBudget } from './comparison-budget.ts';
import { fieldFits } from './field-fits.ts';
import { isActive, ReadyRule, type Grant } from './grant.ts';
import type { Values } from './templates.ts';

export interface Decision {
  readonly isAllowed: boolean;
  /** The rule that decided; undefined if no rule applies. */
  readonly by: ReadyRule | undefined;
}

/** Matches every action of a subject; used by built-in roles only. */
export const everyAction = '*';

/** Old actions that include several others. */
const umbrellas = new Map<string, readonly string[]>([
  ['secrets:read', ['describeSecret', 'readValue']],
  ['identity:grant-privileges', ['assign-role', 'assign-additional-privileges']],
  ['member:grant-privileges', ['assign-role', 'assign-additional-privileges']],
  ['groups:grant-privileges', ['assign-role']],
]);

/** Returns the actions that an action includes. */
export type Expand = (subject: string, action: string) => readonly string[];

export const projectActions: Expand = (subject, action) =>
  umbrellas.get(`${subject}:${action}`) ?? (action === 'write' ? ['create', 'edit', 'delete'] : [action]);

/** Actions in organizations include no others. */
export const organizationActions: Expand = (_subject, action) => [action];

export const actionsOf = ({ action }: Pick<Rule, 'action'>): readonly string[] =>
  typeof action === 'string' ? [action] : action;

/** The approximate number of operations to check a rule. */
const ruleCost = 5;

/**
 * Whether the rule applies to the subject fields. If a template has no value, an allow grants nothing, and a deny
 * applies as if it did not have the condition.
 */
const applies = ({ isDeny, conditions }: ReadyRule, fields: SubjectFields, budget: ComparisonBudget): boolean => {
  budget.spend(ruleCost);
  for (const [field, condition] of conditions) {
    if (condition === 'unknown' ? !isDeny : !fieldFits(field, condition, fields[field], isDeny, budget)) return false;
  }
  return true;
};

/** Whether the rule applies; undefined if that depends on fields that are not known yet. */
const appliesToFields = (rule: ReadyRule, fields: SubjectFields, budget: ComparisonBudget): boolean | undefined => {
  budget.spend(ruleCost);
  let isUndecided = false;
  for (const [field, condition] of rule.conditions) {
    if (condition === 'unknown') {
      if (!rule.isDeny) return false;
    } else if (!(field in fields)) isUndecided = true;
    else if (!fieldFits(field, condition, fields[field], rule.isDeny, budget)) return false;
  }
  return isUndecided ? undefined : true;
};

/** A decision for many objects that share some fields, such as the secrets of a folder. */
export interface PartialDecision {
  /** Whether the action may be allowed for some values of the other fields. */
  readonly mayAllow: boolean;
  /** Whether the action is allowed for all values of the other fields. */
  readonly allowsAll: boolean;
  /** Whether the action is allowed, given all fields. */
  allows(fields: SubjectFields): boolean;
}

const noRules = new ActionRules([]);
/** Bounds the cache; more than there are combinations of subjects and actions. */
const maxLookups = 1000;
const never: PartialDecision = { mayAllow: false, allowsAll: false, allows: () => false };
const always: PartialDecision = { mayAllow: true, allowsAll: true, allows: () => true };

/** Evaluates the active rules on one action as far as the known fields allow. */
const narrowRules = (
  rules: ActionRules,
  fields: SubjectFields,
  now: Timestamp,
  budget: ComparisonBudget,
): PartialDecision => {
  budget.begin();
  const denies: ReadyRule[] = [];
  const allows: ReadyRule[] = [];
  let isAllowed = false;
  for (const part of rules.about(fields)) {
    for (const rule of part) {
      if (!isActive(rule.grant, now)) continue;
      const isMatch = appliesToFields(rule, fields, budget);
      if (isMatch === undefined) (rule.isDeny ? denies : allows).push(rule);
      else if (isMatch && rule.isDeny) return never;
      else if (isMatch) isAllowed = true;
    }
  }
  if (isAllowed && denies.length === 0) return always;
  if (!isAllowed && allows.length === 0) return never;
  const someApplies = (undecided: readonly ReadyRule[], allFields: SubjectFields): boolean =>
    undecided.some((rule) => applies(rule, allFields, budget));
  return {
    mayAllow: true,
    allowsAll: false,
    allows: (fields) => {
      budget.begin();
      return (isAllowed || someApplies(allows, fields)) && !someApplies(denies, fields);
    },
  };
};

/**
 * What a member may do. Not @casl/ability, which lets the order of rules decide, supports neither time nor our globs,
 * and is slower: here rules are indexed by subject and action, and denies win (`npm run bench:access` compares the
 * two).
 */
export class Ability {
  readonly grants: readonly Grant[];
  /** The number of rules. */
  readonly size: number;
  readonly #byAction = new Map<string, ReadyRule[]>();
  /** A cache of the rules of an action, including those on every action. */
  readonly #lookups = new Map<string, ActionRules>();
  readonly #expand: Expand;

  constructor(grants: readonly Grant[], values: Values | undefined, expand: Expand) {
    this.grants = grants;
    this.size = grants.reduce((sum, { rules }) => sum + rules.length, 0);
    this.#expand = expand;
    for (const grant of grants) for (const rule of grant.rules) this.#add(grant, rule, values);
  }

  /** Whether the action is allowed, and the rule that decides; a deny wins, whatever the order. */
  decide(
    action: string,
    subject: string,
    fields: SubjectFields,
    now: Timestamp,
    budget = new ComparisonBudget(),
  ): Decision {
    budget.begin();
    let decision: Decision = { isAllowed: false, by: undefined };
    for (const name of this.#expand(subject, action)) {
      decision = this.#decideOne(name, subject, fields, now, budget);
      if (!decision.isAllowed) return decision;
    }
    return decision;
  }

  /** Evaluates the rules for fields of which only a part is known yet. */
  narrow(
    action: string,
    subject: string,
    fields: SubjectFields,
    now: Timestamp,
    budget = new ComparisonBudget(),
  ): PartialDecision {
    const questions = this.#expand(subject, action).map((name) =>
      narrowRules(this.#rules(name, subject), fields, now, budget),
    );
    if (questions.length === 1) return questions[0]!;
    return {
      mayAllow: questions.every(({ mayAllow }) => mayAllow),
      allowsAll: questions.every(({ allowsAll }) => allowsAll),
      allows: (fields) => questions.every((question) => question.allows(fields)),
    };
  }

  /** The rules of temporary grants that would apply, but are not active now. */
  atOtherTimes(
    action: string,
    subject: string,
    fields: SubjectFields,
    now: Timestamp,
    budget = new ComparisonBudget(),
  ): readonly ReadyRule[] {
    budget.begin();
    const rules = new Set(this.#expand(subject, action).flatMap((name) => this.#rules(name, subject).all));
    return [...rules].filter((rule) => !isActive(rule.grant, now) && applies(rule, fields, budget));
  }

  /** The rules that apply, active or not: one list for each action that the action includes. */
  applying(
    action: string,
    subject: string,
    fields: SubjectFields,
    budget = new ComparisonBudget(),
  ): readonly (readonly ReadyRule[])[] {
    budget.begin();
    return this.#expand(subject, action).map((name) =>
      this.#rules(name, subject)
        .about(fields)
        .flatMap((part) => part.filter((rule) => applies(rule, fields, budget))),
    );
  }

  /** The active rules about the action, including denies. */
  relevant(action: string, subject: string, now: Timestamp): readonly ReadyRule[] {
    return [...new Set(this.#expand(subject, action).flatMap((name) => this.rulesOn(name, subject)))].filter(
      ({ grant }) => isActive(grant, now),
    );
  }

  /** The rules about exactly this action, active or not. */
  rulesOn(action: string, subject: string): readonly ReadyRule[] {
    return this.#rules(action, subject).all;
  }

  /** Whether the same rules are active at both times and at all times between them. */
  isSame(then: Timestamp, now: Timestamp): boolean {
    const isBetween = (time: Timestamp | null): boolean => time !== null && then < time && time <= now;
    return then <= now && !this.grants.some(({ startsAt, endsAt }) => isBetween(startsAt) || isBetween(endsAt));
  }

  /** The actions on the subject that some rule denies, possibly with conditions or at other times. */
  deniedActions(subject: string): readonly string[] {
    const prefix = `${subject}:`;
    return [...this.#byAction]
      .filter(([key, rules]) => key.startsWith(prefix) && rules.some(({ isDeny }) => isDeny))
      .map(([key]) => key.slice(prefix.length));
  }

  #decideOne(
    action: string,
    subject: string,
    fields: SubjectFields,
    now: Timestamp,
    budget: ComparisonBudget,
  ): Decision {
    let allow: ReadyRule | undefined;
    for (const part of this.#rules(action, subject).about(fields)) {
      for (const rule of part) {
        if ((allow && !rule.isDeny) || !isActive(rule.grant, now) || !applies(rule, fields, budget)) continue;
        if (rule.isDeny) return { isAllowed: false, by: rule };
        allow = rule;
      }
    }
    return { isAllowed: allow !== undefined, by: allow };
  }

  #rules(action: string, subject: string): ActionRules {
    const key = `${subject}:${action}`;
    const cached = this.#lookups.get(key);
    if (cached) return cached;
    const wild = this.#byAction.get(`${subject}:${everyAction}`) ?? [];
    const named = action === everyAction ? [] : (this.#byAction.get(key) ?? []);
    if (wild.length + named.length === 0) return noRules;
    const rules = new ActionRules([...wild, ...named]);
    if (this.#lookups.size < maxLookups) this.#lookups.set(key, rules);
    return rules;
  }

  #add(grant: Grant, rule: Rule, values: Values | undefined): void {
    const ready = new ReadyRule(rule, grant, values);
    for (const action of new Set(actionsOf(rule).flatMap((name) => this.#expand(rule.subject, name)))) {
      const key = `${rule.subject}:${action}`;
      const rules = this.#byAction.get(key);
      if (rules) rules.push(ready);
      else this.#byAction.set(key, [ready]);
    }
  }
}
