import type { Rule } from './rule.ts';
import type { Timestamp } from '../platform/clock.ts';
import { filterInSlices } from '../platform/slices.ts';
import { actionsOf, everyAction, type Ability, type Expand } from './ability.ts';
import { conditionsOf, isOneOf, type Conditions, type FieldCondition } from './conditions.ts';
import { ComparisonBudget } from './comparison-budget.ts';
import { fieldFits, namesWildcard } from './field-fits.ts';
import type { GlobPattern } from './glob-pattern.ts';
import { outlasts, overlap, type ReadyRule, type TimeSpan } from './grant.ts';
import type { Values } from './templates.ts';

/** Rules that are about to be granted together. */
export interface GrantedRules {
  readonly rules: readonly Rule[];
  /** When they are active. */
  readonly during: TimeSpan;
  /** The template values of the recipient, if there is a single one. */
  readonly values?: Values | undefined;
}

export interface Permission {
  readonly subject: string;
  readonly action: string;
  readonly conditions?: Readonly<Record<string, unknown>>;
}

/** One action of one rule that is about to be granted, with conditions for its recipient. */
interface Piece extends Permission {
  readonly isDeny: boolean;
  readonly ready: Conditions;
}

/** Fields with several values: what is known of one value says nothing about the others. */
const lists = new Set(['secretTags', 'altNames', 'metadata', 'assignableAction']);

/** The only texts that match, if the condition lists them. */
const literals = ({ $eq, $in }: FieldCondition): readonly string[] | undefined => ($eq === undefined ? $in : [$eq]);

/** Whether every match of the pattern is below the folder of a pattern `/x/**`. */
const isBelow = (pattern: GlobPattern, { parent }: GlobPattern): boolean =>
  parent !== undefined && pattern.prefix.startsWith(parent) && pattern.prefix[parent.length] === '/';

const areSame = (one: readonly string[], other: readonly string[], effort: ComparisonBudget): boolean => {
  effort.spend(one.length);
  return one.length === other.length && one.every((item, index) => item === other[index]);
};

/** Whether the operator has the same operand in both conditions. */
const isSame = (
  operator: keyof FieldCondition,
  one: FieldCondition,
  other: FieldCondition,
  effort: ComparisonBudget,
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

const areSameEntries = (one: Entries, other: Entries, effort: ComparisonBudget): boolean => {
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

type Proof = (
  held: Required<FieldCondition>,
  given: FieldCondition,
  field: string,
  effort: ComparisonBudget,
) => boolean;

/**
 * Whether every listed text matches; of a wildcard, everything that it matches. For a deny that is stricter than
 * needed.
 */
const everyText = (field: string, held: FieldCondition, given: FieldCondition, effort: ComparisonBudget): boolean =>
  literals(given)?.every((text) => fieldFits(field, held, text, false, effort)) ?? false;

/** For each operator, when a held condition provably matches everything that the given condition matches. */
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

/** Whether everything that matches `given` provably matches `held`; each operator of `held` separately. */
const implies = (field: string, given: FieldCondition, held: FieldCondition, effort: ComparisonBudget): boolean =>
  operatorsOf(held).every(
    (operator) =>
      isSame(operator, given, held, effort) || proofs[operator](held as Required<FieldCondition>, given, field, effort),
  );

type Relation = (one: Conditions, other: Conditions) => boolean;
type Proving = (one: Conditions, other: Conditions, effort: ComparisonBudget) => boolean;

/**
 * Whether everything that the given conditions match, the held ones match too. An unknown value may be anything: only a
 * rule without a condition on the field includes it.
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
  effort: ComparisonBudget,
): boolean => texts?.every((text) => !fieldFits(field, condition, text, isDeny, effort)) ?? false;

/**
 * Whether nothing provably matches both the allow and the deny. A wildcard in the allow may match names of the deny.
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

/** The approximate number of operations to compare two rules, besides those for their texts. */
const pairCost = 10;

const maxCached = 100_000;

/** Caches the relation of two conditions, because all actions of a rule share its conditions. */
const cached = (relation: Proving, effort: ComparisonBudget): Relation => {
  const results = new Map<Conditions, Map<Conditions, boolean>>();
  let count = 0;
  return (one, other) => {
    effort.spend(pairCost);
    const row = results.get(one) ?? new Map<Conditions, boolean>();
    const answer = row.get(other) ?? relation(one, other, effort);
    if (count < maxCached && !row.has(other)) {
      results.set(one, row.set(other, answer));
      count += 1;
    }
    return answer;
  };
};

/** Removes unknown conditions from a deny, which applies whatever the value is. */
const ofDeny = (conditions: Conditions): Conditions =>
  [...conditions.values()].includes('unknown')
    ? new Map([...conditions].filter(([, condition]) => condition !== 'unknown'))
    : conditions;

const piecesOf = (rules: readonly Rule[], values: Values | undefined, expand: Expand): Piece[] => {
  const read = new Map<Rule['conditions'], Conditions>();
  return rules.flatMap((rule) => {
    const { subject, conditions, inverted = false } = rule;
    const ready = read.get(conditions) ?? conditionsOf(rule, values);
    read.set(conditions, ready);
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
 * A smaller budget than for other questions, because a proof may run under a lock: 200 rules against some thousands.
 */
export const newProofBudget = (): ComparisonBudget => new ComparisonBudget(60_000_000);

/** What is needed to prove that the caller holds the rules of a grant. */
interface Prover {
  readonly during: TimeSpan;
  readonly now: Timestamp;
  readonly effort: ComparisonBudget;
  readonly covers: Relation;
  readonly areDisjoint: Relation;
}

/** Returns the pieces about one action that the held rules do not include for the duration of the grant. */
const missingOf = async (
  pieces: readonly Piece[],
  held: readonly ReadyRule[],
  { during, now, effort, covers, areDisjoint }: Prover,
): Promise<readonly Piece[]> => {
  const granted = pieces.filter(({ isDeny }) => !isDeny);
  const denied = pieces.filter(({ isDeny }) => isDeny);
  // A held rule with an unknown template value allows nothing, so it proves nothing either.
  const allows = held.filter(({ isDeny, grant }) => !isDeny && outlasts(grant, during, now));
  // What the holder is denied at any time of the grant must not be granted, unless the grant denies it too.
  const denies = held
    .filter(({ isDeny, grant }) => isDeny && overlap(grant, during, now))
    .map(({ conditions }) => ofDeny(conditions));
  const open = await filterInSlices(denies, (condition) => {
    effort.begin();
    return !denied.some(({ ready }) => covers(condition, ready));
  });
  return filterInSlices(granted, ({ ready }) => {
    effort.begin();
    return (
      !allows.some(({ conditions }) => covers(ready, conditions)) || !open.every((deny) => areDisjoint(ready, deny))
    );
  });
};

/**
 * Returns the permissions that would be granted although the caller does not hold them, or not for as long. Only what
 * can be proved counts as held. Several checks of one request share the budget.
 */
export const missingPermissions = async (
  held: Ability,
  { rules, during, values }: GrantedRules,
  expand: Expand,
  now: Timestamp,
  effort = newProofBudget(),
): Promise<Permission[]> => {
  const prover = {
    during,
    now,
    effort,
    covers: cached(isWithin, effort),
    areDisjoint: cached(areApart, effort),
  };
  // A grant of every action includes those that the holder is denied.
  const expandAll: Expand = (subject, action) =>
    action === everyAction ? [action, ...held.deniedActions(subject)] : expand(subject, action);
  const missing: Piece[] = [];
  for (const pieces of keyed(piecesOf(rules, values, expandAll)).values()) {
    const [{ action, subject }] = pieces as [Piece];
    missing.push(...(await missingOf(pieces, held.rulesOn(action, subject), prover)));
  }
  return missing.map(({ subject, action, conditions }) => ({ action, subject, ...(conditions && { conditions }) }));
};

/** Returns the missing permissions of several grants, each checked separately. */
export const missingFrom = async (
  held: Ability,
  granted: readonly GrantedRules[],
  expand: Expand,
  now: Timestamp,
  effort: ComparisonBudget,
): Promise<Permission[]> => {
  const missing: Permission[] = [];
  for (const each of granted) missing.push(...(await missingPermissions(held, each, expand, now, effort)));
  return missing;
};
