import type { Rule } from './rule.ts';
import type { Timestamp } from '../platform/clock.ts';
import { ActionRules } from './action-rules.ts';
import type { Thing } from './conditions.ts';
import { Effort } from './effort.ts';
import { fieldFits } from './field-fits.ts';
import { isActive, ReadyRule, type Grant } from './grant.ts';
import type { Values } from './templates.ts';

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

export const projectActions: Expand = (subject, action) =>
  umbrellas.get(`${subject}:${action}`) ?? (action === 'write' ? ['create', 'edit', 'delete'] : [action]);

/** In organizations every action is its own. */
export const organizationActions: Expand = (_subject, action) => [action];

export const actionsOf = ({ action }: Pick<Rule, 'action'>): readonly string[] =>
  typeof action === 'string' ? [action] : action;

/** How many operations it takes to look at a rule, about. */
const ruleCost = 5;

/** Without a value for a template, an allow grants nothing, and a deny holds as if that condition were not there. */
const speaksOf = ({ isDeny, conditions }: ReadyRule, thing: Thing, effort: Effort): boolean => {
  effort.spend(ruleCost);
  for (const [field, condition] of conditions) {
    if (condition === 'unknown' ? !isDeny : !fieldFits(field, condition, thing[field], isDeny, effort)) return false;
  }
  return true;
};

/** Undefined as long as it depends on more than what is known of the thing. */
const speaksOfKnown = (rule: ReadyRule, known: Thing, effort: Effort): boolean | undefined => {
  effort.spend(ruleCost);
  let isOpen = false;
  for (const [field, condition] of rule.conditions) {
    if (condition === 'unknown') {
      if (!rule.isDeny) return false;
    } else if (!(field in known)) isOpen = true;
    else if (!fieldFits(field, condition, known[field], rule.isDeny, effort)) return false;
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

const noRules = new ActionRules([]);
/** More than there are subjects and actions: whoever asks for others makes nothing grow. */
const maxAsked = 1000;
const never: NarrowedQuestion = { mayAllow: false, allowsAll: false, allows: () => false };
const always: NarrowedQuestion = { mayAllow: true, allowsAll: true, allows: () => true };

/** The active rules on one action, without those that have nothing to say about what is known. */
const narrowed = (rules: ActionRules, known: Thing, now: Timestamp, effort: Effort): NarrowedQuestion => {
  effort.begin();
  const denies: ReadyRule[] = [];
  const allows: ReadyRule[] = [];
  let isAllowed = false;
  for (const part of rules.about(known)) {
    for (const rule of part) {
      if (!isActive(rule.grant, now)) continue;
      const speaks = speaksOfKnown(rule, known, effort);
      if (speaks === undefined) (rule.isDeny ? denies : allows).push(rule);
      else if (speaks && rule.isDeny) return never;
      else if (speaks) isAllowed = true;
    }
  }
  if (isAllowed && denies.length === 0) return always;
  if (!isAllowed && allows.length === 0) return never;
  const someSpeaks = (open: readonly ReadyRule[], thing: Thing): boolean =>
    open.some((rule) => speaksOf(rule, thing, effort));
  return {
    mayAllow: true,
    allowsAll: false,
    allows: (thing) => {
      effort.begin();
      return (isAllowed || someSpeaks(allows, thing)) && !someSpeaks(denies, thing);
    },
  };
};

/**
 * What somebody may do. Ours rather than @casl/ability, which lets the order of rules decide, knows neither time nor
 * our globs, and is slower: rules are looked up by subject and action here, and denied first (`npm run bench:access`
 * compares the two).
 */
export class Ability {
  readonly grants: readonly Grant[];
  /** How many rules there are. */
  readonly size: number;
  readonly #byAction = new Map<string, ReadyRule[]>();
  /** The same with those of every action, once they are asked for. */
  readonly #asked = new Map<string, ActionRules>();
  readonly #expand: Expand;

  constructor(grants: readonly Grant[], values: Values | undefined, expand: Expand) {
    this.grants = grants;
    this.size = grants.reduce((sum, { rules }) => sum + rules.length, 0);
    this.#expand = expand;
    for (const grant of grants) for (const rule of grant.rules) this.#add(grant, rule, values);
  }

  /** Whether the action is allowed on the thing, and by which rule: a deny wins, whatever the order. */
  decide(action: string, subject: string, thing: Thing, now: Timestamp, effort = new Effort()): Decision {
    effort.begin();
    let decision: Decision = { isAllowed: false, by: undefined };
    for (const name of this.#expand(subject, action)) {
      decision = this.#decideOne(name, subject, thing, now, effort);
      if (!decision.isAllowed) return decision;
    }
    return decision;
  }

  /** The same question about things of which only a part is known yet. */
  narrow(action: string, subject: string, known: Thing, now: Timestamp, effort = new Effort()): NarrowedQuestion {
    const questions = this.#expand(subject, action).map((name) =>
      narrowed(this.#rules(name, subject), known, now, effort),
    );
    if (questions.length === 1) return questions[0]!;
    return {
      mayAllow: questions.every(({ mayAllow }) => mayAllow),
      allowsAll: questions.every(({ allowsAll }) => allowsAll),
      allows: (thing) => questions.every((question) => question.allows(thing)),
    };
  }

  /** The rules of temporary grants that speak of the thing too, but not now. */
  atOtherTimes(
    action: string,
    subject: string,
    thing: Thing,
    now: Timestamp,
    effort = new Effort(),
  ): readonly ReadyRule[] {
    effort.begin();
    const rules = new Set(this.#expand(subject, action).flatMap((name) => this.#rules(name, subject).all));
    return [...rules].filter((rule) => !isActive(rule.grant, now) && speaksOf(rule, thing, effort));
  }

  /** The active rules that say something about the action, denies included. */
  relevant(action: string, subject: string, now: Timestamp): readonly ReadyRule[] {
    return [...new Set(this.#expand(subject, action).flatMap((name) => this.rulesOn(name, subject)))].filter(
      ({ grant }) => isActive(grant, now),
    );
  }

  /** The rules about exactly this action, whenever they are active. */
  rulesOn(action: string, subject: string): readonly ReadyRule[] {
    return this.#rules(action, subject).all;
  }

  /** Whether the same rules are active at both times, and all the time between them. */
  isSame(then: Timestamp, now: Timestamp): boolean {
    const isBetween = (time: Timestamp | null): boolean => time !== null && then < time && time <= now;
    return then <= now && !this.grants.some(({ startsAt, endsAt }) => isBetween(startsAt) || isBetween(endsAt));
  }

  /** The actions of the subject that some rule denies, perhaps under conditions or at other times. */
  deniedActions(subject: string): readonly string[] {
    const prefix = `${subject}:`;
    return [...this.#byAction]
      .filter(([key, rules]) => key.startsWith(prefix) && rules.some(({ isDeny }) => isDeny))
      .map(([key]) => key.slice(prefix.length));
  }

  #decideOne(action: string, subject: string, thing: Thing, now: Timestamp, effort: Effort): Decision {
    let allow: ReadyRule | undefined;
    for (const part of this.#rules(action, subject).about(thing)) {
      for (const rule of part) {
        if ((allow && !rule.isDeny) || !isActive(rule.grant, now) || !speaksOf(rule, thing, effort)) continue;
        if (rule.isDeny) return { isAllowed: false, by: rule };
        allow = rule;
      }
    }
    return { isAllowed: allow !== undefined, by: allow };
  }

  #rules(action: string, subject: string): ActionRules {
    const key = `${subject}:${action}`;
    const asked = this.#asked.get(key);
    if (asked) return asked;
    const wild = this.#byAction.get(`${subject}:${everyAction}`) ?? [];
    const named = action === everyAction ? [] : (this.#byAction.get(key) ?? []);
    if (wild.length + named.length === 0) return noRules;
    const rules = new ActionRules([...wild, ...named]);
    if (this.#asked.size < maxAsked) this.#asked.set(key, rules);
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
