import type { Timestamp } from '../platform/clock.ts';
import type { Rule } from '../resources/roles/store.ts';
import { actionsOf, everyAction, type Ability, type Expand } from './ability.ts';
import { conditionsOf, type Conditions, type FieldCondition } from './conditions.ts';
import { fieldFits, namesWildcard } from './field-fits.ts';
import { literalPrefix } from './glob.ts';
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
const isBelow = (pattern: string, held: string): boolean => {
  const parent = held.endsWith('/**') ? held.slice(0, -3) : undefined;
  return parent !== undefined && literalPrefix(parent) === parent && literalPrefix(pattern).startsWith(`${parent}/`);
};

const isSame = (one: unknown, other: unknown): boolean => {
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && one.every((item, index) => item === other[index]);
  return typeof one === 'object' && typeof other === 'object' ? JSON.stringify(one) === JSON.stringify(other) : one !== undefined && one === other;
};

/** How much longer a pattern takes for a character than everything else takes for a text. */
const perCharacter = 4;

/**
 * What may be spent on proofs for one request: thousands of texts against hundreds of patterns would keep everybody else waiting.
 * Once it is spent, nothing more is proved.
 */
export class Effort {
  #left = 2_000_000;

  /** Whether there is enough left to compare the text: a pattern looks at each of its characters. */
  suffices(text: string, { $glob }: FieldCondition): boolean {
    this.#left -= $glob ? perCharacter * text.length : 1;
    return this.#left >= 0;
  }
}

type Proof = (held: Required<FieldCondition>, given: FieldCondition, field: string, effort: Effort) => boolean;

/** Where a text is a wildcard, all that it covers has to fit. That is more than a deny needs, and proves it just as well. */
const everyText = (field: string, held: FieldCondition, given: FieldCondition, effort: Effort): boolean =>
  literals(given)?.every((text) => effort.suffices(text, held) && fieldFits(field, held, text, false)) ?? false;

/** When a condition with that operator is proved to hold for whatever fits another. */
const proofs: Readonly<Record<keyof FieldCondition, Proof>> = {
  $eq: ({ $eq }, given, field, effort) => everyText(field, { $eq }, given, effort) || (lists.has(field) && (given.$all ?? []).includes($eq)),
  $ne: ({ $ne }, given, field, effort) => !lists.has(field) && everyText(field, { $ne }, given, effort),
  $in: ({ $in }, given, field, effort) => everyText(field, { $in }, given, effort) || (lists.has(field) && (given.$all ?? []).some((text) => $in.includes(text))),
  $all: ({ $all }, given) => $all.every((text) => (given.$all ?? []).includes(text)),
  $glob: ({ $glob }, given, field, effort) => everyText(field, { $glob }, given, effort) || (given.$glob !== undefined && isBelow(given.$glob.pattern, $glob.pattern)),
  $elemMatch: () => false,
};

/** Whether it can be proved that whatever fits `given` fits `held` too; each operator of `held` by itself. */
const implies = (field: string, given: FieldCondition, held: FieldCondition, effort: Effort): boolean =>
  (Object.keys(held) as (keyof FieldCondition)[]).every(
    (operator) => isSame(given[operator], held[operator]) || proofs[operator](held as Required<FieldCondition>, given, field, effort),
  );

type Relation = (one: Conditions, other: Conditions) => boolean;
type Proving = (one: Conditions, other: Conditions, effort: Effort) => boolean;

/** Whether every thing of the one rule is a thing of the other. An unknown value may be any: only having no condition there covers it. */
const isWithin: Proving = (given, held, effort) => {
  for (const [field, condition] of held) {
    const own = given.get(field);
    if (condition === 'unknown' || own === undefined || own === 'unknown' || !implies(field, own, condition, effort)) return false;
  }
  return true;
};

const noneFits = (field: string, texts: readonly string[] | undefined, condition: FieldCondition, isDeny: boolean, effort: Effort): boolean =>
  texts?.every((text) => effort.suffices(text, condition) && !fieldFits(field, condition, text, isDeny)) ?? false;

/** Whether it can be proved that the allow and the deny have no thing in common. A wildcard that the allow names may cover what the deny names. */
const areApart: Proving = (allow, deny, effort) => {
  for (const [field, condition] of allow) {
    const opposite = deny.get(field);
    if (lists.has(field) || opposite === undefined || condition === 'unknown' || opposite === 'unknown') continue;
    if (noneFits(field, literals(condition), opposite, true, effort)) return true;
    if (!namesWildcard(field, condition) && noneFits(field, literals(opposite), condition, false, effort)) return true;
  }
  return false;
};

/** The actions of a rule share its conditions, so the same two are compared once, however many actions there are. */
const remembered = (relation: Proving, effort: Effort): Relation => {
  const known = new Map<Conditions, Map<Conditions, boolean>>();
  return (one, other) => {
    let row = known.get(one);
    if (!row) known.set(one, (row = new Map<Conditions, boolean>()));
    let answer = row.get(other);
    if (answer === undefined) row.set(other, (answer = relation(one, other, effort)));
    return answer;
  };
};

/** A deny with an unknown value holds whatever that value is. */
const ofDeny = (conditions: Conditions): Conditions =>
  [...conditions.values()].includes('unknown') ? new Map([...conditions].filter(([, condition]) => condition !== 'unknown')) : conditions;

const piecesOf = (rules: readonly Rule[], values: Values | undefined, expand: Expand): Piece[] => {
  const known = new Map<Rule['conditions'], Conditions>();
  return rules.flatMap((rule) => {
    const { subject, conditions, inverted = false } = rule;
    const ready = known.get(conditions) ?? conditionsOf(rule, values);
    known.set(conditions, ready);
    const actions = [...new Set(actionsOf(rule).flatMap((action) => expand(subject, action)))];
    return actions.map((action) => ({ subject, action, ready, isDeny: inverted, ...(ready.size > 0 && { conditions: conditions! }) }));
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

/** Of pieces about one action, those that the holder of these rules lacks while they are granted. */
const missingOf = (pieces: readonly Piece[], held: readonly ReadyRule[], during: TimeSpan, now: Timestamp, covers: Relation, areDisjoint: Relation): readonly Piece[] => {
  const granted = pieces.filter(({ isDeny }) => !isDeny);
  const denied = pieces.filter(({ isDeny }) => isDeny);
  // A rule whose own template has no value allows its holder nothing, so it covers nothing either.
  const allows = held.filter(({ isDeny, grant }) => !isDeny && outlasts(grant, during, now));
  // What the holder is denied at any time of the grant must not be granted, unless it is denied there just as well.
  const denies = held.filter(({ isDeny, grant }) => isDeny && overlap(grant, during, now)).map(({ conditions }) => ofDeny(conditions));
  const open = denies.filter((own) => !denied.some(({ ready }) => covers(own, ready)));
  return granted.filter(({ ready }) => !allows.some(({ conditions }) => covers(ready, conditions)) || !open.every((deny) => areDisjoint(ready, deny)));
};

/**
 * What would be granted without being held, or for longer than it is held: nobody grants that. What is provable counts as held; everything
 * else does not. Several questions of one request share the effort.
 */
export const missingPermissions = (held: Ability, { rules, during, values }: GrantedRules, expand: Expand, now: Timestamp, effort = new Effort()): Permission[] => {
  const [covers, areDisjoint] = [remembered(isWithin, effort), remembered(areApart, effort)];
  // Who is given every action is given each of those that the holder is denied, too.
  const expandAll: Expand = (subject, action) => (action === everyAction ? [action, ...held.deniedActions(subject)] : expand(subject, action));
  return [...keyed(piecesOf(rules, values, expandAll)).values()]
    .flatMap((pieces) => missingOf(pieces, held.rulesOn(pieces[0]!.action, pieces[0]!.subject), during, now, covers, areDisjoint))
    .map(({ subject, action, conditions }) => ({ action, subject, ...(conditions && { conditions }) }));
};

const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

const keyOf = ({ subject, conditions }: Pick<Rule, 'subject' | 'conditions'>, action: string): string => JSON.stringify([subject, action, conditions ?? {}], inOrder);

/** What a change of rules grants: all that is allowed after it, and what was denied before and no longer is. */
export const grantedBy = (before: readonly Rule[], after: readonly Rule[]): readonly Rule[] => {
  const denied = new Set(after.filter(({ inverted }) => inverted).flatMap((rule) => actionsOf(rule).map((action) => keyOf(rule, action))));
  const lifted = before
    .filter(({ inverted }) => inverted)
    .flatMap((rule) => actionsOf(rule).filter((action) => !denied.has(keyOf(rule, action))).map((action) => ({ ...rule, action: [action] })))
    .map(({ inverted: _, ...allow }) => allow);
  return [...after, ...lifted];
};
