import type { Timestamp } from '../platform/clock.ts';
import type { Rule } from '../resources/roles/store.ts';
import { conditionsOf, fits, type Conditions, type Thing } from './conditions.ts';
import type { Values } from './templates.ts';

/** Rules that somebody was given together, by a role or a privilege, for good or for a time. */
export interface Grant {
  /** Where they come from, for whoever asks. */
  readonly source: GrantSource;
  readonly rules: readonly Rule[];
  /** Null for what has no beginning, or no end. */
  readonly startsAt: Timestamp | null;
  readonly endsAt: Timestamp | null;
}

export interface GrantSource {
  readonly type: 'role' | 'privilege';
  readonly id: string;
  readonly slug: string;
  readonly name: string | null;
  /** The group that a role comes through. */
  readonly group: { readonly id: string; readonly name: string } | null;
}

/** A rule with where it comes from, and its conditions with the templates filled in, once they are asked for. */
export class ReadyRule {
  readonly rule: Rule;
  readonly grant: Grant;
  readonly isDeny: boolean;
  readonly #values: Values | undefined;
  #conditions: Conditions | undefined;

  constructor(rule: Rule, grant: Grant, values: Values | undefined) {
    this.rule = rule;
    this.grant = grant;
    this.isDeny = rule.inverted === true;
    this.#values = values;
  }

  get conditions(): Conditions {
    return (this.#conditions ??= conditionsOf(this.rule, this.#values));
  }
}

export interface Decision {
  readonly isAllowed: boolean;
  /** The rule that decided; none when no rule speaks of the thing. */
  readonly by: ReadyRule | undefined;
}

/** Stands for every action of a subject; only built-in roles have it. */
export const everyAction = '*';

/** Old actions that stand for several. */
const umbrellas = new Map<string, readonly string[]>([
  ['secrets:read', ['describeSecret', 'readValue']],
  ['identity:grant-privileges', ['assign-role', 'assign-additional-privileges']],
  ['member:grant-privileges', ['assign-role', 'assign-additional-privileges']],
  ['groups:grant-privileges', ['assign-role']],
]);

/** The actions that an action of a rule, or of a question, stands for. */
export type Expand = (subject: string, action: string) => readonly string[];

export const projectActions: Expand = (subject, action) => umbrellas.get(`${subject}:${action}`) ?? (action === 'write' ? ['create', 'edit', 'delete'] : [action]);

/** In organizations every action is its own. */
export const organizationActions: Expand = (_subject, action) => [action];

export const actionsOf = ({ action }: Pick<Rule, 'action'>): readonly string[] => (typeof action === 'string' ? [action] : action);

export const isActive = ({ startsAt, endsAt }: Pick<Grant, 'startsAt' | 'endsAt'>, now: Timestamp): boolean =>
  (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt);

/** Without a value for a template, an allow grants nothing, and a deny holds as if that condition were not there. */
const speaksOf = ({ isDeny, conditions }: ReadyRule, thing: Thing): boolean => {
  for (const [field, condition] of conditions) {
    if (condition === 'unknown' ? !isDeny : !fits(condition, thing[field])) return false;
  }
  return true;
};

/** Undefined as long as it depends on more than what is known of the thing. */
const speaksOfKnown = (rule: ReadyRule, known: Thing): boolean | undefined => {
  let isOpen = false;
  for (const [field, condition] of rule.conditions) {
    if (condition === 'unknown') {
      if (!rule.isDeny) return false;
    } else if (!(field in known)) isOpen = true;
    else if (!fits(condition, known[field])) return false;
  }
  return isOpen ? undefined : true;
};

/** A question of which a part is known already, for asking it of many things that share that part. */
export interface NarrowedQuestion {
  /** Whether there may be things on which the action is allowed. */
  readonly mayAllow: boolean;
  /** Whether there are none on which it is not, whatever the rest. */
  readonly allowsAll: boolean;
  /** Whether the action is allowed on the thing with the rest of it known too. */
  allows(thing: Thing): boolean;
}

const never: NarrowedQuestion = { mayAllow: false, allowsAll: false, allows: () => false };
const always: NarrowedQuestion = { mayAllow: true, allowsAll: true, allows: () => true };

/** The rules on one action, without those that have nothing to say about what is known. */
const narrowed = (rules: readonly ReadyRule[], known: Thing): NarrowedQuestion => {
  const open: ReadyRule[] = [];
  let isAllowed = false;
  for (const rule of rules) {
    const speaks = speaksOfKnown(rule, known);
    if (speaks === undefined) open.push(rule);
    else if (speaks && rule.isDeny) return never;
    else if (speaks) isAllowed = true;
  }
  const denies = open.filter(({ isDeny }) => isDeny);
  const allows = open.filter(({ isDeny }) => !isDeny);
  if (isAllowed && denies.length === 0) return always;
  if (!isAllowed && allows.length === 0) return never;
  return { mayAllow: true, allowsAll: false, allows: (thing) => (isAllowed || allows.some((rule) => speaksOf(rule, thing))) && !denies.some((rule) => speaksOf(rule, thing)) };
};

/**
 * What somebody may do. Ours rather than @casl/ability, which lets the order of rules decide, knows neither time nor our globs, and is
 * slower: rules are looked up by subject and action here, and denied first (`npm run bench:access` compares the two).
 */
export class Ability {
  readonly grants: readonly Grant[];
  readonly #byAction = new Map<string, ReadyRule[]>();
  readonly #expand: Expand;

  constructor(grants: readonly Grant[], values: Values | undefined, expand: Expand) {
    this.grants = grants;
    this.#expand = expand;
    for (const grant of grants) for (const rule of grant.rules) this.#add(grant, rule, values);
  }

  /** Whether the action is allowed on the thing, and by which rule: a deny wins, whatever the order. */
  decide(action: string, subject: string, thing: Thing, now: Timestamp): Decision {
    let decision: Decision = { isAllowed: false, by: undefined };
    for (const name of this.#expand(subject, action)) {
      decision = this.#decideOne(name, subject, thing, now);
      if (!decision.isAllowed) return decision;
    }
    return decision;
  }

  /** The same question about things of which only a part is known yet. */
  narrow(action: string, subject: string, known: Thing, now: Timestamp): NarrowedQuestion {
    const questions = this.#expand(subject, action).map((name) => narrowed(this.rulesOn(name, subject, now), known));
    if (questions.length === 1) return questions[0]!;
    return {
      mayAllow: questions.every(({ mayAllow }) => mayAllow),
      allowsAll: questions.every(({ allowsAll }) => allowsAll),
      allows: (thing) => questions.every((question) => question.allows(thing)),
    };
  }

  /** The rules of temporary grants that speak of the thing too, but not now. */
  atOtherTimes(action: string, subject: string, thing: Thing, now: Timestamp): readonly ReadyRule[] {
    const rules = new Set(this.#expand(subject, action).flatMap((name) => this.#rules(name, subject)));
    return [...rules].filter((rule) => !isActive(rule.grant, now) && speaksOf(rule, thing));
  }

  /** The active rules that say something about the action, denies included. */
  relevant(action: string, subject: string, now: Timestamp): readonly ReadyRule[] {
    return [...new Set(this.#expand(subject, action).flatMap((name) => this.rulesOn(name, subject, now)))];
  }

  /** The active rules about exactly this action. */
  rulesOn(action: string, subject: string, now: Timestamp): readonly ReadyRule[] {
    return this.#rules(action, subject).filter(({ grant }) => isActive(grant, now));
  }

  /** The actions of the subject that an active rule denies, perhaps under conditions. */
  deniedActions(subject: string, now: Timestamp): readonly string[] {
    const prefix = `${subject}:`;
    return [...this.#byAction]
      .filter(([key, rules]) => key.startsWith(prefix) && rules.some(({ isDeny, grant }) => isDeny && isActive(grant, now)))
      .map(([key]) => key.slice(prefix.length));
  }

  #decideOne(action: string, subject: string, thing: Thing, now: Timestamp): Decision {
    let allow: ReadyRule | undefined;
    for (const rule of this.#rules(action, subject)) {
      if ((allow && !rule.isDeny) || !isActive(rule.grant, now) || !speaksOf(rule, thing)) continue;
      if (rule.isDeny) return { isAllowed: false, by: rule };
      allow = rule;
    }
    return { isAllowed: allow !== undefined, by: allow };
  }

  #rules(action: string, subject: string): readonly ReadyRule[] {
    const rules = this.#byAction.get(`${subject}:${action}`) ?? [];
    const wild = this.#byAction.get(`${subject}:${everyAction}`);
    return wild && rules.length > 0 ? [...wild, ...rules] : (wild ?? rules);
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
