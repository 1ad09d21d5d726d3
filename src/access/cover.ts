import type { Rule } from './rule.ts';
import type { Timestamp } from '../platform/clock.ts';
import { filterInSlices } from '../platform/slices.ts';
import { actionsOf, everyAction, type Ability, type Expand } from './ability.ts';
import { conditionsOf, isOneOf, type Conditions, type FieldCondition } from './conditions.ts';
import { Effort } from './effort.ts';
import { fieldFits, namesWildcard } from './field-fits.ts';
import type { GlobPattern } from './glob-pattern.ts';
import { outlasts, overlap, type ReadyRule, type TimeSpan } from './grant.ts';
import type { Values } from './templates.ts';

/** Rules that are about to be granted together. */
export interface GrantedRules {
  readonly rules: readonly Rule[];
  /** While they hold. */
  readonly during: TimeSpan;
  /** Of the one who gets them, if that is one. */
  readonly values?: Values | undefined;
}

export interface Permission {
  readonly subject: string;
  readonly action: string;
  readonly conditions?: Readonly<Record<string, unknown>>;
}

/** One action of one rule that is about to be granted, for the one who gets it. */
interface Piece extends Permission {
  readonly isDeny: boolean;
  readonly ready: Conditions;
}

/** Fields of which a thing has several values: what one of them is says nothing about the others. */
const lists = new Set(['secretTags', 'altNames', 'metadata', 'assignableAction']);

/** The only texts that fit, if the condition says so. */
const literals = ({ $eq, $in }: FieldCondition): readonly string[] | undefined => ($eq === undefined ? $in : [$eq]);

/** A held `/x/**` covers whatever surely lies below `/x`. */
const isBelow = (pattern: GlobPattern, { parent }: GlobPattern): boolean =>
  parent !== undefined && pattern.prefix.startsWith(parent) && pattern.prefix[parent.length] === '/';

const areSame = (one: readonly string[], other: readonly string[], effort: Effort): boolean => {
  effort.spend(one.length);
  return one.length === other.length && one.every((item, index) => item === other[index]);
};

/** Whether the operator says the same in both. */
const isSame = (
  operator: keyof FieldCondition,
  one: FieldCondition,
  other: FieldCondition,
  effort: Effort,
): boolean => {
  effort.spend(1);
  if (one[operator] === undefined || other[operator] === undefined) return false;
  if (operator === '$glob') return one.$glob!.pattern === other.$glob!.pattern;
  if (operator === '$in' || operator === '$all') return areSame(one[operator], other[operator], effort);
  return operator === '$elemMatch'
    ? areSameEntries(one.$elemMatch!, other.$elemMatch!, effort)
    : one[operator] === other[operator];
};

const operatorsOf = (condition: FieldCondition) => Object.keys(condition) as (keyof FieldCondition)[];

type Entries = Required<FieldCondition>['$elemMatch'];

const areSameEntries = (one: Entries, other: Entries, effort: Effort): boolean => {
  const keys = Object.keys(one);
  return (
    areSame(keys, Object.keys(other), effort) &&
    keys.every(
      (key) =>
        areSame(operatorsOf(one[key]!), operatorsOf(other[key]!), effort) &&
        operatorsOf(one[key]!).every((operator) => isSame(operator, one[key]!, other[key]!, effort)),
    )
  );
};

type Proof = (held: Required<FieldCondition>, given: FieldCondition, field: string, effort: Effort) => boolean;

/**
 * Where a text is a wildcard, all that it covers has to fit. That is more than a deny needs, and proves it just as
 * well.
 */
const everyText = (field: string, held: FieldCondition, given: FieldCondition, effort: Effort): boolean =>
  literals(given)?.every((text) => fieldFits(field, held, text, false, effort)) ?? false;

/** When a condition with that operator is proved to hold for whatever fits another. */
const proofs: Readonly<Record<keyof FieldCondition, Proof>> = {
  $eq: ({ $eq }, given, field, effort) =>
    everyText(field, { $eq }, given, effort) || (lists.has(field) && isOneOf(given.$all ?? [], $eq, effort)),
  $ne: ({ $ne }, given, field, effort) => !lists.has(field) && everyText(field, { $ne }, given, effort),
  $in: ({ $in }, given, field, effort) =>
    everyText(field, { $in }, given, effort) ||
    (lists.has(field) && (given.$all ?? []).some((text) => isOneOf($in, text, effort))),
  $all: ({ $all }, given, _field, effort) => $all.every((text) => isOneOf(given.$all ?? [], text, effort)),
  $glob: ({ $glob }, given, field, effort) =>
    everyText(field, { $glob }, given, effort) || (given.$glob !== undefined && isBelow(given.$glob, $glob)),
  $elemMatch: () => false,
};

/** Whether it can be proved that whatever fits `given` fits `held` too; each operator of `held` by itself. */
const implies = (field: string, given: FieldCondition, held: FieldCondition, effort: Effort): boolean =>
  operatorsOf(held).every(
    (operator) =>
      isSame(operator, given, held, effort) || proofs[operator](held as Required<FieldCondition>, given, field, effort),
  );

type Relation = (one: Conditions, other: Conditions) => boolean;
type Proving = (one: Conditions, other: Conditions, effort: Effort) => boolean;

/**
 * Whether every thing of the one rule is a thing of the other. An unknown value may be any: only having no condition
 * there covers it.
 */
const isWithin: Proving = (given, held, effort) => {
  for (const [field, condition] of held) {
    const own = given.get(field);
    if (condition === 'unknown' || own === undefined || own === 'unknown' || !implies(field, own, condition, effort))
      return false;
  }
  return true;
};

const noneFits = (
  field: string,
  texts: readonly string[] | undefined,
  condition: FieldCondition,
  isDeny: boolean,
  effort: Effort,
): boolean => texts?.every((text) => !fieldFits(field, condition, text, isDeny, effort)) ?? false;

/**
 * Whether it can be proved that the allow and the deny have no thing in common. A wildcard that the allow names may
 * cover what the deny names.
 */
const areApart: Proving = (allow, deny, effort) => {
  for (const [field, condition] of allow) {
    const opposite = deny.get(field);
    if (lists.has(field) || opposite === undefined || condition === 'unknown' || opposite === 'unknown') continue;
    if (noneFits(field, literals(condition), opposite, true, effort)) return true;
    if (!namesWildcard(field, condition) && noneFits(field, literals(opposite), condition, false, effort)) return true;
  }
  return false;
};

/** How many operations it takes to compare the conditions of two rules, beside those for what they name. */
const pairCost = 10;

const maxRemembered = 100_000;

/** The actions of a rule share its conditions, so the same two are compared once, however many actions there are. */
const remembered = (relation: Proving, effort: Effort): Relation => {
  const known = new Map<Conditions, Map<Conditions, boolean>>();
  let count = 0;
  return (one, other) => {
    effort.spend(pairCost);
    const row = known.get(one) ?? new Map<Conditions, boolean>();
    const answer = row.get(other) ?? relation(one, other, effort);
    if (count < maxRemembered && !row.has(other)) {
      known.set(one, row.set(other, answer));
      count += 1;
    }
    return answer;
  };
};

/** A deny with an unknown value holds whatever that value is. */
const ofDeny = (conditions: Conditions): Conditions =>
  [...conditions.values()].includes('unknown')
    ? new Map([...conditions].filter(([, condition]) => condition !== 'unknown'))
    : conditions;

const piecesOf = (rules: readonly Rule[], values: Values | undefined, expand: Expand): Piece[] => {
  const known = new Map<Rule['conditions'], Conditions>();
  return rules.flatMap((rule) => {
    const { subject, conditions, inverted = false } = rule;
    const ready = known.get(conditions) ?? conditionsOf(rule, values);
    known.set(conditions, ready);
    const actions = [...new Set(actionsOf(rule).flatMap((action) => expand(subject, action)))];
    return actions.map((action) => ({
      subject,
      action,
      ready,
      isDeny: inverted,
      ...(ready.size > 0 && { conditions: conditions! }),
    }));
  });
};

const keyed = (pieces: readonly Piece[]): ReadonlyMap<string, readonly Piece[]> => {
  const groups = new Map<string, Piece[]>();
  for (const piece of pieces) {
    const key = `${piece.subject}:${piece.action}`;
    const group = groups.get(key);
    if (group) group.push(piece);
    else groups.set(key, [piece]);
  }
  return groups;
};

/**
 * A proof may hold a lock meanwhile, and so gets less than other questions: enough for 200 rules against some
 * thousands.
 */
export const newProofEffort = (): Effort => new Effort(60_000_000);

/** How the rules of a grant are proved to be held. */
interface Prover {
  readonly during: TimeSpan;
  readonly now: Timestamp;
  readonly effort: Effort;
  readonly covers: Relation;
  readonly areDisjoint: Relation;
}

/** Of pieces about one action, those that the holder of these rules lacks while they are granted. */
const missingOf = async (
  pieces: readonly Piece[],
  held: readonly ReadyRule[],
  { during, now, effort, covers, areDisjoint }: Prover,
): Promise<readonly Piece[]> => {
  const granted = pieces.filter(({ isDeny }) => !isDeny);
  const denied = pieces.filter(({ isDeny }) => isDeny);
  // A rule whose own template has no value allows its holder nothing, so it covers nothing either.
  const allows = held.filter(({ isDeny, grant }) => !isDeny && outlasts(grant, during, now));
  // What the holder is denied at any time of the grant must not be granted, unless it is denied there just as well.
  const denies = held
    .filter(({ isDeny, grant }) => isDeny && overlap(grant, during, now))
    .map(({ conditions }) => ofDeny(conditions));
  const open = await filterInSlices(denies, (own) => {
    effort.begin();
    return !denied.some(({ ready }) => covers(own, ready));
  });
  return filterInSlices(granted, ({ ready }) => {
    effort.begin();
    return (
      !allows.some(({ conditions }) => covers(ready, conditions)) || !open.every((deny) => areDisjoint(ready, deny))
    );
  });
};

/**
 * What would be granted without being held, or for longer than it is held: nobody grants that. What is provable counts
 * as held; everything else does not. Several questions of one request share the effort.
 */
export const missingPermissions = async (
  held: Ability,
  { rules, during, values }: GrantedRules,
  expand: Expand,
  now: Timestamp,
  effort = newProofEffort(),
): Promise<Permission[]> => {
  const prover = {
    during,
    now,
    effort,
    covers: remembered(isWithin, effort),
    areDisjoint: remembered(areApart, effort),
  };
  // Who is given every action is given each of those that the holder is denied, too.
  const expandAll: Expand = (subject, action) =>
    action === everyAction ? [action, ...held.deniedActions(subject)] : expand(subject, action);
  const missing: Piece[] = [];
  for (const pieces of keyed(piecesOf(rules, values, expandAll)).values()) {
    const [{ action, subject }] = pieces as [Piece];
    missing.push(...(await missingOf(pieces, held.rulesOn(action, subject), prover)));
  }
  return missing.map(({ subject, action, conditions }) => ({ action, subject, ...(conditions && { conditions }) }));
};

/** The same of several grants, each proved by itself. */
export const missingFrom = async (
  held: Ability,
  granted: readonly GrantedRules[],
  expand: Expand,
  now: Timestamp,
  effort: Effort,
): Promise<Permission[]> => {
  const missing: Permission[] = [];
  for (const each of granted) missing.push(...(await missingPermissions(held, each, expand, now, effort)));
  return missing;
};

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

const keyOf = ({ subject, conditions }: Pick<Rule, 'subject' | 'conditions'>, action: string): string =>
  JSON.stringify([subject, action, conditions ?? {}], inOrder);

/** What a change of rules grants: all that is allowed after it, and what was denied before and no longer is. */
export const grantedBy = (before: readonly Rule[], after: readonly Rule[]): readonly Rule[] => {
  const denied = new Set(
    after.filter(({ inverted }) => inverted).flatMap((rule) => actionsOf(rule).map((action) => keyOf(rule, action))),
  );
  const lifted = before
    .filter(({ inverted }) => inverted)
    .flatMap((rule) =>
      actionsOf(rule)
        .filter((action) => !denied.has(keyOf(rule, action)))
        .map((action) => ({ ...rule, action: [action] })),
    )
    .map(({ inverted: _, ...allow }) => allow);
  return [...after, ...lifted];
};
