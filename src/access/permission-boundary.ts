import type { Rule } from './rule.ts';
import type { Timestamp } from '../platform/clock.ts';
import { groupBy } from '../platform/group-by.ts';
import { filterYielding } from '../platform/yielding.ts';
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
const listFields = new Set(['secretTags', 'altNames', 'metadata', 'assignableAction']);

/** The only texts that match, if the condition lists them. */
const literals = ({ $eq, $in }: FieldCondition): readonly string[] | undefined => ($eq === undefined ? $in : [$eq]);

/** Whether every match of the pattern is below the folder of a pattern `/x/**`. */
const isBelow = (pattern: GlobPattern, { parent }: GlobPattern): boolean =>
  parent !== undefined && pattern.prefix.startsWith(parent) && pattern.prefix[parent.length] === '/';

const areSame = (one: readonly string[], other: readonly string[], budget: ComparisonBudget): boolean => {
  budget.spend(one.length);
  return one.length === other.length && one.every((item, index) => item === other[index]);
};

/** Whether the operator has the same operand in both conditions. */
const isSame = (
  operator: keyof FieldCondition,
  one: FieldCondition,
  other: FieldCondition,
  budget: ComparisonBudget,
): boolean => {
  budget.spend(1);
  if (one[operator] === undefined || other[operator] === undefined) return false;
  if (operator === '$glob') return one.$glob!.pattern === other.$glob!.pattern;
  if (operator === '$in' || operator === '$all') return areSame(one[operator], other[operator], budget);
  return operator === '$elemMatch'
    ? areSameEntries(one.$elemMatch!, other.$elemMatch!, budget)
    : one[operator] === other[operator];
};

const operatorsOf = (condition: FieldCondition) => Object.keys(condition) as (keyof FieldCondition)[];

type Entries = Required<FieldCondition>['$elemMatch'];

const areSameEntries = (one: Entries, other: Entries, budget: ComparisonBudget): boolean => {
  const keys = Object.keys(one);
  return (
    areSame(keys, Object.keys(other), budget) &&
    keys.every(
      (key) =>
        areSame(operatorsOf(one[key]!), operatorsOf(other[key]!), budget) &&
        operatorsOf(one[key]!).every((operator) => isSame(operator, one[key]!, other[key]!, budget)),
    )
  );
};

type OperatorProof = (
  held: Required<FieldCondition>,
  granted: FieldCondition,
  field: string,
  budget: ComparisonBudget,
) => boolean;

/**
 * Whether every listed text matches; of a wildcard, everything that it matches. For a deny that is stricter than
 * needed.
 */
const everyText = (field: string, held: FieldCondition, granted: FieldCondition, budget: ComparisonBudget): boolean =>
  literals(granted)?.every((text) => fieldFits(field, held, text, false, budget)) ?? false;

/** For each operator, when a held condition provably matches everything that the granted condition matches. */
const proofs: Readonly<Record<keyof FieldCondition, OperatorProof>> = {
  $eq: ({ $eq }, granted, field, budget) =>
    everyText(field, { $eq }, granted, budget) || (listFields.has(field) && isOneOf(granted.$all ?? [], $eq, budget)),
  $ne: ({ $ne }, granted, field, budget) => !listFields.has(field) && everyText(field, { $ne }, granted, budget),
  $in: ({ $in }, granted, field, budget) =>
    everyText(field, { $in }, granted, budget) ||
    (listFields.has(field) && (granted.$all ?? []).some((text) => isOneOf($in, text, budget))),
  $all: ({ $all }, granted, _field, budget) => $all.every((text) => isOneOf(granted.$all ?? [], text, budget)),
  $glob: ({ $glob }, granted, field, budget) =>
    everyText(field, { $glob }, granted, budget) || (granted.$glob !== undefined && isBelow(granted.$glob, $glob)),
  $elemMatch: () => false,
};

/** Whether everything that matches `granted` provably matches `held`; each operator of `held` separately. */
const implies = (field: string, granted: FieldCondition, held: FieldCondition, budget: ComparisonBudget): boolean =>
  operatorsOf(held).every(
    (operator) =>
      isSame(operator, granted, held, budget) ||
      proofs[operator](held as Required<FieldCondition>, granted, field, budget),
  );

type Relation = (one: Conditions, other: Conditions) => boolean;
type Proof = (one: Conditions, other: Conditions, budget: ComparisonBudget) => boolean;

/**
 * Whether everything that the granted conditions match, the held ones match too. An unknown value may be anything: only a
 * rule without a condition on the field includes it.
 */
const isWithin: Proof = (granted, held, budget) => {
  for (const [field, condition] of held) {
    const grantedCondition = granted.get(field);
    if (
      condition === 'unknown' ||
      grantedCondition === undefined ||
      grantedCondition === 'unknown' ||
      !implies(field, grantedCondition, condition, budget)
    )
      return false;
  }
  return true;
};

const noneFits = (
  field: string,
  texts: readonly string[] | undefined,
  condition: FieldCondition,
  isDeny: boolean,
  budget: ComparisonBudget,
): boolean => texts?.every((text) => !fieldFits(field, condition, text, isDeny, budget)) ?? false;

/**
 * Whether nothing provably matches both the allow and the deny. A wildcard in the allow may match names of the deny.
 */
const areDisjointConditions: Proof = (allow, deny, budget) => {
  for (const [field, condition] of allow) {
    const opposite = deny.get(field);
    if (listFields.has(field) || opposite === undefined || condition === 'unknown' || opposite === 'unknown') continue;
    if (noneFits(field, literals(condition), opposite, true, budget)) return true;
    if (!namesWildcard(field, condition) && noneFits(field, literals(opposite), condition, false, budget)) return true;
  }
  return false;
};

/** The approximate number of operations to compare two rules, besides those for their texts. */
const pairCost = 10;

const maxCached = 100_000;

/** Caches the relation of two conditions, because all actions of a rule share its conditions. */
const cached = (relation: Proof, budget: ComparisonBudget): Relation => {
  const results = new Map<Conditions, Map<Conditions, boolean>>();
  let count = 0;
  return (one, other) => {
    budget.spend(pairCost);
    const row = results.get(one) ?? new Map<Conditions, boolean>();
    const result = row.get(other) ?? relation(one, other, budget);
    if (count < maxCached && !row.has(other)) {
      results.set(one, row.set(other, result));
      count += 1;
    }
    return result;
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

/**
 * A smaller budget than for other questions, because a proof may run under a lock: 200 rules against some thousands.
 */
export const newProofBudget = (): ComparisonBudget => new ComparisonBudget(60_000_000);

/** What is needed to prove that the caller holds the rules of a grant. */
interface Prover {
  readonly during: TimeSpan;
  readonly now: Timestamp;
  readonly budget: ComparisonBudget;
  readonly covers: Relation;
  readonly areDisjoint: Relation;
}

/** Returns the pieces about one action that the held rules do not include for the duration of the grant. */
const missingOf = async (
  pieces: readonly Piece[],
  callerRules: readonly ReadyRule[],
  { during, now, budget, covers, areDisjoint }: Prover,
): Promise<readonly Piece[]> => {
  const granted = pieces.filter(({ isDeny }) => !isDeny);
  const denied = pieces.filter(({ isDeny }) => isDeny);
  // A held rule with an unknown template value allows nothing, so it proves nothing either.
  const allows = callerRules.filter(({ isDeny, grant }) => !isDeny && outlasts(grant, during, now));
  // What the holder is denied at any time of the grant must not be granted, unless the grant denies it too.
  const denies = callerRules
    .filter(({ isDeny, grant }) => isDeny && overlap(grant, during, now))
    .map(({ conditions }) => ofDeny(conditions));
  const remainingDenies = await filterYielding(denies, (condition) => {
    budget.begin();
    return !denied.some(({ ready }) => covers(condition, ready));
  });
  return filterYielding(granted, ({ ready }) => {
    budget.begin();
    return (
      !allows.some(({ conditions }) => covers(ready, conditions)) ||
      !remainingDenies.every((deny) => areDisjoint(ready, deny))
    );
  });
};

/**
 * Returns the permissions that would be granted although the caller does not hold them, or not for as long. Only what
 * can be proved counts as held. Several checks of one request share the budget.
 */
export const missingPermissions = async (
  callerAbility: Ability,
  { rules, during, values }: GrantedRules,
  expand: Expand,
  now: Timestamp,
  budget = newProofBudget(),
): Promise<Permission[]> => {
  const prover = {
    during,
    now,
    budget,
    covers: cached(isWithin, budget),
    areDisjoint: cached(areDisjointConditions, budget),
  };
  // A grant of every action includes those that the holder is denied.
  const expandAll: Expand = (subject, action) =>
    action === everyAction ? [action, ...callerAbility.deniedActions(subject)] : expand(subject, action);
  const missing: Piece[] = [];
  for (const pieces of groupBy(
    piecesOf(rules, values, expandAll),
    ({ subject, action }) => `${subject}:${action}`,
  ).values()) {
    const [{ action, subject }] = pieces as [Piece];
    missing.push(...(await missingOf(pieces, callerAbility.rulesOn(action, subject), prover)));
  }
  return missing.map(({ subject, action, conditions }) => ({ action, subject, ...(conditions && { conditions }) }));
};

/** Returns the missing permissions of several grants, each checked separately. */
export const missingFrom = async (
  callerAbility: Ability,
  granted: readonly GrantedRules[],
  expand: Expand,
  now: Timestamp,
  budget: ComparisonBudget,
): Promise<Permission[]> => {
  const missing: Permission[] = [];
  for (const grant of granted) missing.push(...(await missingPermissions(callerAbility, grant, expand, now, budget)));
  return missing;
};
