import type { Timestamp } from '../platform/clock.ts';
import type { ComparisonBudget } from './comparison-budget.ts';
import { isActive, type Grant, type ReadyRule } from './grant.ts';

/** A period in which an action is allowed without interruption. */
export interface AllowedPeriod {
  readonly startsAt: Timestamp;
  /** Null if no stored rule ends it. */
  readonly endsAt: Timestamp | null;
  /** The rules that allow it when the period starts, one of each grant, those that last longest first. */
  readonly by: readonly ReadyRule[];
}

/** Keeps one allow and one deny of each grant, which all of its rules share the period of. */
const onePerGrant = (rules: readonly ReadyRule[]): readonly ReadyRule[] => {
  const kept = new Map<Grant, { allow?: ReadyRule; deny?: ReadyRule }>();
  for (const rule of rules) {
    const both = kept.get(rule.grant) ?? {};
    both[rule.isDeny ? 'deny' : 'allow'] ??= rule;
    kept.set(rule.grant, both);
  }
  return [...kept.values()].flatMap(({ allow, deny }) => [allow, deny]).filter((rule) => rule !== undefined);
};

const isAllowed = (rules: readonly ReadyRule[], now: Timestamp): boolean => {
  let hasAllow = false;
  for (const { isDeny, grant } of rules) {
    if (!isActive(grant, now)) continue;
    if (isDeny) return false;
    hasAllow = true;
  }
  return hasAllow;
};

const longestFirst = ({ grant: one }: ReadyRule, { grant: other }: ReadyRule): number => {
  if (one.endsAt === other.endsAt) return 0;
  return one.endsAt === null || (other.endsAt !== null && one.endsAt > other.endsAt) ? -1 : 1;
};

/** The rules that allow the actions then; those of the action whose rules end first, if there are several. */
const allowing = (lists: readonly (readonly ReadyRule[])[], then: Timestamp): readonly ReadyRule[] =>
  lists
    .map((rules) => rules.filter(({ isDeny, grant }) => !isDeny && isActive(grant, then)).sort(longestFirst))
    .sort(([one], [other]) => longestFirst(other!, one!))[0]!;

/**
 * Finds the first period from `at` on in which the action is allowed, given the rules that apply to each action that it
 * includes, active or not; undefined if there is none.
 */
export const findAllowedPeriod = (
  applying: readonly (readonly ReadyRule[])[],
  at: Timestamp,
  budget: ComparisonBudget,
): AllowedPeriod | undefined => {
  if (!applying.every((rules) => rules.some(({ isDeny }) => !isDeny))) return undefined;
  const lists = applying.map(onePerGrant);
  const changes = lists
    .flat()
    .flatMap(({ grant }) => [grant.startsAt, grant.endsAt])
    .filter((time) => time !== null && time > at) as Timestamp[];
  let startsAt: Timestamp | undefined;
  for (const time of [at, ...new Set(changes.sort())]) {
    for (const { length } of lists) budget.spend(length);
    const isAllowedThen = lists.every((rules) => isAllowed(rules, time));
    if (startsAt === undefined) startsAt = isAllowedThen ? time : undefined;
    else if (!isAllowedThen) return { startsAt, endsAt: time, by: allowing(lists, startsAt) };
  }
  return startsAt === undefined ? undefined : { startsAt, endsAt: null, by: allowing(lists, startsAt) };
};
